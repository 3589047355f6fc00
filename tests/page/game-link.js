// Tests of games with a friend by link.

import { linkButton } from "/game-link.js";
import { ownSide } from "/own-side.js";
import { take } from "/store.js";
import { equal, test } from "/tests/harness.js";

const human = { kind: "human", name: "" };

/** Loads a game of two people. */
function load(link) {
  const game = { id: "g", root: 1, number: 1, link };
  const base = { t: "state", revision: 1, live: 1, players: [human, human], clock: null, ending: null, nodes: [] };
  take({ ...base, devices: [null, null], proposal: null, game });
}

test("a player by link has one side, and sends only what the friend needs", () => {
  load({ own: "p2", send: "abc" });
  equal([ownSide(), linkButton() !== null], ["p2", true]);
  load({ own: "p2", send: null });
  equal(linkButton(), null);
  load(null);
  equal([ownSide(), linkButton()], [null, null]);
});

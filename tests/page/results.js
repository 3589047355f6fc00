// Tests of the end of a game, and of the move that a study keeps for a reload.

import { keepCursor, keptCursor } from "/kept-cursor.js";
import { hasWon, winnerText } from "/result-text.js";
import { take } from "/store.js";
import { equal, test } from "/tests/harness.js";
import { T } from "/texts.js";

const human = { kind: "human", name: "" };
const engine = { kind: "engine", engine: 0, level: 3, name: "Alpha" };
const at = (id, parent, token, children) => ({ id, parent, token, children, status: { to_act: "p1" } });

/** Loads a game. */
function load(fields) {
  const game = { id: "g", root: 1, number: 1, swapped: false, record: false, link: null };
  const base = { t: "state", revision: 1, live: 1, players: [human, engine], ending: null, nodes: [] };
  take({ ...base, devices: [null, null], proposal: null, game, ...fields });
}

test("who plays an engine has won or lost", () => {
  const ending = (winner) => ({ winner, reason: "", text: null });
  load({ ending: ending("p1") });
  equal([winnerText(), hasWon()], [T.youWon, true]);
  load({ ending: ending("p2") });
  equal([winnerText(), hasWon()], [T.youLost, false]);
  load({ ending: ending("draw") });
  equal([winnerText(), hasWon()], [T.draw, false]);
  load({ ending: ending("p2"), players: [human, { ...human, name: "Ann" }] });
  equal([winnerText(), hasWon()], [T.winner("Ann"), false]);
});

test("a study keeps its move for a reload, if the game still has it", () => {
  const nodes = [at(1, null, "", [2, 4]), at(2, 1, "a", [3]), at(3, 2, "b", []), at(4, 1, "c", [])];
  load({ nodes });
  keepCursor(3);
  equal(keptCursor(), 3);
  // After a reload the nodes may have other numbers.
  load({ nodes: [at(11, null, "", [12]), at(12, 11, "a", [13]), at(13, 12, "b", [])], game: { id: "g", root: 11 } });
  equal(keptCursor(), 13);
  load({ nodes: [at(11, null, "", [12]), at(12, 11, "c", [])], game: { id: "g", root: 11 } });
  equal(keptCursor(), null);
});

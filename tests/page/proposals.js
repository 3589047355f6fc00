// Tests of two players on two devices: presence, proposals, and the sides in a rematch.

import { refusalText } from "/api.js";
import { followRematch, ownSide, takeSide } from "/own-side.js";
import { isConnected, proposalStatus } from "/proposals.js";
import { take } from "/store.js";
import { equal, test } from "/tests/harness.js";

const human = { kind: "human", name: "" };

/** Loads a game of two humans. */
function load(number, fields = {}, swapped = false) {
  const game = { id: "g", root: 1, number, swapped };
  const base = { t: "state", revision: 1, live: 1, players: [human, human], ending: null, nodes: [] };
  take({ ...base, devices: [null, null], proposal: null, game, ...fields });
}

/** Runs a test in a page that has taken a side. */
function as(side, body) {
  takeSide(side);
  try {
    body();
  } finally {
    takeSide(null);
    load(1);
  }
}

test("a player sees whether the opponent is connected, and spectators see both players", () => {
  load(1, { devices: [true, null] });
  as("p1", () => {
    load(1, { devices: [true, null] });
    equal([isConnected("p1"), isConnected("p2")], [null, false]);
    load(1, { devices: [true, true] });
    equal(isConnected("p2"), true);
  });
  load(1, { devices: [true, null] });
  equal([isConnected("p1"), isConnected("p2")], [null, null]);
  load(1, { devices: [true, false] });
  equal([isConnected("p1"), isConnected("p2")], [true, false]);
  load(1);
});

test("the other player answers a proposal, and its player withdraws it", () => {
  const proposal = { number: 1, from: "p1", kind: "takeback" };
  const buttons = () => proposalStatus()?.buttons.length;
  as("p2", () => {
    load(1, { devices: [true, true], proposal });
    equal([proposalStatus()?.isMine, buttons()], [false, 2]);
  });
  as("p1", () => {
    load(1, { devices: [true, true], proposal });
    equal([proposalStatus()?.isMine, buttons()], [true, 1]);
    // Without the other player it can be carried out at once.
    load(1, { devices: [true, false], proposal });
    equal(buttons(), 2);
  });
  load(1, { devices: [true, true], proposal });
  equal(buttons(), 0);
  load(1);
  equal(proposalStatus(), null);
});

test("a side follows a rematch, but no other game", () => {
  load(4);
  followRematch();
  as("p1", () => {
    load(5, {}, true);
    followRematch();
    equal(ownSide(), "p2");
    followRematch();
    equal(ownSide(), "p2");
    load(6);
    followRematch();
    equal(ownSide(), "p2");
    load(8, {}, true);
    followRematch();
    equal(ownSide(), "p2");
  });
});

test("the text of a refusal begins with a capital letter", () => {
  equal(refusalText({ key: "other", args: { text: "not a move: {text}" } }), "Not a move: {text}");
});

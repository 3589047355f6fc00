// Tests of player names and result texts.

import { endingText, resultText } from "/result-text.js";
import { take } from "/store.js";
import { forgetViews, keepView, nameOf } from "/view-state.js";
import { equal, test } from "/tests/harness.js";

const human = (name) => ({ kind: "human", name });

/** Loads a game of two players with an ending. */
function load(players, ending = null) {
  take({ t: "state", revision: 1, game: { id: "g", root: 1, number: 1 }, live: 1, players, ending, nodes: [] });
  forgetViews();
  keepView({ node: 1, touches: { scene: { players: { p1: { name: "White" }, p2: { name: "Black" } } } } });
}

test("a player without a name is named by colour", () => {
  load([human(""), human("Bob")]);
  equal([nameOf("p1"), nameOf("p2")], ["White", "Bob"]);
});

test("players with the same name are distinguished by colour", () => {
  load([human("ringstack"), human("ringstack")]);
  equal([nameOf("p1"), nameOf("p2")], ["ringstack (White)", "ringstack (Black)"]);
});

test("a result names the winner and the reason", () => {
  load([human("Ann"), human("")], { winner: "p1", reason: "resignation", text: null });
  equal(endingText(), "Ann wins. Black resigned.");
  load([human("Ann"), human("")], { winner: "p1", reason: "", text: { key: "k", text: "More pieces" } });
  equal(endingText(), "Ann wins. More pieces.");
  load([human("Ann"), human("")], { winner: "p1", reason: "", text: { key: "k", text: "White wins: Black is lost" } });
  equal(endingText(), "Ann wins: Black is lost.");
  load([human("Ann"), human("")], { winner: "draw", reason: "draw-agreed", text: null });
  equal(endingText(), "Draw by agreement.");
  load([human("Ann"), human("")], { winner: "p2", reason: "unknown reason", text: null });
  equal(endingText(), "Black wins. unknown reason.");
});

test("a result without a reason names only the winner", () => {
  load([human("Ann"), human("")], { winner: "p1", reason: "", text: null });
  equal([endingText(), resultText(null)], ["Ann wins.", ""]);
});

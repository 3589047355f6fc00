// Tests of the sounds of moves.

import { soundOf } from "/sounds.js";
import { equal, test } from "/tests/harness.js";

const heard = (...events) => soundOf(events, (id) => ["a1", "b1", "c1"].includes(id));

test("each kind of step has its sound", () => {
  equal(heard({ from: "hand.p1.P", to: "a1", kind: "w" }), "enter");
  equal(heard({ from: "a1", to: "b1" }), "move");
  equal(heard({ from: "a1" }), "capture");
});

test("a piece that returns to a supply is captured", () => {
  equal(heard({ from: "a1", to: "hand.p1.P" }), "capture");
  equal(heard({ from: "a1", to: "c1" }, { from: "b1", to: "captured.p1.w" }), "capture");
});

test("the sound of a whole move is that of its greatest change", () => {
  equal(heard({ from: "hand.p1.P", to: "a1" }, { from: "a1", to: "b1" }), "move");
  equal(heard(), null);
});

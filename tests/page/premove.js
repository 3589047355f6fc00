// Tests of premoves.

import { moveOf, Premove } from "/premove.js";
import { equal, test } from "/tests/harness.js";

test("a premove is taken once, after the move that it awaited", () => {
  const premove = new Premove();
  for (const id of ["a1", "b2", "b2"]) premove.touch(id, 5);
  equal([premove.take(5), premove.take(5)], [["a1", "b2", "b2"], []]);
});

test("a premove is dropped if the game goes on elsewhere", () => {
  const premove = new Premove();
  premove.touch("a1", 5);
  equal([premove.take(4), premove.take(5)], [[], []]);
  premove.touch("a1", 5);
  premove.touch("b2", 6);
  equal(premove.touches, ["b2"]);
});

test("touches that are a whole move are played, also if more could be added", async () => {
  const end = { touch: "done", at: [], kind: "button", act: "finish" };
  const answers = {
    "c1 c2": { next: [end], token: null },
    "c1 c2 done": { next: [], token: "c1c2" },
    e1: { next: [{ touch: "e2", at: ["e2"], kind: "place", act: "move" }], token: null },
    e2h2: { next: [], token: "e2h2" },
    z9: { reason: { text: "no" } },
  };
  const enter = async (touches) => answers[touches.join(" ")];
  equal(await moveOf(["c1", "c2"], enter), "c1c2");
  equal(await moveOf(["e1"], enter), null);
  equal(await moveOf(["e2h2"], enter), "e2h2");
  equal(await moveOf(["z9"], enter), null);
});

// Tests of premoves.

import { Premove } from "/premove.js";
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

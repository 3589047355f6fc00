// Tests of the steps from one scene to the next.

import { applyStep, places } from "/scene.js";
import { equal, test } from "/tests/harness.js";

const scene = () => ({
  boards: [
    {
      id: "b",
      places: [
        { id: "x", x: 0, y: 0, kind: "w" },
        { id: "y", x: 1, y: 0, kind: "k", height: 2 },
        { id: "z", x: 2, y: 0 },
      ],
    },
  ],
  supplies: [{ id: "hand", owner: "p1", items: [{ id: "hand.w", kind: "w", count: 3 }] }],
});
const look = (found) =>
  [...places(found).values()].map((place) => `${place.id}${place.kind ?? ""}${place.height ?? ""}`).join(" ");
const step = (...events) => events;

test("a step moves, removes and adds pieces in a copy of the scene", () => {
  const before = scene();
  equal(look(applyStep(before, step({ from: "x", to: "z" }))), "x yk2 zw");
  equal(look(applyStep(before, step({ from: "x", to: "y", height: 3 }))), "x yw3 z");
  equal(look(applyStep(before, step({ from: "y" }))), "xw y z");
  const put = applyStep(before, step({ from: "hand.w", to: "z" }));
  equal([look(put), put.supplies[0].items[0].count], ["xw yk2 zw", 2]);
  equal([look(before), before.supplies[0].items[0].count], ["xw yk2 z", 3]);
});

test("two pieces swap places in one step", () => {
  equal(look(applyStep(scene(), step({ from: "x", to: "y" }, { from: "y", to: "x" }))), "xk2 yw z");
});

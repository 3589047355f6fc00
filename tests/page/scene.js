// Tests of scenes: neutral values for missing and unknown data, and steps.

import { applyStep, places, readPaths, readScene, readSteps, readTouches, textOf } from "/scene.js";
import { drawPiece } from "/pieces.js";
import { equal, test } from "/tests/harness.js";

const scene = () =>
  readScene({
    boards: [
      {
        id: "b",
        box: [0, 0, 2, 2],
        places: [
          { id: "x", x: 0, y: 0, kind: "w" },
          { id: "y", x: 1, y: 0, kind: "k", height: 2 },
          { id: "z", x: 2, y: 0 },
        ],
      },
    ],
    supplies: [{ id: "hand", label: "hand", owner: "p1", items: [{ id: "hand.w", kind: "w", count: 3 }] }],
  });
const look = (found) =>
  [...places(found).values()].map((place) => `${place.id}${place.kind ?? ""}${place.height ?? ""}`).join(" ");
const step = (...events) => readSteps([events])[0];

test("missing data give a scene without boards", () => {
  for (const raw of [undefined, null, 7, "x", [], { boards: 3, supplies: {}, kinds: null }]) {
    const found = readScene(raw);
    equal([found.boards.length, found.supplies.length, found.toAct, found.players.p1.name], [0, 0, null, "Player 1"]);
  }
});

test("a board without a box gets the bounding box of its places", () => {
  const [board] = readScene({ boards: [{ places: [{ id: "a", x: 3, y: 4 }] }] }).boards;
  equal([board.box[2] > 3, board.box[3] > 4, board.active], [true, true, true]);
});

test("names of object properties are neither kinds nor places", () => {
  const found = readScene({ boards: [{ places: [{ id: "__proto__", kind: "constructor" }] }] });
  equal([found.kinds.get("constructor"), places(found).has("__proto__")], [undefined, true]);
});

test("unknown kinds of pieces look neutral", () => {
  for (const kind of [undefined, { colour: "plaid", mark: "wobbly", shape: "blob", text: "?" }])
    equal(drawPiece(kind, 3).children.length > 0, true);
});

test("a text falls back to its key, then to an empty string", () => {
  equal([textOf("a"), textOf({ key: "k", text: "b" }), textOf({ key: "k" }), textOf(3)], ["a", "b", "k", ""]);
});

test("a step moves, removes and adds pieces in a copy of the scene", () => {
  const before = scene();
  equal(look(applyStep(before, step({ from: "x", to: "z" }))), "x yk2 zw");
  equal(look(applyStep(before, step({ from: "x", to: "y", height: 3 }))), "x yw3 z");
  equal(look(applyStep(before, step({ from: "y", to: null }))), "xw y z");
  const put = applyStep(before, step({ from: "hand.w", to: "z" }));
  equal([look(put), put.supplies[0].items[0].count], ["xw yk2 zw", 2]);
  equal([look(before), before.supplies[0].items[0].count], ["xw yk2 z", 3]);
});

test("two pieces swap places in one step", () => {
  equal(look(applyStep(scene(), step({ from: "x", to: "y" }, { from: "y", to: "x" }))), "xk2 yw z");
});

test("missing fields of touches get defaults", () => {
  const found = readTouches({ next: [{ touch: "a" }, { at: ["b"] }, null], token: 3 });
  equal(
    [found.next.length, found.next[0].kind, found.next[0].at, found.token, found.scene],
    [1, "place", [], null, null],
  );
});

test("a move of several actions has several paths", () => {
  equal(
    readPaths({
      path: ["a", "b"],
      arrows: [
        ["a", "c"],
        ["d", 3],
      ],
    }),
    [["a", "c"], ["d"]],
  );
  equal(readPaths({ path: ["a", "b"] }), [["a", "b"]]);
  equal(readPaths(null), []);
});

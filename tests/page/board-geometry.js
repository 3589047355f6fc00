// Tests of the geometry of boards: frames, upright boards, and arrow keys.

import { frameBox, hull, labelPoint, placeTowards, standsUpright, turnedBox, turnedPoint } from "/board-geometry.js";
import { equal, test } from "/tests/harness.js";

const WAYS = { left: [-1, 0], right: [1, 0], up: [0, -1], down: [0, 1] };
const HALF = Math.sqrt(3) / 2;

/** A hexagon of places, with rows (or columns, if turned) of neighbours. @param {boolean} turned */
function hexagon(turned) {
  const points = new Map();
  for (let q = -2; q <= 2; q += 1)
    for (let r = -2; r <= 2; r += 1)
      if (Math.abs(q + r) <= 2) points.set(`${q},${r}`, turned ? [r * HALF, q + r / 2] : [q + r / 2, r * HALF]);
  return points;
}

/** A square board. @param {number} size */
function square(size) {
  const points = new Map();
  for (let x = 0; x < size; x += 1) for (let y = 0; y < size; y += 1) points.set(`${x},${y}`, [x, y]);
  return points;
}

const towards = (points, from, ...ways) =>
  ways.reduce((at, way) => (at === null ? null : placeTowards(points, at, WAYS[way])), from);

test("two arrow keys reach any neighbour on a hexagonal board", () => {
  for (const points of [hexagon(false), hexagon(true)]) {
    for (const [from, [x, y]] of points) {
      const firsts = Object.keys(WAYS).map((way) => towards(points, from, way));
      const seconds = firsts.flatMap((at) => Object.keys(WAYS).map((way) => at && towards(points, at, way)));
      const reached = new Set([...firsts, ...seconds]);
      for (const [to, [ox, oy]] of points) {
        const distance = Math.hypot(ox - x, oy - y);
        if (distance > 0.9 && distance < 1.1) equal(reached.has(to), true, `${from} to ${to}:`);
      }
    }
  }
});

test("an arrow key moves to a neighbour, and the opposite key leads back", () => {
  for (const points of [hexagon(false), hexagon(true)]) {
    for (const [way, back] of ["left right", "up down", "right left", "down up"].map((pair) => pair.split(" "))) {
      const to = towards(points, "0,0", way);
      equal(Math.round(Math.hypot(...points.get(to)) * 100), 100, way);
      equal(towards(points, to, back), "0,0", `${way} ${back}:`);
    }
  }
});

test("arrow keys on a square board follow rows and columns, and stop at the edge", () => {
  const points = square(3);
  equal(towards(points, "1,1", "up"), "1,0");
  equal(towards(points, "1,1", "left", "down"), "0,2");
  equal(towards(points, "0,0", "up"), null);
});

test("an arrow key crosses a gap", () => {
  const points = square(3);
  points.delete("1,1");
  equal(towards(points, "0,1", "right"), "2,1");
});

test("wide boards stand upright only on narrow portrait screens", () => {
  const wide = [0, 0, 12, 5];
  const screens = [
    [360, 740],
    [740, 360],
    [1280, 800],
    [768, 1024],
  ];
  equal(
    screens.map(([width, height]) => standsUpright(wide, { width, height })),
    [true, false, false, false],
  );
  equal(standsUpright([0, 0, 8, 9], { width: 360, height: 740 }), false);
});

test("a quarter turn to the left puts the left edge at the bottom", () => {
  const box = [0, 0, 4, 2];
  equal(turnedBox(box, 270), [1, -1, 3, 3]);
  equal(turnedPoint([0, 1], box, 270), [2, 3]);
});

test("the frame of a square board has equal margins, and without labels they are small", () => {
  const places = [
    { x: 0, y: 0, ground: "dark" },
    { x: 2, y: 2, ground: "light" },
  ];
  const labels = [
    { x: 0, y: 2.75 },
    { x: -0.75, y: 0 },
  ];
  const board = { box: [0, 0, 1, 1], places, labels };
  equal(frameBox(board, true), [-1.07, -1.07, 3.07, 3.07]);
  equal(frameBox(board, false), [-0.6, -0.6, 2.6, 2.6]);
});

test("a label keeps its distance from a place", () => {
  equal(labelPoint({ x: -0.26, y: 0 }, [{ x: 0, y: 0 }]), [-0.52, 0]);
  equal(labelPoint({ x: -0.75, y: 0 }, [{ x: 0, y: 0 }]), [-0.75, 0]);
});

test("the hull of points has only the corners", () => {
  const points = [...square(3).values()];
  equal(
    hull(points)
      .map((at) => at.join())
      .sort(),
    ["0,0", "0,2", "2,0", "2,2"],
  );
  equal(hull([]), []);
});

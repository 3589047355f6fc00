// Tests of puzzles: grades, attempts, progress, and the mistakes of a review.

import { mistakes } from "/mistakes.js";
import { connectProfile, currentStreak, endStreak, isSolved, recordSolved } from "/profile.js";
import { Attempt, gradeOf, nextUnsolved } from "/puzzles.js";
import { take } from "/store.js";
import { equal, test } from "/tests/harness.js";

const puzzle = (fen, plies, moves = ["a"]) => ({ fen, plies, before: [], moves });

test("puzzles have a grade by the length of the win", () => {
  const puzzles = [puzzle("short", 3), puzzle("middle", 7), puzzle("long", 21)];
  equal(
    puzzles.map((puzzle) => [puzzle.fen, gradeOf(puzzle)]),
    [
      ["short", 1],
      ["middle", 2],
      ["long", 3],
    ],
  );
});

test("the next unsolved puzzle follows the current one, and the first ones follow the last", () => {
  const puzzles = [puzzle("a", 3), puzzle("b", 4), puzzle("c", 5)];
  const next = (solved, after) => nextUnsolved(puzzles, ({ fen }) => solved.includes(fen), after);
  equal([next("", undefined), next("a", undefined), next("", 0), next("a", 2), next("ab", 2)], [0, 1, 1, 1, null]);
  equal(next("abc", undefined), null);
  equal(
    nextUnsolved([], () => false),
    null,
  );
});

const asks = (score) => () => Promise.resolve(score);
const never = () => {
  throw new Error("the value is known");
};

test("the first move is right only if it is that of the solution", async () => {
  const attempt = new Attempt(puzzle("f", 5, ["a", "b", "c"]));
  equal([await attempt.judge("x", never), await attempt.judge("a", never)], ["wrong", "right"]);
});

test("a later move is right if it keeps the proven win", async () => {
  const attempt = new Attempt(puzzle("f", 5, ["a", "b", "c"]));
  for (const token of ["a", "b"]) attempt.add(token);
  equal([attempt.next, await attempt.judge("c", never)], ["c", "right"]);
  const verdicts = [
    { mate: -4 },
    { mate: -4, bound: "lower" },
    { mate: 5 },
    { cp: 0, scale: 100 },
    { cp: -900, scale: 100 },
    null,
  ].map((score) => attempt.judge("x", asks(score)));
  equal(await Promise.all(verdicts), ["right", "unclear", "wrong", "wrong", "unclear", "unclear"]);
  // After another move, the solution says nothing.
  attempt.add("x");
  equal([attempt.next, attempt.moves], [null, ["a", "b", "x"]]);
});

test("the line can be stepped through in both directions, but not beyond its ends", () => {
  const attempt = new Attempt(puzzle("f", 5, ["a"]));
  for (const token of ["a", "b"]) attempt.add(token);
  const moves = [1, -1, -1, -1, 1].map((way) => (attempt.step(way), attempt.moves));
  equal(moves, [["a", "b"], ["a"], [], [], ["a"]]);
});

test("puzzles solved in a row at the first try make a streak", () => {
  const sent = [];
  connectProfile((change) => sent.push(change));
  take({ t: "state", revision: 1, nodes: [], profile: { settings: {}, lessons: {}, puzzles: {} } });
  endStreak();
  recordSolved("g", "1", true);
  recordSolved("g", "1", true);
  equal([currentStreak(), isSolved("g", "1"), isSolved("g", "2"), isSolved("h", "1")], [1, true, false, false]);
  recordSolved("g", "2", false);
  recordSolved("h", "1", true);
  equal(currentStreak(), 2);
  endStreak();
  equal(currentStreak(), 0);
  connectProfile(() => {});
  equal(sent, [
    { puzzles: { g: ["1"] }, streak: 1 },
    { puzzles: { g: ["2"] } },
    { puzzles: { h: ["1"] }, streak: 2 },
    { streak: 0 },
  ]);
});

/** Loads a reviewed game of three moves: the first and the second move are blunders. */
function load(kinds) {
  const values = [0, -400, 400, 400];
  const nodes = values.map((cp, n) => ({
    id: n + 1,
    parent: n === 0 ? null : n,
    token: `m${n}`,
    children: n < 3 ? [n + 2] : [],
    status: { to_act: n % 2 ? "p2" : "p1", result: null },
    eval: { cp, scale: 100, depth: 1, pv: [`best${n}`], by: "x" },
  }));
  const players = kinds.map((kind) => ({ kind, name: "" }));
  take({
    t: "state",
    revision: 1,
    game: { id: "g", root: 1, number: 1, fen: "F" },
    live: 4,
    players,
    review: null,
    nodes,
  });
}

test("the mistakes of the humans in a review become puzzles", () => {
  load(["human", "engine"]);
  const [first, ...others] = mistakes();
  equal(
    [first.fen, first.before, first.moves, first.played, first.mark, first.number, first.node, first.best],
    ["F", [], ["best0"], "m1", "??", "1.", 1, 0.5],
  );
  equal(others, []);
  load(["human", "human"]);
  equal(
    mistakes().map(({ before, moves, number }) => [before, moves, number]),
    [
      [[], ["best0"], "1."],
      [["m1"], ["best1"], "1…"],
    ],
  );
  load(["engine", "engine"]);
  equal(mistakes(), []);
});

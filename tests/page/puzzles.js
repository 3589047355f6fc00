// Tests of puzzles: grades, attempts, progress, and the mistakes of a review.

import { mistakes } from "/mistakes.js";
import {
  bestRun,
  connectProfile,
  currentStreak,
  isFailed,
  isSolved,
  recordFailed,
  recordRun,
  recordSolved,
  solverRating,
} from "/profile.js";
import { Attempt, gradeOf, itemOfDay, nextUnsolved, risingPuzzles } from "/puzzles.js";
import { take } from "/store.js";
import { equal, test } from "/tests/harness.js";

const puzzle = (fen, rating, moves = ["a"]) => ({ fen, rating, before: [], moves, themes: [] });

test("puzzles have a grade by their rating", () => {
  const puzzles = [puzzle("easy", 900), puzzle("medium", 1400), puzzle("hard", 2100)];
  equal(
    puzzles.map((puzzle) => [puzzle.fen, gradeOf(puzzle)]),
    [
      ["easy", 1],
      ["medium", 2],
      ["hard", 3],
    ],
  );
});

test("a run has each puzzle once, and they become harder", () => {
  const puzzles = Array.from({ length: 10 }, (_, n) => puzzle(String(n), 1000 + 100 * n));
  const run = risingPuzzles(puzzles);
  equal(run.length, 4);
  equal(
    run.every(({ rating }, n) => n === 0 || rating > run[n - 1].rating),
    true,
  );
  equal(risingPuzzles([]), []);
});

test("each date has its own item, the same at every time of the day", () => {
  const items = Array.from({ length: 7 }, (_, n) => n);
  const on = (day, hour) => itemOfDay(items, new Date(2026, 10, day, hour));
  equal([on(26, 0), on(26, 1)], [on(26, 23), on(26, 12)]);
  equal(new Set(Array.from({ length: 28 }, (_, n) => on(n + 1, 12))).size, 7);
  equal(itemOfDay([], new Date()) === undefined, true);
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

const asks = (worth) => () => Promise.resolve(worth);
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
    { share: 1, isProven: true },
    { share: 1, isProven: false },
    { share: 0, isProven: true },
    { share: 0.5, isProven: false },
    { share: 0.9, isProven: false },
    null,
  ].map((worth) => attempt.judge("x", asks(worth)));
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

/** Runs a test with an empty profile. Returns the changes that were sent. */
function sentBy(work) {
  const sent = [];
  connectProfile((change) => sent.push(change));
  const profile = { settings: {}, lessons: {}, puzzles: {}, failed: {}, runs: {}, ratings: {} };
  take({ t: "state", revision: 1, nodes: [], profile });
  work();
  connectProfile(() => {});
  return sent;
}

test("puzzles solved in a row at the first try make a streak", () => {
  const [one, two, three] = [puzzle("1", 1500), puzzle("2", 1500), puzzle("3", 1500)];
  const sent = sentBy(() => {
    recordSolved("g", one, true);
    recordSolved("g", one, true);
    equal([currentStreak(), isSolved("g", "1"), isSolved("g", "2"), isSolved("h", "1")], [1, true, false, false]);
    recordSolved("g", two, false);
    recordSolved("h", one, true);
    equal(currentStreak(), 2);
    recordFailed("g", one);
    equal(currentStreak(), 2);
    recordFailed("g", three);
    equal([currentStreak(), isFailed("g", "3")], [0, true]);
  });
  equal(
    sent.map(({ puzzles, failed, streak }) => [puzzles, failed, streak]),
    [
      [{ g: ["1"] }, undefined, 1],
      [{ g: ["2"] }, undefined, undefined],
      [{ h: ["1"] }, undefined, 2],
      [undefined, { g: ["3"] }, 0],
    ],
  );
});

test("the first result of each puzzle changes the rating of its game", () => {
  sentBy(() => {
    equal(solverRating("g"), null);
    const points = [];
    const note = () => points.push(solverRating("g")?.points ?? 0);
    for (const fen of ["1", "2"]) {
      recordSolved("g", puzzle(fen, 1500), true);
      note();
    }
    recordFailed("g", puzzle("3", 1500));
    note();
    // Nothing more is learned from these.
    recordFailed("g", puzzle("3", 1500));
    recordSolved("g", puzzle("3", 1500), true);
    recordSolved("g", puzzle("4", 1500), false);
    note();
    equal([points[0] > 1500, points[1] > points[0], points[2] < points[1]], [true, true, true]);
    equal([points[3], solverRating("h")], [points[2], null]);
  });
});

test("the best run is kept", () => {
  const sent = sentBy(() => [3, 2, 5].forEach((count) => recordRun("g", count)));
  equal([sent, bestRun("g"), bestRun("h")], [[{ runs: { g: 3 } }, { runs: { g: 5 } }], 5, 0]);
});

/** Loads a reviewed game of three moves: the first and the second move are blunders. */
function load(kinds) {
  const verdicts = [undefined, "??", "??", undefined];
  const nodes = verdicts.map((verdict, n) => ({
    id: n + 1,
    parent: n === 0 ? null : n,
    token: `m${n}`,
    children: n < 3 ? [n + 2] : [],
    status: { to_act: n % 2 ? "p2" : "p1", result: null },
    eval: { cp: 0, scale: 100, depth: 1, pv: [`best${n}`], by: "x" },
    share: 0.5,
    verdict,
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
    [first.fen, first.before, first.moves, first.played, first.mark, first.number, first.node, first.share],
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

// Tests of scores, review marks and clocks.

import { clockText } from "/clock.js";
import { accuracyOf, hasCurve, isReviewed, lostBy, reviewMark, shareOf } from "/review.js";
import { forPlayer1, isCalibrated, scoreText, short, verdict, winShare } from "/score.js";
import { store, take } from "/store.js";
import { equal, test } from "/tests/harness.js";

test("scores show centipawns, mates and bounds", () => {
  const texts = [
    { cp: 40 },
    { cp: -150 },
    { cp: 0 },
    { cp: 12345 },
    { mate: 7 },
    { mate: -3 },
    { cp: 10, bound: "lower" },
    { cp: -10, bound: "upper" },
  ].map(scoreText);
  equal(texts, ["+0.40", "−1.50", "0.00", "+123", "#7", "#−3", "≥+0.10", "≤−0.10"]);
});

test("large numbers are abbreviated", () => {
  equal(
    [999, 1500, 2_300_000].map(short).map((text) => text.length < 6),
    [true, true, true],
  );
});

test("a score is converted to player 1's view", () => {
  equal(
    [forPlayer1({ cp: 30 }, "p2").cp, forPlayer1({ cp: 30 }, "p1").cp, forPlayer1({ mate: 2 }, "p2").mate],
    [-30, 30, -2],
  );
});

test("the scale converts a score to a share", () => {
  equal([winShare({ cp: 0 }), winShare({ mate: 1 }), winShare({ mate: -1 })], [0.5, 1, 0]);
  equal([winShare({ cp: 100, scale: 100 }).toFixed(2), winShare({ cp: 100, scale: 200 }).toFixed(2)], ["0.73", "0.62"]);
  equal([isCalibrated({ cp: 1 }), isCalibrated({ cp: 1, scale: 80 }), isCalibrated({ mate: 1 })], [false, true, true]);
});

test("a lost share gives a mark", () => {
  equal(
    [0.01, 0.12, 0.22, 0.5].map(verdict).map((mark) => mark.length > 0),
    [false, true, true, true],
  );
  equal([verdict(0.5), verdict(-0.2)], ["??", ""]);
});

/** Loads a game of three moves with the score for player 1 after each move. */
function load(values, more = {}) {
  const nodes = [null, ...values].map((cp, n) => ({
    id: n + 1,
    parent: n === 0 ? null : n,
    token: `m${n}`,
    children: n < values.length ? [n + 2] : [],
    status: { to_act: n % 2 ? "p2" : "p1", result: null },
    eval: { cp: cp ?? 0, scale: 100, depth: 1, pv: [], by: "x" },
    ...more[n],
  }));
  take({ t: "state", revision: 1, game: { id: "g", root: 1, number: 1 }, live: 4, players: [], review: null, nodes });
}

const marks = () => [2, 3, 4].map((id) => reviewMark(store.nodes.get(id)));

test("a move that loses a large share is a blunder of its player", () => {
  load([-400, -400, -400]);
  equal(marks(), ["??", "", ""]);
  load([0, 400, 400]);
  equal(marks(), ["", "??", ""]);
});

test("the best move of the engine is not a mistake", () => {
  load([-400, -400, -400], { 0: { eval: { cp: 0, scale: 100, depth: 1, pv: ["m1"], by: "x" } } });
  equal(marks(), ["", "", ""]);
});

test("the accuracy of a player falls with what their moves cost", () => {
  load([0, 0, 0]);
  equal([accuracyOf("p1"), accuracyOf("p2")].map(Math.round), [100, 100]);
  load([0, 400, 0]);
  equal(
    [2, 3, 4].map((id) => Math.round((lostBy(store.nodes.get(id)) ?? 1) * 100)),
    [0, 48, 48],
  );
  equal([accuracyOf("p1"), accuracyOf("p2")].map(Math.round), [55, 9]);
});

test("a game is reviewed if every position has a share", () => {
  load([0, 0, 0]);
  equal(isReviewed(), true);
  store.nodes.get(3).eval = null;
  equal([isReviewed(), hasCurve()], [false, true], "values of most positions make a curve");
});

test("a result determines the share", () => {
  equal(
    ["p1", "p2", "draw"].map((winner) => shareOf({ status: { to_act: null, result: { winner } } })),
    [1, 0, 0.5],
  );
});

test("clocks show tenths below 20 seconds and hours for long times", () => {
  equal([0, 950, 19_990, 20_000, 61_000, 3_600_000, 3_661_000].map(clockText), [
    "0:00.0",
    "0:00.9",
    "0:19.9",
    "0:20",
    "1:01",
    "1:00:00",
    "1:01:01",
  ]);
});

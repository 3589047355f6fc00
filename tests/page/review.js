// Tests of scores and clocks.

import { clockText } from "/clock.js";
import { isCalibrated, scoreText, short } from "/score.js";
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

test("a score is calibrated if its scale is known or it needs none", () => {
  equal([isCalibrated({ cp: 1 }), isCalibrated({ cp: 1, scale: 80 }), isCalibrated({ mate: 1 })], [false, true, true]);
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

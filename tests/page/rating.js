// Tests of the rating of the solver.

import { rate, UNRATED } from "/rating.js";
import { equal, test } from "/tests/harness.js";

test("the example of Glickman's paper is reproduced", () => {
  const player = { rating: 1500, deviation: 200, volatility: 0.06 };
  const { rating, deviation, volatility } = rate(player, [
    { rating: 1400, deviation: 30, score: 1 },
    { rating: 1550, deviation: 100, score: 0 },
    { rating: 1700, deviation: 300, score: 0 },
  ]);
  // The paper rounds on the way: it has 1464.06, 151.52 and 0.05999.
  equal([rating.toFixed(1), deviation.toFixed(1), volatility.toFixed(4)], ["1464.1", "151.5", "0.0600"]);
});

test("a surprise changes the rating more than an expected result", () => {
  const change = (rating, score) => Math.abs(rate(UNRATED, [{ rating, deviation: 50, score }]).rating - 1500);
  equal([change(2000, 1) > change(1000, 1), change(1000, 0) > change(2000, 0)], [true, true]);
});

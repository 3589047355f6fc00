// The rating of the user as a solver of puzzles, by Glicko-2. A puzzle is an opponent with a fixed rating.
//
// Mark E. Glickman, "Example of the Glicko-2 system", https://www.glicko.net/glicko/glicko2.pdf. The numbers of the
// steps below are his.

/** @typedef {{rating: number, deviation: number, volatility: number}} Rating */
/** A result against an opponent: 1 for a win, 0 for a loss. @typedef {{rating: number, deviation: number, score: number}} Outcome */

/** @type {Rating} */
export const UNRATED = { rating: 1500, deviation: 350, volatility: 0.06 };
/** How much the volatility may change. */
const TAU = 0.5;
/** The points of one unit of the internal scale. */
const SCALE = 173.7178;
const PRECISION = 1e-6;

/** The rating after a period with these results. @param {Rating} player @param {Outcome[]} outcomes @returns {Rating} */
export function rate({ rating, deviation, volatility }, outcomes) {
  // Step 2.
  const phi = deviation / SCALE;
  // Steps 3 and 4.
  let precision = 0;
  let surprise = 0;
  for (const outcome of outcomes) {
    const g = 1 / Math.sqrt(1 + (3 * (outcome.deviation / SCALE) ** 2) / Math.PI ** 2);
    const expected = 1 / (1 + Math.exp((-g * (rating - outcome.rating)) / SCALE));
    precision += g * g * expected * (1 - expected);
    surprise += g * (outcome.score - expected);
  }
  const variance = 1 / precision;
  const changed = nextVolatility(phi, volatility, variance, variance * surprise);
  // Steps 6 to 8.
  const next = 1 / Math.sqrt(1 / (phi * phi + changed * changed) + precision);
  return { rating: rating + next * next * surprise * SCALE, deviation: next * SCALE, volatility: changed };
}

/** Step 5: the root of a function between two bounds, by the Illinois algorithm. @param {number} phi @param {number} sigma @param {number} v @param {number} delta */
function nextVolatility(phi, sigma, v, delta) {
  const a = Math.log(sigma * sigma);
  const f = (/** @type {number} */ x) => {
    const e = Math.exp(x);
    const sum = phi * phi + v + e;
    return (e * (delta * delta - sum)) / (2 * sum * sum) - (x - a) / (TAU * TAU);
  };
  let [low, high] = [a, Math.log(Math.max(delta * delta - phi * phi - v, 0))];
  if (high === -Infinity) {
    high = a - TAU;
    while (f(high) < 0) high -= TAU;
  }
  let [atLow, atHigh] = [f(low), f(high)];
  while (Math.abs(high - low) > PRECISION) {
    const x = low + ((low - high) * atLow) / (atHigh - atLow);
    const at = f(x);
    if (at * atHigh <= 0) [low, atLow] = [high, atHigh];
    else atLow /= 2;
    [high, atHigh] = [x, at];
  }
  return Math.exp(low / 2);
}

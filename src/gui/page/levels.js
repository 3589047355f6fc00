// Named levels of play, spread over the levels of an engine.

import { T } from "./texts.js";

/** The share of each level in the range of an engine; `T.levels` names them. */
const SHARES = [0, 0.2, 0.4, 0.6, 0.8, 1];

/** The named levels of an engine. @param {[number, number]} range */
export function namedLevels([min, max]) {
  return SHARES.map((share, n) => {
    const [name, text] = T.levels[n];
    return { level: Math.round(min + share * (max - min)), name, text };
  });
}

/** The name of a level, or "" if it has none. @param {number} level @param {[number, number]} range */
export function levelName(level, range) {
  return namedLevels(range).find((one) => one.level === level)?.name ?? "";
}

/** The named level next to a level. @param {number} level @param {[number, number]} range */
export function nearestLevel(level, range) {
  const levels = namedLevels(range).map((one) => one.level);
  return levels.reduce((best, one) => (Math.abs(one - level) < Math.abs(best - level) ? one : best));
}

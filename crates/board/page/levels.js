// The ladder of levels: seven names with three steps each, spread over the levels of an engine.

import { T } from "./texts.js";

/** The steps of each name in `T.levels`. */
const STEPS = 3;
/** The last step of the ladder. */
const last = () => T.levels.length * STEPS - 1;

/** The name of a level, such as "Club 2". @param {number} level @param {[number, number]} range */
export function levelName(level, [min, max]) {
  const step = max > min ? Math.round(((level - min) / (max - min)) * last()) : last();
  const [name] = T.levels[Math.floor(step / STEPS)];
  return `${name} ${(step % STEPS) + 1}`;
}

/** A level for each name: the weakest, the strongest, and the middle steps of the others. @param {[number, number]} range */
export function namedLevels([min, max]) {
  return T.levels.map(([name, text], n) => {
    const step = n === 0 ? 0 : n === T.levels.length - 1 ? last() : n * STEPS + 1;
    return { level: Math.round(min + (step / last()) * (max - min)), name, text };
  });
}

/** The named level next to a level. @param {number} level @param {[number, number]} range */
export function nearestLevel(level, range) {
  const levels = namedLevels(range).map((one) => one.level);
  return levels.reduce((best, one) => (Math.abs(one - level) < Math.abs(best - level) ? one : best));
}

// Named levels of play, spread over the levels of an engine.

/** Each level has a name, one sentence, and its share of the engine's range. */
const LEVELS = [
  { share: 0, name: "Beginner", text: "Overlooks most moves." },
  { share: 0.2, name: "Casual", text: "Overlooks many moves." },
  { share: 0.4, name: "Player", text: "Overlooks some moves." },
  { share: 0.6, name: "Club", text: "Overlooks few moves." },
  { share: 0.8, name: "Expert", text: "Overlooks a move now and then." },
  { share: 1, name: "Master", text: "Plays at full strength." },
];

/** The named levels of an engine. @param {[number, number]} range */
export function namedLevels([min, max]) {
  return LEVELS.map(({ share, name, text }) => ({ level: Math.round(min + share * (max - min)), name, text }));
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

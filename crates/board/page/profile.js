// What the server keeps for the user: settings, and progress in lessons and puzzles.

import { rate, UNRATED } from "./rating.js";
import { store } from "./store.js";

/** @typedef {Partial<import("../types.js").Profile>} Profile a change of it */

/** The fixed deviation of the ratings of puzzles, and the one above which a rating is uncertain, in points. */
const PUZZLE_DEVIATION = 50;
const ROUGH = 110;
/** The profile has the volatility in millionths. */
const MILLION = 1e6;

/** @type {(change: Profile) => void} */
let send = () => {};

/** Sends changes to the server in this way. @param {(change: Profile) => void} sender */
export function connectProfile(sender) {
  send = sender;
}

/** Whether the profile contains an entry. @param {"lessons"|"puzzles"|"failed"} part @param {string} game @param {string} id */
const has = (part, game, id) => store.profile[part]?.[game]?.includes(id) ?? false;

/** Adds an entry. @param {"lessons"|"puzzles"|"failed"} part @param {string} game @param {string} id @param {Profile} [more] */
function add(part, game, id, more) {
  // The page need not wait for the answer.
  const all = store.profile[part];
  all[game] = [...(all[game] ?? []), id];
  change({ [part]: { [game]: [id] }, ...more });
}

/** Makes a change; added entries have been added already. @param {Profile} changed */
export function change(changed) {
  if (changed.streak !== undefined) store.profile.streak = changed.streak;
  for (const part of /** @type {const} */ (["settings", "runs", "ratings"]))
    Object.assign(store.profile[part], changed[part]);
  send(changed);
}

/** @param {string} game @param {string} lesson */
export const isFinished = (game, lesson) => has("lessons", game, lesson);

/** @param {string} game @param {string} lesson */
export function finish(game, lesson) {
  if (!isFinished(game, lesson)) add("lessons", game, lesson);
}

/** A puzzle as the profile knows it. @typedef {{fen: string|null, rating: number}} Judged */

/** @param {string} game @param {string|null} fen */
export const isSolved = (game, fen) => has("puzzles", game, fen ?? "");

/** Whether the puzzle was not solved at the first try. @param {string} game @param {string|null} fen */
export const isFailed = (game, fen) => has("failed", game, fen ?? "");

/** How many puzzles in a row were solved at the first try. */
export const currentStreak = () => store.profile.streak ?? 0;

/** A wrong move, or a solution that was shown, ends the streak and counts as a loss against the puzzle. @param {string} game @param {Judged} puzzle */
export function recordFailed(game, { fen, rating }) {
  if (isSolved(game, fen)) return;
  const end = currentStreak() > 0 ? { streak: 0 } : {};
  if (!isFailed(game, fen)) add("failed", game, fen ?? "", { ...end, ratings: ratedBy(game, rating, 0) });
  else if (currentStreak() > 0) change(end);
}

/** @param {string} game @param {Judged} puzzle @param {boolean} isFirstTry whether no move of this attempt was wrong */
export function recordSolved(game, { fen, rating }, isFirstTry) {
  // A puzzle that was solved before does not count again, and a win counts only without an earlier loss.
  if (isSolved(game, fen)) return;
  const streak = isFirstTry ? { streak: currentStreak() + 1 } : {};
  const ratings = isFirstTry && !isFailed(game, fen) ? { ratings: ratedBy(game, rating, 1) } : {};
  add("puzzles", game, fen ?? "", { ...streak, ...ratings });
}

/** The best run of the streak mode. @param {string} game */
export const bestRun = (game) => store.profile.runs[game] ?? 0;

/** @param {string} game @param {number} count */
export function recordRun(game, count) {
  if (count > bestRun(game)) change({ runs: { [game]: count } });
}

/** The rating of the user for the puzzles of a game, and whether it is still uncertain; `null` before the first puzzle. @param {string} game */
export function solverRating(game) {
  const known = store.profile.ratings[game];
  return known ? { points: known.rating, isRough: known.deviation > ROUGH } : null;
}

/** The change of the rating by a result against a puzzle. @param {string} game @param {number} puzzle its rating @param {0|1} score */
function ratedBy(game, puzzle, score) {
  const known = store.profile.ratings[game];
  // The first puzzle says where the user begins: the games have puzzles of different ratings.
  const player = known ? { ...known, volatility: known.volatility / MILLION } : { ...UNRATED, rating: puzzle };
  const { rating, deviation, volatility } = rate(player, [{ rating: puzzle, deviation: PUZZLE_DEVIATION, score }]);
  const points = { rating: Math.max(0, Math.round(rating)), deviation: Math.round(deviation) };
  return { [game]: { ...points, volatility: Math.round(volatility * MILLION) } };
}

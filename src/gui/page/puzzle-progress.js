// The puzzles that the user has solved, and how many in a row at the first try.

import { add, change, has } from "./profile.js";
import { store } from "./store.js";

/** @param {string} game @param {string|null} fen */
export function isSolved(game, fen) {
  return has("puzzles", game, fen ?? "");
}

/** How many puzzles in a row were solved at the first try. */
export function currentStreak() {
  return store.profile.streak ?? 0;
}

/** Ends the streak, because of a wrong move or a solution that was shown. */
export function endStreak() {
  if (currentStreak() > 0) change({ streak: 0 });
}

/** @param {string} game @param {string|null} fen @param {boolean} isFirstTry */
export function recordSolved(game, fen, isFirstTry) {
  // A puzzle that was solved before does not count again.
  if (isSolved(game, fen)) return;
  add("puzzles", game, fen ?? "", isFirstTry ? { streak: currentStreak() + 1 } : {});
}

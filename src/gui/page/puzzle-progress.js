// The puzzles that the user has solved, and how many in a row at the first try. Stored by the browser if it allows that.

const KEY = "ringstack-puzzles";

/** The positions of the solved puzzles of each rule set. @type {Record<string, string[]>} */
const solved = {};
let streak = 0;
try {
  const kept = JSON.parse(localStorage.getItem(KEY) ?? "{}");
  for (const [game, fens] of Object.entries(kept?.solved ?? {})) {
    if (Array.isArray(fens)) solved[game] = fens.filter((fen) => typeof fen === "string");
  }
  if (Number.isInteger(kept?.streak) && kept.streak > 0) streak = kept.streak;
} catch {
  // Without storage the progress lasts until the page is closed.
}

/** @param {string} game @param {string|null} fen */
export function isSolved(game, fen) {
  return solved[game]?.includes(fen ?? "") ?? false;
}

/** How many puzzles in a row were solved at the first try. */
export function currentStreak() {
  return streak;
}

/** Ends the streak, because of a wrong move or a solution that was shown. */
export function endStreak() {
  if (streak === 0) return;
  streak = 0;
  save();
}

/** @param {string} game @param {string|null} fen @param {boolean} isFirstTry */
export function recordSolved(game, fen, isFirstTry) {
  // A puzzle that was solved before does not count again.
  if (isSolved(game, fen)) return;
  solved[game] = [...(solved[game] ?? []), fen ?? ""];
  if (isFirstTry) streak += 1;
  save();
}

function save() {
  try {
    localStorage.setItem(KEY, JSON.stringify({ solved, streak }));
  } catch {
    // See above.
  }
}

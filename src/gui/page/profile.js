// What the server keeps for the user: settings, and progress in lessons and puzzles.

import { store } from "./store.js";
import { T } from "./texts.js";

/** @typedef {Partial<import("../types.js").Profile>} Profile a change of it */

/** @type {(change: Profile) => void} */
let send = () => {};

/** Sends changes to the server in this way. @param {(change: Profile) => void} sender */
export function connectProfile(sender) {
  send = sender;
}

/** Whether the profile contains an entry. @param {"lessons"|"puzzles"} part @param {string} game @param {string} id */
function has(part, game, id) {
  return store.profile[part]?.[game]?.includes(id) ?? false;
}

/** Adds an entry. @param {"lessons"|"puzzles"} part @param {string} game @param {string} id @param {Profile} [more] */
function add(part, game, id, more) {
  // The page need not wait for the answer.
  const all = store.profile[part];
  all[game] = [...(all[game] ?? []), id];
  change({ [part]: { [game]: [id] }, ...more });
}

/** Makes a change; added entries have been added already. @param {Profile} changed */
export function change(changed) {
  if (changed.streak !== undefined) store.profile.streak = changed.streak;
  Object.assign(store.profile.settings, changed.settings);
  send(changed);
}

/** The first fields of a file with the profile. */
const FORMAT = "ringstack-profile";
const VERSION = 1;

/** The profile as the text of a file. */
export function profileText() {
  return `${JSON.stringify({ format: FORMAT, version: VERSION, ...store.profile }, null, 2)}\n`;
}

/** The profile in the text of such a file. Throws an error for the user. @param {string} text @returns {import("../types.js").Profile} */
export function readProfile(text) {
  /** @type {any} */
  let file = null;
  try {
    file = JSON.parse(text);
  } catch {
    // It is no such file.
  }
  const { format, version, ...profile } = file ?? {};
  if (format !== FORMAT) throw new Error(T.profileForeign);
  if (version !== VERSION) throw new Error(T.profileVersion(String(version), VERSION));
  return profile;
}

/** @param {string} game @param {string} lesson */
export function isFinished(game, lesson) {
  return has("lessons", game, lesson);
}

/** @param {string} game @param {string} lesson */
export function finish(game, lesson) {
  if (!isFinished(game, lesson)) add("lessons", game, lesson);
}

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

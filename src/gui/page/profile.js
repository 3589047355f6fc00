// What the server keeps for the user: settings, and progress in lessons and puzzles.

import { store } from "./store.js";

/** @typedef {Partial<import("../types.js").Profile>} Profile a change of it */

/** @type {(change: Profile) => void} */
let send = () => {};

/** Sends changes to the server in this way. @param {(change: Profile) => void} sender */
export function connectProfile(sender) {
  send = sender;
}

/** Whether the profile contains an entry. @param {"lessons"|"puzzles"} part @param {string} game @param {string} id */
export function has(part, game, id) {
  return store.profile[part]?.[game]?.includes(id) ?? false;
}

/** Adds an entry. @param {"lessons"|"puzzles"} part @param {string} game @param {string} id @param {Profile} [more] */
export function add(part, game, id, more) {
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

// The lessons that the user has finished.

import { add, has } from "./profile.js";

/** @param {string} game @param {string} lesson */
export function isFinished(game, lesson) {
  return has("lessons", game, lesson);
}

/** @param {string} game @param {string} lesson */
export function finish(game, lesson) {
  if (!isFinished(game, lesson)) add("lessons", game, lesson);
}

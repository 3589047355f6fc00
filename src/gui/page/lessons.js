// The lessons of the games, fetched once.

import { ask } from "./api.js";

/** @typedef {import("../types.js").Lesson} Lesson */

/** The lessons by rule set. @type {Map<string, Promise<Lesson[]>>} */
const known = new Map();

/** The lessons of a rule set. @param {string} game @returns {Promise<Lesson[]>} */
export function lessonsOf(game) {
  let lessons = known.get(game);
  if (!lessons) {
    lessons = ask({ t: "lessons", game }).then((answer) => answer.lessons);
    known.set(game, lessons);
    // A failure, such as a lost connection, is not kept.
    lessons.catch(() => known.delete(game));
  }
  return lessons;
}

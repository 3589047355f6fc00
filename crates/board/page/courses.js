// Courses: the lessons of a rule set, after those of other rule sets that come first.

import { ask, remembered } from "./api.js";
import { isFinished } from "./profile.js";

/** A lesson and its rule set. @typedef {{game: string, lesson: import("../types.js").Lesson}} Item */
/** `own`: how many of the lessons are about this rule set. @typedef {{game: string, items: Item[], own: number}} Course */

/** The lessons of a rule set. */
export const lessonsOf = remembered(async (game) => (await ask({ t: "lessons", game })).lessons);

/** @param {string} name a rule set for all its lessons, or `rule-set/lesson` @returns {Promise<Item[]>} */
async function itemsOf(name) {
  const [game, id] = name.split("/");
  const lessons = await lessonsOf(game);
  return lessons.filter((lesson) => !id || lesson.id === id).map((lesson) => ({ game, lesson }));
}

/** @param {string} game @returns {Promise<Course>} */
export async function courseOf(game) {
  const own = await lessonsOf(game);
  const first = await Promise.all(own.flatMap(({ after }) => after).map(itemsOf));
  return { game, items: [...first.flat(), ...own.map((lesson) => ({ game, lesson }))], own: own.length };
}

/** @param {Item[]} items */
export function countFinished(items) {
  return items.filter(({ game, lesson }) => isFinished(game, lesson.id)).length;
}

/** The item after another one; after the last one, the first that is not finished. `null` if all are. @param {Item[]} items @param {Item} item */
export function nextItem(items, item) {
  const isOpen = (/** @type {Item} */ one) => one !== item && !isFinished(one.game, one.lesson.id);
  return items[items.indexOf(item) + 1] ?? items.find(isOpen) ?? null;
}

// Reads lessons of the protocol. Missing values become neutral ones.

import { ask } from "./api.js";
import { list, textOf, word, wordOrNull } from "./scene.js";

/**
 * @typedef {{text: string, accepted: string[], right: string, wrong: string, mistakes: Map<string, string>, reply: string|null}} Task
 * @typedef {{text: string, fen: string|null, moves: string[], points: string[], task: Task|null}} Step
 * @typedef {{id: string, title: string, text: string, steps: Step[]}} Lesson
 */

/** The lessons by rule set. @type {Map<string, Promise<Lesson[]>>} */
const known = new Map();

/** The lessons of a rule set. @param {string} game @returns {Promise<Lesson[]>} */
export function lessonsOf(game) {
  let lessons = known.get(game);
  if (!lessons) {
    lessons = ask({ t: "lessons", game }).then((raw) => list(raw?.lessons).map(readLesson));
    known.set(game, lessons);
    // A failure, such as a lost connection, is not kept.
    lessons.catch(() => known.delete(game));
  }
  return lessons;
}

/** @param {any} raw @returns {Lesson} */
function readLesson(raw) {
  return {
    id: word(raw?.id),
    title: textOf(raw?.title),
    text: textOf(raw?.text),
    steps: list(raw?.steps).map(readStep),
  };
}

/** @param {any} raw @returns {Step} */
function readStep(raw) {
  return {
    text: textOf(raw?.text),
    fen: wordOrNull(raw?.fen),
    moves: list(raw?.moves).map((token) => word(token)),
    points: list(raw?.points).map((id) => word(id)),
    task: raw?.task ? readTask(raw.task) : null,
  };
}

/** @param {any} raw @returns {Task} */
function readTask(raw) {
  const mistakes = new Map();
  for (const mistake of list(raw.mistakes)) {
    for (const token of list(mistake?.tokens)) mistakes.set(word(token), textOf(mistake?.text));
  }
  return {
    text: textOf(raw.text),
    accepted: list(raw.accepted).map((token) => word(token)),
    right: textOf(raw.right),
    wrong: textOf(raw.wrong),
    mistakes,
    reply: wordOrNull(raw.reply),
  };
}

// The sets of puzzles that the screen offers: those of a rule set, and the mistakes of a reviewed game.

import { isAsGood, mistakes } from "./mistakes.js";
import { endStreak, isSolved, recordSolved } from "./profile.js";
import { gradeOf, puzzlesOf } from "./puzzles.js";
import { store, titleOf } from "./store.js";
import { T } from "./texts.js";

/** @typedef {import("./puzzles.js").Puzzle} Puzzle */
/** @typedef {import("./mistakes.js").Mistake} Mistake */
/**
 * @typedef {object} PuzzleSet
 * @property {string} name the name in the address
 * @property {string} game
 * @property {string} title
 * @property {{href: string, label: string}} back where the user came from
 * @property {Puzzle[]} puzzles
 * @property {(puzzle: Puzzle) => boolean} isSolved
 * @property {(puzzle: Puzzle, isFirstTry: boolean) => void} solved
 * @property {(puzzle: Puzzle) => void} failed called when a move was wrong or the solution was shown
 * @property {(puzzle: Puzzle) => string} kindOf the grade, or the move of the game
 * @property {(puzzle: Puzzle, isFirst: boolean) => string} noteOf stands above the task; `isFirst`: whether the first move is to be found
 * @property {(puzzle: Puzzle) => string} task
 * @property {string} praise
 * @property {(puzzle: Puzzle, token: string) => string} blame
 * @property {(puzzle: Puzzle, token: string) => Promise<boolean>} [accepts] whether a move that is not the solution is as good; one move ends the puzzle then
 */

/** The name of the set of mistakes in the address. */
export const MISTAKES = "mistakes";

/** @param {string} game @returns {Promise<PuzzleSet>} */
export async function gameSet(game) {
  const puzzles = await puzzlesOf(game);
  return {
    name: game,
    game,
    title: titleOf(game),
    back: { href: "#puzzles", label: T.allPuzzles },
    puzzles,
    isSolved: ({ fen }) => isSolved(game, fen),
    solved: ({ fen }, isFirstTry) => recordSolved(game, fen, isFirstTry),
    failed: ({ fen }) => {
      if (!isSolved(game, fen)) endStreak();
    },
    kindOf: (puzzle) => T.grades[gradeOf(puzzle) - 1],
    noteOf: (puzzle, isFirst) =>
      [T.grades[gradeOf(puzzle) - 1], isFirst && T.winWithin(Math.ceil(puzzle.plies / 2))].filter(Boolean).join(" · "),
    task: () => T.puzzleTask,
    praise: T.puzzleSolved,
    blame: () => T.puzzleWrong,
  };
}

/** @returns {PuzzleSet} */
export function mistakeSet() {
  if (!store.known) throw new Error(T.waiting);
  const puzzles = mistakes();
  /** @type {Set<Puzzle>} */
  const done = new Set();
  const mistake = (/** @type {Puzzle} */ puzzle) => /** @type {Mistake} */ (puzzle);
  return {
    name: MISTAKES,
    game: store.game.id,
    title: T.learnMistakes,
    back: { href: "#board", label: T.toGame },
    puzzles,
    isSolved: (puzzle) => done.has(puzzle),
    solved: (puzzle) => void done.add(puzzle),
    failed: () => {},
    kindOf: (puzzle) => {
      const { number, played, mark } = mistake(puzzle);
      return `${number} ${played}${mark}`;
    },
    noteOf: () => T.mistakeNote,
    task: (puzzle) => {
      const { number, played, mark } = mistake(puzzle);
      return T.mistakeTask(`${number} ${played}`, T.marks[mark]);
    },
    praise: T.mistakeRight,
    accepts: (puzzle, token) => isAsGood(mistake(puzzle), token),
    blame: (puzzle, token) => {
      const { played, mark } = mistake(puzzle);
      return token === played ? T.mistakePlayed(T.marks[mark]) : T.mistakeWrong;
    },
  };
}

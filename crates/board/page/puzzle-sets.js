// The sets of puzzles that the screen offers: those of a rule set, the puzzle of the day, runs in the streak mode and
// against the clock, and the mistakes of a reviewed game.

import { clockText } from "./clock.js";
import { isAsGood, mistakes } from "./mistakes.js";
import { bestRun, isFailed, isSolved, recordFailed, recordRun, recordSolved } from "./profile.js";
import { gradeOf, itemOfDay, puzzlesOf, risingPuzzles } from "./puzzles.js";
import { redraw } from "./redraw.js";
import { store, titleOf } from "./store.js";
import { T } from "./texts.js";

/** @typedef {import("./puzzles.js").Puzzle} Puzzle */
/**
 * @typedef {object} PuzzleSet
 * @property {string} name the name in the address
 * @property {string} game
 * @property {string} title
 * @property {{href: string, label: string}} back where the user came from
 * @property {Puzzle[]} puzzles
 * @property {boolean} [isRated] whether the puzzles change the rating of the user
 * @property {(puzzle: Puzzle) => boolean} isSolved
 * @property {(puzzle: Puzzle) => boolean} [isFailed] whether the first try failed
 * @property {(puzzle: Puzzle, isFirstTry: boolean) => void} solved
 * @property {(puzzle: Puzzle) => void} failed called when a move was wrong or the solution was shown
 * @property {(puzzle: Puzzle) => string} kindOf the grade, or the move of the game
 * @property {(puzzle: Puzzle, isFirst: boolean, isOver: boolean) => string} noteOf stands above the task; `isFirst`: whether the first move is to be found
 * @property {(puzzle: Puzzle) => string} task
 * @property {string} praise
 * @property {(puzzle: Puzzle, token: string) => string} blame
 * @property {() => boolean} [isLost] in a run: whether a mistake has ended it
 * @property {Run} [run] the state of a run
 * @property {(puzzle: Puzzle, token: string) => Promise<boolean>} [accepts] whether a move that is not the solution is as good; one move ends the puzzle then
 */

/** `clock`: the time left, in a run against the clock; `lives`: the mistakes that are left; `missed`: the numbers of the puzzles that were not solved. @typedef {{solved: number, best: number, clock: string|null, lives: number, missed: number[], stop: () => void}} Run */

/** The names of sets in the address: the mistakes, the puzzle of the day; and before the game, a run in the streak mode or against the clock. */
export const MISTAKES = "mistakes";
export const DAILY = "daily";
const RUN = "streak-";
const TIMED = "timed-";

/** The milliseconds of a run against the clock, and the mistakes that end it. */
const RUN_TIME = 180_000;
const RUN_MISTAKES = 3;

/** The name of a run in the streak mode. @param {string} game */
export const runOf = (game) => RUN + game;
/** The name of a run against the clock. @param {string} game */
export const timedOf = (game) => TIMED + game;

/** The set with this name. @param {string} name @returns {Promise<PuzzleSet>} */
export async function namedSet(name) {
  if (name === MISTAKES) return mistakeSet();
  if (name === DAILY) return dailySet();
  if (name.startsWith(TIMED)) return runSet(name.slice(TIMED.length), true);
  return name.startsWith(RUN) ? runSet(name.slice(RUN.length), false) : gameSet(name);
}

/** Whether a set is made anew each time. @param {string} name */
export const isTransient = (name) => name === MISTAKES || name.startsWith(RUN) || name.startsWith(TIMED);

/** @param {string} game @returns {Promise<PuzzleSet>} */
export async function gameSet(game) {
  const puzzles = await puzzlesOf(game);
  return {
    name: game,
    game,
    title: titleOf(game),
    back: { href: "#puzzles", label: T.allPuzzles },
    puzzles,
    isRated: true,
    isSolved: ({ fen }) => isSolved(game, fen),
    isFailed: ({ fen }) => isFailed(game, fen),
    solved: (puzzle, isFirstTry) => recordSolved(game, puzzle, isFirstTry),
    failed: (puzzle) => recordFailed(game, puzzle),
    kindOf: (puzzle) => T.grades[gradeOf(puzzle) - 1],
    noteOf: (puzzle, isFirst, isOver) =>
      [
        T.grades[gradeOf(puzzle) - 1],
        isFirst && T.winWithin(Math.ceil(puzzle.moves.length / 2)),
        // The themes are a hint.
        ...(isOver ? [T.puzzleRating(puzzle.rating), ...puzzle.themes] : []),
      ]
        .filter(Boolean)
        .join(" · "),
    task: () => T.puzzleTask,
    praise: T.puzzleSolved,
    blame: () => T.puzzleWrong,
  };
}

/** The sets of all games that have puzzles. */
export async function gameSets() {
  const sets = await Promise.all(store.games.map(({ id }) => gameSet(id)));
  return sets.filter(({ puzzles }) => puzzles.length > 0);
}

/** The puzzle of the day, from all games. @returns {Promise<PuzzleSet>} */
async function dailySet() {
  if (!store.known) throw new Error(T.waiting);
  const all = (await gameSets()).flatMap((set) => set.puzzles.map((puzzle) => ({ set, puzzle })));
  const found = itemOfDay(all, new Date());
  if (!found) throw new Error(T.noPuzzles);
  return { ...found.set, name: DAILY, title: T.daily, puzzles: [found.puzzle] };
}

/** A run: puzzles of rising difficulty until the first mistake, or against the clock. @param {string} game @param {boolean} isTimed @returns {Promise<PuzzleSet>} */
async function runSet(game, isTimed) {
  const set = await gameSet(game);
  /** @type {Set<Puzzle>} */
  const done = new Set();
  /** @type {Puzzle[]} */
  const missed = [];
  let end = performance.now() + RUN_TIME;
  let isStopped = false;
  const allowed = isTimed ? RUN_MISTAKES : 1;
  const left = () => Math.max(0, end - performance.now());
  const isLost = () => isStopped || missed.length >= allowed || (isTimed && left() === 0);
  if (isTimed) {
    const tick = setInterval(() => {
      if (isLost()) clearInterval(tick);
      void redraw();
    }, 500);
  }
  // The best runs against the clock have a place of their own in the profile.
  const place = isTimed ? timedOf(game) : game;
  return {
    ...set,
    name: isTimed ? timedOf(game) : runOf(game),
    isRated: false,
    isFailed: undefined,
    title: (isTimed ? T.timed : T.run)(set.title),
    back: { href: `#puzzles/${encodeURIComponent(game)}`, label: set.title },
    puzzles: risingPuzzles(set.puzzles),
    isSolved: (puzzle) => done.has(puzzle),
    solved: (puzzle) => {
      recordSolved(game, puzzle, false);
      if (isLost()) return;
      done.add(puzzle);
      recordRun(place, done.size);
    },
    failed: (puzzle) => void missed.push(puzzle),
    isLost,
    get run() {
      return {
        solved: done.size,
        best: bestRun(place),
        clock: isTimed ? clockText(left()) : null,
        lives: Math.max(0, allowed - missed.length),
        missed: missed.map((puzzle) => set.puzzles.indexOf(puzzle) + 1),
        stop: () => {
          isStopped = true;
          end = performance.now();
          void redraw();
        },
      };
    },
  };
}

/** @returns {PuzzleSet} */
function mistakeSet() {
  if (!store.known) throw new Error(T.waiting);
  const puzzles = mistakes();
  /** @type {Set<Puzzle>} */
  const done = new Set();
  const mistake = (/** @type {Puzzle} */ puzzle) => /** @type {import("./mistakes.js").Mistake} */ (puzzle);
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

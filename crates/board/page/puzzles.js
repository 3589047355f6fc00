// Puzzles: how they are fetched, graded and solved.

import { ask, remembered } from "./api.js";

/**
 * `before`: the moves from `fen` to the position; `moves`: the solution, in turn of the player and of the other side;
 * `themes`: the names of what happens in it; of a mistake: `right`, the expected line of the better move, and `passed`,
 * that of the move of the game.
 * @typedef {{fen: string|null, before: string[], moves: string[], rating: number, themes: string[], right?: LineRequest, passed?: LineRequest}} Puzzle
 */
/** @typedef {1|2|3} Grade easy, medium, hard */
/** "unclear": the win is not proven, but likely. @typedef {"right"|"wrong"|"unclear"} Verdict */
/** What a position is worth for the player: the expected score, and whether it is proven. @typedef {{share: number, isProven: boolean}} Worth */
/** @typedef {import("../types.js").LineRequest} LineRequest */

/** The minimum ratings of puzzles of the second and third grade. */
const MEDIUM = 1250;
const HARD = 1500;
/** The puzzles of similar ratings of which a run has one. */
const STEP = 3;
const DAY = 86_400_000;
const MINUTE = 60_000;

/** The puzzles of a rule set, easy ones first. */
export const puzzlesOf = remembered(async (game) => {
  const { puzzles, themes: names } = await ask({ t: "puzzles", game });
  return puzzles.map((puzzle) => {
    const themes = puzzle.themes.map((word) => names[word].text);
    return /** @type {Puzzle} */ ({ ...puzzle, before: [], themes });
  });
});

/** The best line of a position as the engine sees it; `null` if it finds none. @param {import("./practice-board.js").Position} position */
export async function bestLine(position) {
  try {
    return await ask({ t: "best_line", ...position });
  } catch {
    return null;
  }
}

/** @param {Puzzle} puzzle @returns {Grade} */
export function gradeOf({ rating }) {
  return rating < MEDIUM ? 1 : rating < HARD ? 2 : 3;
}

/** Puzzles of rising difficulty, chosen by chance. @param {Puzzle[]} puzzles easy ones first */
export function risingPuzzles(puzzles) {
  const count = Math.ceil(puzzles.length / STEP);
  return Array.from({ length: count }, (_, n) => {
    const similar = puzzles.slice(n * STEP, (n + 1) * STEP);
    return similar[Math.floor(Math.random() * similar.length)];
  });
}

/** The item of the day: each date has its own, the same for everyone. @template A @param {A[]} items @param {Date} date @returns {A|undefined} */
export function itemOfDay(items, date) {
  const day = Math.floor((date.getTime() - date.getTimezoneOffset() * MINUTE) / DAY);
  // A multiple of the golden ratio spreads the days over the items.
  return items[Math.floor(((day * 0.6180339887498949) % 1) * items.length)];
}

/**
 * The index of the first unsolved puzzle after another one; the first puzzles follow the last. `null` if all are solved.
 * @param {Puzzle[]} puzzles
 * @param {(puzzle: Puzzle) => boolean} isSolved
 * @param {number} [after] the other one; without it the search begins at the first
 */
export function nextUnsolved(puzzles, isSolved, after = -1) {
  const order = puzzles.map((_, n) => (after + 1 + n) % puzzles.length);
  return order.find((n) => n !== after && !isSolved(puzzles[n])) ?? null;
}

/** An attempt to solve a puzzle: the moves of both sides so far. Once it is over, the user can step through them. */
export class Attempt {
  /** @param {Puzzle} puzzle */
  constructor(puzzle) {
    this.puzzle = puzzle;
    /** @type {string[]} */
    this.line = [];
    /** How many moves of the line the board shows. */
    this.count = 0;
    /** Whether no move was wrong and nothing was shown. */
    this.isClean = true;
    /** Whether the solution was shown. */
    this.isHelped = false;
  }

  /** The moves that lead to the position. */
  get moves() {
    return [...this.puzzle.before, ...this.line.slice(0, this.count)];
  }

  /** The move of the stored solution that comes next; `null` after its end or after another move. */
  get next() {
    const { moves } = this.puzzle;
    return this.line.every((token, n) => token === moves[n]) ? (moves[this.line.length] ?? null) : null;
  }

  /** The line from the first position that is right. @returns {LineRequest} */
  get first() {
    const { right, moves } = this.puzzle;
    return right ?? { moves, mate: moves.length };
  }

  /** The right line from here; `null` after another move. @returns {LineRequest|null} */
  get best() {
    if (this.next === null) return null;
    const { moves, mate } = this.first;
    const done = this.line.length;
    return { moves: moves.slice(done), mate: mate && mate - done };
  }

  /** Adds a move of either side. @param {string} token */
  add(token) {
    this.line.push(token);
    this.count = this.line.length;
  }

  /** Notes that the solution is shown. */
  help() {
    this.isClean = false;
    this.isHelped = true;
  }

  /** Whether the line has a move in this direction. @param {1|-1} way */
  canStep(way) {
    return way > 0 ? this.count < this.line.length : this.count > 0;
  }

  /** Goes one move forward or back in the line. @param {1|-1} way */
  step(way) {
    if (this.canStep(way)) this.count += way;
  }

  /** Returns to the first position. */
  restart() {
    this.line = [];
    this.count = 0;
  }

  /**
   * Judges a move of the player at the end of the line. The first one is right only if it is that of the solution: no
   * other move wins. Later ones are right if they keep the win.
   * @param {string} token
   * @param {() => Promise<Worth|null>} ask asks for the worth of the position after the move; `null` if it is unknown
   * @returns {Promise<Verdict>}
   */
  async judge(token, ask) {
    if (token === this.next) return "right";
    if (this.line.length === 0) return "wrong";
    const worth = await ask();
    if (worth?.share === 1 && worth.isProven) return "right";
    return worth && worth.share <= 0.5 ? "wrong" : "unclear";
  }
}

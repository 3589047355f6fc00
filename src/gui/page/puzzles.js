// Puzzles: how they are fetched, graded and solved.

import { ask, remembered } from "./api.js";

/**
 * `before`: the moves from `fen` to the position; `moves`: the solution, in turn of the player and of the other side,
 * which begins and ends with the player.
 * @typedef {{fen: string|null, before: string[], moves: string[], plies: number}} Puzzle
 */
/** @typedef {1|2|3} Grade easy, medium, hard */
/** @typedef {"right"|"wrong"|"solved"} Verdict */

/** The minimum length in plies of puzzles of the second and third grade. */
const MEDIUM = 6;
const HARD = 10;

/** The puzzles of a rule set, easy ones first. */
export const puzzlesOf = remembered(async (game) => {
  const { puzzles } = await ask({ t: "puzzles", game });
  return puzzles.map((puzzle) => /** @type {Puzzle} */ ({ ...puzzle, before: [] }));
});

/** The grade by the length of the win. @param {Puzzle} puzzle @returns {Grade} */
export function gradeOf({ plies }) {
  return plies < MEDIUM ? 1 : plies < HARD ? 2 : 3;
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

/** An attempt to solve a puzzle. */
export class Attempt {
  /** @param {Puzzle} puzzle */
  constructor(puzzle) {
    this.puzzle = puzzle;
    /** How many moves of the solution were made. */
    this.count = 0;
    /** Whether no move was wrong and nothing was shown. */
    this.isClean = true;
    /** Whether the solution was shown. */
    this.isHelped = false;
  }

  /** The moves that lead to the position. */
  get moves() {
    return [...this.puzzle.before, ...this.puzzle.moves.slice(0, this.count)];
  }

  /** How many moves the player still has to find. */
  get left() {
    return Math.ceil((this.puzzle.moves.length - this.count) / 2);
  }

  /** The move of the solution that comes next. */
  get next() {
    return this.puzzle.moves[this.count] ?? null;
  }

  get isOver() {
    return this.count >= this.puzzle.moves.length;
  }

  /** Notes that the solution is shown. */
  help() {
    this.isClean = false;
    this.isHelped = true;
  }

  /** Whether the solution has a move in this direction. @param {1|-1} way */
  canStep(way) {
    return way > 0 ? !this.isOver : this.count > 0;
  }

  /** Goes one move forward or back in the solution. @param {1|-1} [way] */
  step(way = 1) {
    if (this.canStep(way)) this.count += way;
  }

  /** Returns to the first position. */
  restart() {
    this.count = 0;
  }

  /** Makes a move of the player. A right one is answered by the other side. @param {string} token @returns {Verdict} */
  play(token) {
    if (token !== this.puzzle.moves[this.count]) {
      this.isClean = false;
      return "wrong";
    }
    this.count = Math.min(this.count + 2, this.puzzle.moves.length);
    return this.isOver ? "solved" : "right";
  }
}

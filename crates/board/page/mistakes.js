// The mistakes of the humans in a reviewed game, as puzzles: the better move is to be found.

import { linesOf } from "./consequences.js";
import { bestLine } from "./hint.js";
import { countMoves, numberText } from "./navigation.js";
import { isMistake, reviewMark, shareOf } from "./review.js";
import { winShare } from "./score.js";
import { humanSides, mainLine, node, store } from "./store.js";

/** @typedef {import("./puzzles.js").Puzzle} Puzzle */
/** The move of the game, its mark and number, the node before it, and the expected score of the better move. @typedef {Puzzle & {played: string, mark: string, number: string, node: number, best: number}} Mistake */

/** A move is as good as the better one if it costs no more than this share. */
const TOLERANCE = 0.02;

/** Whether another move is as good as the better one, as the engine sees it. @param {Mistake} mistake @param {string} token */
export async function isAsGood({ node: id, played, best }, token) {
  const line = token === played ? null : await bestLine(id, [token]);
  return line !== null && best - winShare(line) <= TOLERANCE;
}

/** The marked moves of the human sides for which the review knows a better move. @returns {Mistake[]} */
export function mistakes() {
  const line = mainLine();
  const humans = humanSides();
  const numbers = countMoves();
  return line.flatMap((at, n) => {
    const parent = node(at.parent);
    const side = parent?.status.to_act;
    const better = parent?.eval?.pv[0];
    // The user may have marked moves, too.
    const mark = reviewMark(at) || (isMistake(at) && at.mark) || "";
    const share = parent && shareOf(parent);
    if (!mark || !better || better === at.token || !side || !humans.includes(side) || share === null) return [];
    const lines = linesOf(at);
    return {
      fen: store.game.fen ?? null,
      before: line.slice(1, n).map(({ token }) => token),
      moves: [better],
      right: lines.better,
      passed: lines.played,
      rating: 0,
      themes: [],
      played: at.token,
      mark,
      number: numberText(numbers, at.id),
      node: parent.id,
      best: side === "p1" ? share : 1 - share,
    };
  });
}

// The mistakes of the humans in a reviewed game, as puzzles: the better move is to be found.

import { linesOf } from "./consequences.js";
import { bestLine } from "./hint.js";
import { countMoves, isMistake, numberText } from "./navigation.js";
import { humanSides, mainLine, node, store } from "./store.js";

/** The move of the game, its mark and number, its side, and the node before it with the expected score of player 1. @typedef {import("./puzzles.js").Puzzle & {played: string, mark: string, number: string, side: import("./store.js").Side, node: number, share: number}} Mistake */

/** A move is as good as the better one if it costs no more than this share. */
const TOLERANCE = 0.02;

/** Whether another move is as good as the better one, as the engine sees it. @param {Mistake} mistake @param {string} token */
export async function isAsGood({ node: id, played, side, share }, token) {
  const line = token === played ? null : await bestLine(id, [token]);
  return line !== null && (share - line.share) * (side === "p1" ? 1 : -1) <= TOLERANCE;
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
    const mark = at.verdict ?? ((isMistake(at) && at.mark) || "");
    const share = parent?.share;
    if (!mark || !better || better === at.token || !side || !humans.includes(side) || share === undefined) return [];
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
      side,
      node: parent.id,
      share,
    };
  });
}

// The mistakes of the humans in a reviewed game, as puzzles: the better move is to be found.

import { countMoves } from "./navigation.js";
import { isMistake, reviewMark } from "./review.js";
import { humanSides, mainLine, node, store } from "./store.js";

/** @typedef {import("./puzzles.js").Puzzle} Puzzle */
/** @typedef {Puzzle & {played: string, mark: string, number: string}} Mistake the move of the game, its mark and its number */

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
    if (!mark || !better || better === at.token || !side || !humans.includes(side)) return [];
    const { number, second } = numbers.get(at.id) ?? { number: n, second: false };
    return {
      fen: store.game.fen ?? null,
      before: line.slice(1, n).map(({ token }) => token),
      moves: [better],
      plies: 1,
      played: at.token,
      mark,
      number: `${number}${second ? "…" : "."}`,
    };
  });
}

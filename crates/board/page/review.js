// The verdicts of a review. A share is the expected score of player 1, from 0 to 1.

import { mainLine, node, store } from "./store.js";
import { verdict, winShare } from "./score.js";

/** @typedef {import("./store.js").TreeNode} TreeNode */

/** The share at a node, from its result or evaluation; `null` if unknown. @param {TreeNode} at */
export function shareOf(at) {
  const { result } = at.status;
  if (result && !at.status.to_act) return result.winner === "p1" ? 1 : result.winner === "p2" ? 0 : 0.5;
  return at.eval ? winShare(at.eval) : null;
}

/** Whether every position of the main line has a share, so that all moves can be judged. */
export function isReviewed() {
  const line = mainLine();
  const last = line.at(-1);
  return line.length > 2 && line.every((at, n) => n === 0 || shareOf(at) !== null || (at === last && !store.review));
}

/** How much of the expected score a move cost its player, from 0 to 1; `null` if unknown. @param {TreeNode} at */
export function lostBy(at) {
  const before = node(at.parent);
  if (!before?.status.to_act) return null;
  const was = shareOf(before);
  const is = shareOf(at);
  if (was === null || is === null) return null;
  // The best move of the engine costs nothing.
  if (before.eval?.pv[0] === at.token) return 0;
  return Math.max(0, before.status.to_act === "p1" ? was - is : is - was);
}

/** The mark of the review for a move, or "". @param {TreeNode} at */
export function reviewMark(at) {
  return verdict(lostBy(at) ?? 0);
}

/** The mean accuracy of the moves of a side in the main line, in percent; `null` without moves. @param {import("./store.js").Side} side */
export function accuracyOf(side) {
  const own = mainLine().filter((at) => node(at.parent)?.status.to_act === side);
  const accuracies = own.flatMap((at) => accuracy(lostBy(at)) ?? []);
  if (accuracies.length === 0) return null;
  return accuracies.reduce((sum, one) => sum + one) / accuracies.length;
}

/** The accuracy of a move by what it cost, in percent: the formula in docs/board.md. @param {number|null} lost */
function accuracy(lost) {
  if (lost === null) return null;
  return Math.max(0, Math.min(100, 103.1668 * Math.exp(-4.3544 * lost) - 3.1669));
}

/** Whether a move has a bad mark from a user or the review. @param {TreeNode} at */
export function isMistake(at) {
  return reviewMark(at) !== "" || ["?", "??", "?!"].includes(at.mark ?? "");
}

/** Whether the graph has something to show: at least every second position of the main line has a share. */
export function hasCurve() {
  const line = mainLine();
  return line.length > 2 && line.filter((at) => shareOf(at) !== null).length * 2 >= line.length;
}

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

/** The mark of the review for a move, or "". @param {TreeNode} at */
export function reviewMark(at) {
  const before = node(at.parent);
  if (!before?.status.to_act) return "";
  const was = shareOf(before);
  const is = shareOf(at);
  // The best move of the engine is never a mistake.
  if (was === null || is === null || before.eval?.pv[0] === at.token) return "";
  return verdict(before.status.to_act === "p1" ? was - is : is - was);
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

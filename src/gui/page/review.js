// What the evaluations of a game say about its moves. A share is the part of games that player 1 wins.

import { mainLine, node, store } from "./store.js";
import { verdict, winShare } from "./score.js";

/** @typedef {import("./store.js").TreeNode} TreeNode */

/** The share of player 1 at a node, by its result or its evaluation; `null` if it is not known. @param {TreeNode} at */
export function shareOf(at) {
  const { result } = at.status;
  if (result && !at.status.to_act) return result.winner === "p1" ? 1 : result.winner === "p2" ? 0 : 0.5;
  return at.eval ? winShare(at.eval) : null;
}

/** Whether every position of the main line has a share, so that moves can be compared. */
export function isReviewed() {
  const line = mainLine();
  const last = line.at(-1);
  return line.length > 2 && line.every((at, n) => n === 0 || shareOf(at) !== null || (at === last && !store.review));
}

/** The mark that the review gives to a move, or "". @param {TreeNode} at */
export function reviewMark(at) {
  const before = node(at.parent);
  if (!before?.status.to_act) return "";
  const was = shareOf(before);
  const is = shareOf(at);
  // The move that the engine expected cannot be worse than it expected.
  if (was === null || is === null || before.eval?.pv[0] === at.token) return "";
  return verdict(before.status.to_act === "p1" ? was - is : is - was);
}

/** Whether a move has a bad mark, by a user or by the review. @param {TreeNode} at */
export function isMistake(at) {
  return reviewMark(at) !== "" || ["?", "??", "?!"].includes(at.mark ?? "");
}

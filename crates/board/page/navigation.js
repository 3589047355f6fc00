// Navigation in the game tree.

import { mainLine, node, store } from "./store.js";

/** @typedef {import("./store.js").TreeNode} TreeNode */
/** @typedef {Map<number, {second: boolean, number: number}>} Numbers the number of each move, and whether player 2 made it */

/** The child from which the user last went back, for each node. Forward returns to it. @type {Map<number, number>} */
const left = new Map();

/** The child that forward leads to. @param {TreeNode} at */
function onward(at) {
  const before = left.get(at.id);
  return before !== undefined && at.children.includes(before) ? before : at.children[0];
}

/** The node one move back or forward. @param {number} from @param {number} way negative for back @returns {number|null} */
export function stepFrom(from, way) {
  const at = node(from);
  if (!at) return null;
  if (way >= 0) return onward(at) ?? null;
  if (at.parent !== null) left.set(at.parent, at.id);
  return at.parent;
}

/** The end of the line. @param {number} from @returns {number|null} */
export function lastFrom(from) {
  let at = node(from);
  while (at && at.children.length > 0) at = node(onward(at));
  return at?.id ?? null;
}

/** The next node with variations, or the end of the line. @param {number} from @param {number} way */
export function forkFrom(from, way) {
  let at = node(from);
  do at = way >= 0 ? node(at?.children[0]) : node(at?.parent);
  while (at && at.children.length < 2 && at.parent !== null && at.children.length > 0);
  return at?.id ?? null;
}

/** Whether a move has a bad mark from a user or the review. @param {TreeNode} at */
export function isMistake({ verdict, mark }) {
  return Boolean(verdict) || ["?", "??", "?!"].includes(mark ?? "");
}

/** The next mistake in the main line; the first one follows the last. @param {number} from */
export function mistakeFrom(from) {
  const line = mainLine();
  const index = Math.max(0, line.map(({ id }) => id).indexOf(from));
  return [...line.slice(index + 1), ...line.slice(0, index + 1)].find(isMistake)?.id ?? null;
}

/** A node and its ancestors. @param {number} id */
export function pathTo(id) {
  const path = [];
  for (let at = node(id); at; at = node(at.parent)) path.push(at.id);
  return path;
}

/** Whether a node is off the main line. @param {TreeNode|null} at */
export function isVariation(at) {
  for (let child = at, parent = node(at?.parent); child && parent; child = parent, parent = node(parent.parent)) {
    if (parent.children[0] !== child.id) return true;
  }
  return false;
}

/** Whether a node lies on the path from one node to a later one. The start is included, the end is not. @param {number} id @param {number} from @param {number} to */
export function liesBetween(id, from, to) {
  if (id === from) return true;
  // The path is empty if the game went back or to another line.
  const path = pathTo(to);
  return path.slice(0, Math.max(0, path.indexOf(from))).includes(id);
}

/** The number of a move as text. @param {Numbers} numbers @param {number} id */
export function numberText(numbers, id) {
  const { number, second } = numbers.get(id) ?? { number: 0, second: false };
  return `${number}${second ? "…" : "."}`;
}

/** Numbers all moves. The reply to a move has the same number. @returns {Numbers} */
export function countMoves() {
  /** @type {Numbers} */
  const numbers = new Map();
  /** @type {[number, boolean, number][]} */
  const left = [[store.game.root, true, 0]];
  for (let next = left.pop(); next; next = left.pop()) {
    const [id, answered, last] = next;
    const at = node(id);
    if (!at) continue;
    const second = at.status.to_act === "p2";
    const number = second && !answered ? last : last + 1;
    for (const child of at.children) {
      numbers.set(child, { second, number });
      left.push([child, second, number]);
    }
  }
  return numbers;
}

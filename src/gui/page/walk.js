// Ways through the record: which node comes next, and which one is worth a look.

import { mainLine, node } from "./state.js";
import { reviewMark } from "./graph.js";

/** The line that was left, for going forward again. @type {Map<number, number>} */
const left = new Map();

/** The child a line goes on with. @param {import("./state.js").Node} at */
function onward(at) {
  const before = left.get(at.id);
  return before !== undefined && at.children.includes(before) ? before : at.children[0];
}

/**
 * One turn back or forward.
 * @param {number} from
 * @param {number} way below 0 for back
 * @returns {number|null}
 */
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

/** The next place with variations, or the end of the line. @param {number} from @param {number} way */
export function forkFrom(from, way) {
  let at = node(from);
  do {
    at = way >= 0 ? node(at?.children[0]) : at?.parent === null ? null : node(at?.parent);
  } while (at && at.children.length < 2 && at.parent !== null && at.children.length > 0);
  return at?.id ?? null;
}

/** The next turn of the main line that has a bad mark, from the first one on when there is none behind. */
export function mistakeFrom(from) {
  const line = mainLine();
  const here = Math.max(0, line.findIndex((at) => at.id === from));
  const order = [...line.slice(here + 1), ...line.slice(0, here + 1)];
  return order.find((at) => reviewMark(at) !== "" || ["?", "??", "?!"].includes(at.mark ?? ""))?.id ?? null;
}

/** A node and those before it, up to the first position. @param {number} id */
export function wayTo(id) {
  const way = [];
  for (let at = node(id); at; at = at.parent === null ? null : node(at.parent)) way.push(at.id);
  return way;
}

/** Whether a node is off the main line. @param {import("./state.js").Node|null} at */
export function isVariation(at) {
  for (let found = at; found && found.parent !== null; found = node(found.parent)) if (node(found.parent)?.children[0] !== found.id) return true;
  return false;
}

/**
 * Whether a node is passed on the way from one node of the game to a later one, the first included. An
 * engine may have answered before the page heard of the turn it answers.
 * @param {number} id @param {number} from @param {number} to
 */
export function liesBetween(id, from, to) {
  if (id === from) return true;
  const way = wayTo(to), begun = way.indexOf(from);
  // Where the game has gone back, or along another line, there is no such way.
  return way.slice(0, Math.max(0, begun)).includes(id);
}

// A line of moves as buttons: pointing at one shows the position after it, and a click plays the line up to it.

import { onPointed } from "./dom.js";
import { h } from "./render.js";
import { node } from "./store.js";

/** @typedef {{peek: (tokens: string[]|null, at?: number) => void, play: (at: number, tokens: string[]) => void}} LineHandlers */

/** The number of moves shown of a better line. */
const BETTER = 4;

/** What the engine prefers to a move, numbered as if the players alternate. @param {import("./store.js").TreeNode} at @param {import("./navigation.js").Numbers} numbers @param {LineHandlers} on */
export function betterLine(at, numbers, on) {
  const parent = at.parent ?? 0;
  const pv = (node(parent)?.eval?.pv ?? []).slice(0, BETTER);
  const { number, second } = numbers.get(at.id) ?? { number: 1, second: false };
  const half = 2 * number + Number(second);
  const labels = pv.map((_, n) => {
    const isSecond = (half + n) % 2 === 1;
    return isSecond && n > 0 ? "" : `${Math.floor((half + n) / 2)}${isSecond ? "…" : "."} `;
  });
  return moveLine(pv, parent, on, labels);
}

/** @param {string[]} tokens @param {number} at the node where the line begins @param {LineHandlers} on @param {string[]} [labels] what stands before each move */
export function moveLine(tokens, at, on, labels = []) {
  return tokens.map((token, n) => {
    const line = tokens.slice(0, n + 1);
    const peek = () => on.peek(line, at);
    const handlers = { onfocus: peek, onblur: () => on.peek(null), onclick: () => on.play(at, line) };
    const props = { key: `${at} ${line.join(" ")}`, type: "button", ...onPointed(peek), ...handlers };
    return h("button.move-text", props, `${labels[n] ?? ""}${token}`);
  });
}

// A line of moves as buttons: pointing at one shows the position after it, and a click plays the line up to it.

import { onPointed } from "./dom.js";
import { h } from "./render.js";

/** @typedef {{peek: (tokens: string[]|null, at?: number) => void, play: (at: number, tokens: string[]) => void}} LineHandlers */

/** @param {string[]} tokens @param {number} at the node where the line begins @param {LineHandlers} on */
export function moveLine(tokens, at, on) {
  return tokens.map((token, n) => {
    const line = tokens.slice(0, n + 1);
    const peek = () => on.peek(line, at);
    const handlers = { onfocus: peek, onblur: () => on.peek(null), onclick: () => on.play(at, line) };
    const props = { key: `${at} ${line.join(" ")}`, type: "button", ...onPointed(peek), ...handlers };
    return h("button.move-text", props, token);
  });
}

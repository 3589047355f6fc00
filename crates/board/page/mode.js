// The mode of the board in this client: Play shows the game, Study adds analysis, comments and the graph.

import { redraw } from "./redraw.js";

/** @typedef {"play"|"study"} Mode */

const KEY = "ringstack-mode";

/** @type {Mode} */
let mode = "play";

export function currentMode() {
  return mode;
}

export function isStudying() {
  return mode === "study";
}

/** The mode before the page was reloaded, or `null`. @returns {Mode|null} */
export function rememberedMode() {
  try {
    const kept = sessionStorage.getItem(KEY);
    return kept === "play" || kept === "study" ? kept : null;
  } catch {
    // Storage may be disabled.
    return null;
  }
}

/** @param {Mode} next */
export function setMode(next) {
  mode = next;
  try {
    sessionStorage.setItem(KEY, next);
  } catch {
    // Without storage a reload forgets the mode.
  }
  void redraw();
}

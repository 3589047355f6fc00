// The mode of the board in this client: Play shows the game, Study adds analysis, comments and the graph.

import { byId } from "./dom.js";

/** @typedef {"play"|"study"} Mode */

const KEY = "ringstack-mode";

/** @type {Mode} */
let mode = "play";
/** @type {Set<(mode: Mode) => void>} */
const listeners = new Set();

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
  byId("screen-board").dataset.mode = next;
  try {
    sessionStorage.setItem(KEY, next);
  } catch {
    // Without storage a reload forgets the mode.
  }
  if (next === mode) return;
  mode = next;
  for (const listener of listeners) listener(next);
}

/** @param {(mode: Mode) => void} listener */
export function onMode(listener) {
  listeners.add(listener);
}

// The clocks on the page. The server says since when a clock runs; the page knows the time of the server.

import { store } from "./store.js";

/** The time of the server minus that of this page, in milliseconds. */
let offset = 0;
/** The time of the server when the connection was lost. @type {number|null} */
let stopped = null;

/** A clock warns below this many milliseconds. */
export const LOW = 20_000;

/** Sets the time of the server. @param {number} now @param {number} [asked] when this page asked for it */
export function synchronise(now, asked = performance.now()) {
  offset = now - (asked + performance.now()) / 2;
  stopped = null;
}

/** Stops the clocks, because the page does not know which one runs. */
export function stopClocks() {
  stopped ??= serverTime();
}

function serverTime() {
  return stopped ?? performance.now() + offset;
}

/** The remaining milliseconds of a side, or `null` without a clock. @param {"p1"|"p2"} side */
export function left(side) {
  if (!store.clock) return null;
  const at = store.clock.left[side === "p1" ? 0 : 1];
  const gone = store.clock.running === side ? serverTime() - (store.clock.since ?? 0) : 0;
  return Math.min(at, Math.max(0, at - gone));
}

/** @param {number} ms */
export function clockText(ms) {
  const tenths = Math.floor(ms / 100);
  const seconds = Math.floor(tenths / 10);
  const pad = (/** @type {number} */ n) => String(n).padStart(2, "0");
  if (seconds >= 3600)
    return `${Math.floor(seconds / 3600)}:${pad(Math.floor(seconds / 60) % 60)}:${pad(seconds % 60)}`;
  if (seconds < 20) return `0:${pad(seconds)}.${tenths % 10}`;
  return `${Math.floor(seconds / 60)}:${pad(seconds % 60)}`;
}

/** Calls `draw` whenever the text of the running clock changes. @param {() => void} draw */
export function tick(draw) {
  let shown = "";
  setInterval(() => {
    const side = store.clock?.running;
    const text = side ? clockText(left(side) ?? 0) : "";
    if (text !== shown && text) draw();
    shown = text;
  }, 100);
}

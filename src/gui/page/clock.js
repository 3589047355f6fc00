// The clocks on the page: they count down from what the server has said.

import { table } from "./state.js";

/** Milliseconds that a side has left now, or `null` without clocks. @param {"p1"|"p2"} side */
export function left(side) {
  if (!table.clock) return null;
  const at = table.clock.left[side === "p1" ? 0 : 1];
  const gone = table.clock.running === side ? performance.now() - table.clockAt : 0;
  return Math.max(0, at - gone);
}

/** @param {number} ms */
export function clockText(ms) {
  const tenths = Math.floor(ms / 100);
  const seconds = Math.floor(tenths / 10);
  const pad = (n) => String(n).padStart(2, "0");
  if (seconds >= 3600) return `${Math.floor(seconds / 3600)}:${pad(Math.floor(seconds / 60) % 60)}:${pad(seconds % 60)}`;
  if (seconds < 20) return `0:${pad(seconds)}.${tenths % 10}`;
  return `${Math.floor(seconds / 60)}:${pad(seconds % 60)}`;
}

/** Calls `draw` as often as the running clock shows something new. @param {() => void} draw */
export function tick(draw) {
  setInterval(() => { if (table.clock?.running) draw(); }, 100);
}

// Scores as text. They are for player 1.

import { T } from "./texts.js";

/** @typedef {import("./store.js").Score} Score */

/** Whether the scale of a score is known. A mate needs none. @param {Score} score */
export function isCalibrated(score) {
  return Boolean(score.scale) || score.mate !== undefined;
}

/** @param {number} n @param {number} digits after the point */
function decimal(n, digits) {
  const options = { minimumFractionDigits: digits, maximumFractionDigits: digits, useGrouping: false };
  return n.toLocaleString(T.locale, options);
}

/** @param {Score} score */
export function scoreText(score) {
  const bound = score.bound === "lower" ? "≥" : score.bound === "upper" ? "≤" : "";
  if (score.mate !== undefined) return `#${score.mate < 0 ? "−" : ""}${Math.abs(score.mate)}`;
  const value = (score.cp ?? 0) / 100;
  const sign = value > 0 ? "+" : value < 0 ? "−" : "";
  return bound + sign + decimal(Math.abs(value), Math.abs(value) >= 100 ? 0 : 2);
}

/** 12345678 as 12.3M. @param {number} n */
export function short(n) {
  return n.toLocaleString(T.locale, { notation: "compact", maximumFractionDigits: 1 });
}

// Scores as text and as winning chances.

import { T } from "./texts.js";

/** @typedef {import("./store.js").Score} Score */

/** The scale for engines that report none: this many centipawns win about 73 % of the games. */
const DEFAULT_SCALE = 100;

/** The expected score of player 1. @param {Score} score for player 1 @returns {number} 0 to 1 */
export function winShare(score) {
  if (score.mate !== undefined) return score.mate > 0 ? 1 : 0;
  return 1 / (1 + Math.exp(-(score.cp ?? 0) / (score.scale || DEFAULT_SCALE)));
}

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

/** Converts a score from the view of the player to move to player 1's view. @param {Score} line @param {string|null} toAct @returns {Score} */
export function forPlayer1(line, toAct) {
  const sign = toAct === "p2" ? -1 : 1;
  /** @type {Record<string, string>} */
  const flip = { lower: "upper", upper: "lower" };
  return {
    cp: line.cp === undefined ? undefined : line.cp * sign,
    mate: line.mate === undefined ? undefined : line.mate * sign,
    scale: line.scale,
    bound: sign < 0 ? (flip[line.bound ?? ""] ?? line.bound) : line.bound,
  };
}

/** The mark of a move by its lost share, or "", with the thresholds of `ringstack analyze`. @param {number} lost */
export function verdict(lost) {
  if (lost >= 0.2) return "??";
  if (lost >= 0.1) return "?";
  if (lost >= 0.05) return "?!";
  return "";
}

/** 12345678 as 12.3M. @param {number} n */
export function short(n) {
  return n.toLocaleString(T.locale, { notation: "compact", maximumFractionDigits: 1 });
}

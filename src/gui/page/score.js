// Scores for people: text, and the share of games that a score wins.

/** The scale of an engine that tells none: centipawns that win about 73 of 100 games. */
const USUAL = 100;

/**
 * The share of games that player 1 wins with a score.
 * @param {{cp?: number|null, mate?: number|null, scale?: number|null}} score for player 1
 * @returns {number} 0 to 1
 */
export function winShare(score) {
  if (score.mate !== undefined && score.mate !== null) return score.mate > 0 ? 1 : 0;
  return 1 / (1 + Math.exp(-(score.cp ?? 0) / (score.scale || USUAL)));
}

/** Whether the engine told how its scores become shares; a mate needs no scale. */
export function isCalibrated(score) {
  return Boolean(score.scale) || (score.mate !== undefined && score.mate !== null);
}

/** @param {{cp?: number|null, mate?: number|null, bound?: string}} score */
export function scoreText(score) {
  const bound = score.bound === "lower" ? "≥" : score.bound === "upper" ? "≤" : "";
  if (score.mate !== undefined && score.mate !== null) return `#${score.mate < 0 ? "−" : ""}${Math.abs(score.mate)}`;
  const value = (score.cp ?? 0) / 100;
  const sign = value > 0 ? "+" : value < 0 ? "−" : "";
  return bound + sign + Math.abs(value).toFixed(Math.abs(value) >= 100 ? 0 : 2);
}

/** The score of the player to move, for player 1. */
export function forPlayer1(line, toAct) {
  const sign = toAct === "p2" ? -1 : 1;
  const flip = { lower: "upper", upper: "lower" };
  return {
    cp: line.cp === null || line.cp === undefined ? null : line.cp * sign,
    mate: line.mate === null || line.mate === undefined ? null : line.mate * sign,
    scale: line.scale,
    bound: sign < 0 ? flip[line.bound] ?? line.bound : line.bound,
  };
}

/** The mark a turn deserves by the share it loses, or nothing; as the program's own analysis of files gives it. */
export function verdict(lost) {
  if (lost >= 0.2) return "??";
  if (lost >= 0.1) return "?";
  if (lost >= 0.05) return "?!";
  return "";
}

/** 12345678 as 12.3M. */
export function short(n) {
  if (n >= 1e9) return `${(n / 1e9).toFixed(1)}G`;
  if (n >= 1e6) return `${(n / 1e6).toFixed(1)}M`;
  if (n >= 1e4) return `${Math.round(n / 1e3)}k`;
  return String(n);
}

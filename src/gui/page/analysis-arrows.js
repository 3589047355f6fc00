// Arrows on the board for the first move of each analysis line.

import { settings } from "./settings.js";
import { viewState } from "./view-state.js";

/** The number of lines that get arrows. */
const MAX_LINES = 5;

/**
 * @param {import("./board-view.js").BoardView} board
 * @param {import("./analysis-view.js").AnalysisView} analysis
 * @param {boolean} isStarted whether a move is being entered
 */
export function drawArrows(board, analysis, isStarted) {
  if (viewState.peeking) return;
  const isShown = analysis.isFresh && settings.arrows && !analysis.hidesScores && !isStarted;
  const lines = isShown ? analysis.lines.slice(0, MAX_LINES) : [];
  // The best line is drawn last, on top of the others.
  board.mark({ arrows: lines.flatMap(({ paths, rank }) => (paths ?? []).map((path) => ({ path, rank }))).reverse() });
}

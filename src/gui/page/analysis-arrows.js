// The arrows of the analysis: where the first moves of its lines go.

import { settings } from "./settings.js";
import { viewState } from "./view-state.js";

/** Lines with arrows. */
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
  // The best one lies above the others.
  board.mark({ arrows: lines.flatMap(({ paths, rank }) => (paths ?? []).map((path) => ({ path, rank }))).reverse() });
}

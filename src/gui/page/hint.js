// Hints: the first press shows the piece to move, the second one the move.

import { ask, send } from "./api.js";
import { notice } from "./notices.js";
import { settings } from "./settings.js";
import { store } from "./store.js";
import { T } from "./texts.js";
import { mayTouch, viewState } from "./view-state.js";

/** How long the engine searches, and how long the page waits for its answer, in milliseconds. */
const SEARCH = 700;
const PATIENCE = 5000;

/** @typedef {import("./analysis-view.js").Lines} Lines */

/** The hint of a position: the places of its move. @type {{node: number, number: number, path: string[], step: number}|null} */
let hint = null;
/** Receives the lines of the search for a hint. @type {((lines: Lines) => void)|null} */
let receive = null;

/** Passes on lines of the analysis. Returns whether they belong to a hint. @param {Lines} lines */
export function takeHintLines(lines) {
  receive?.(lines);
  return receive !== null;
}

/** Whether the analysis runs for a hint. */
export function isHinting() {
  return receive !== null;
}

/** Shows the next step of the hint for the position at the cursor. @param {import("./board-controller.js").BoardController} controller */
export async function giveHint(controller) {
  if (receive || !mayTouch() || store.engines.length === 0) return;
  const [id, { number }] = [viewState.cursor, store.game];
  if (hint?.node !== id || hint.number !== number) {
    const path = await search(id);
    if (viewState.cursor !== id || store.game.number !== number) return;
    if (!path) return notice(T.noHintFound);
    hint = { node: id, number, path, step: 0 };
  }
  hint.step = Math.min(2, hint.step + 1);
  const { path, step } = hint;
  controller.board.showHint(path.slice(0, 1), step === 2 ? { path } : null);
}

/** The places of the best move, or `null`. @param {number} id @returns {Promise<string[]|null>} */
async function search(id) {
  const engine = Math.max(0, Math.min(settings.engine, store.engines.length - 1));
  /** @type {string[]|null} */
  let path = null;
  const done = new Promise((resolve) => {
    const timer = setTimeout(resolve, PATIENCE, null);
    receive = ({ node, lines, running }) => {
      if (node !== id) return;
      path = lines[0]?.paths?.[0] ?? path;
      if (running || !path) return;
      clearTimeout(timer);
      resolve(null);
    };
  });
  try {
    await ask({ t: "analyse", on: true, node: id, engine, lines: 1, ms: SEARCH, only: [] });
    await done;
  } catch {
    // The engine is not available.
  }
  receive = null;
  void send({ t: "analyse", on: false, node: id, engine, lines: 1, ms: SEARCH, only: [] });
  return path;
}

// Hints: the first press says what the move achieves and shows where, if the board shows it, the second one shows the
// piece to move, the third one the move.

import { ask, send } from "./api.js";
import { consequencesOf, mateOf, positionAt } from "./consequences.js";
import { isStudying } from "./mode.js";
import { notice } from "./notices.js";
import { whyNot } from "./own-side.js";
import { settings } from "./settings.js";
import { node, store } from "./store.js";
import { T } from "./texts.js";
import { mayTouch, viewState } from "./view-state.js";

/** How long the engine searches, and how long the page waits for its answer, in milliseconds. */
const SEARCH = 700;
const PATIENCE = 5000;

/** @typedef {import("./analysis-view.js").Lines} Lines */
/** @typedef {import("./analysis-view.js").Line} Line */

/** The hint of a position and the step that is shown. @type {{node: number, number: number, line: Line, aim: import("../types.js").Consequence|undefined, step: number}|null} */
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

/** Why there are no hints; `null` if there are. Who studies has the analysis, too. */
export function whyNoHint() {
  return whyNot(isStudying() ? "analyse" : "hint");
}

/** Shows the next step of the hint for the position at the cursor. @param {import("./board-controller.js").BoardController} controller */
export async function giveHint(controller) {
  const why = whyNoHint();
  if (why !== null) return notice(why);
  if (receive || !mayTouch() || store.engines.length === 0) return;
  const [id, { number }] = [viewState.cursor, store.game];
  if (hint?.node !== id || hint.number !== number) {
    const line = await bestLine(id);
    if (viewState.cursor !== id || store.game.number !== number) return;
    if (!line) return notice(T.noHintFound);
    const at = node(id);
    const mate = mateOf(at?.status.to_act, line.mate);
    const said = at && (await consequencesOf(positionAt(at), { moves: line.pv, mate }));
    if (viewState.cursor !== id || store.game.number !== number) return;
    const aim = said?.line.find(({ helps }) => helps === at?.status.to_act);
    hint = { node: id, number, line, aim, step: aim ? 0 : 1 };
  }
  hint.step = Math.min(3, hint.step + 1);
  const { line, aim, step } = hint;
  if (step === 1 && aim) return controller.showHint(T.hintAim(aim.text.text), aim.at);
  if (step === 2) return controller.showHint(T.hintFirst, [beginOf(controller, line)]);
  showLine(controller, T.hintMove(line.text?.text ?? ""), line);
}

/** Where the first move of a line begins: with the choice of a supply item, if there is one, or else with its first place. @param {import("./board-controller.js").BoardController} controller @param {Line} line */
function beginOf(controller, { arrows, steps }) {
  const from = steps?.flat()[0]?.from;
  return from && controller.entry.offers(from) ? from : (arrows?.[0]?.[0] ?? "");
}

/** Shows the first move of a line on the board, with a text below it. @param {import("./board-controller.js").BoardController} controller @param {string} text @param {Line} line */
export function showLine(controller, text, line) {
  const events = (line.steps ?? []).flat();
  const removed = events.flatMap(({ to, ground }) => (ground === "gone" && to ? [to] : []));
  controller.showHint(text, [beginOf(controller, line)], line.arrows ?? [], removed);
}

/** The line of the best move, or of the best of some moves; `null` if the engine finds none. @param {number} id @param {string[]} [only] @returns {Promise<Line|null>} */
export async function bestLine(id, only = []) {
  const engine = Math.max(0, Math.min(settings.engine, store.engines.length - 1));
  /** @type {Line|null} */
  let best = null;
  const done = new Promise((resolve) => {
    const timer = setTimeout(resolve, PATIENCE, null);
    receive = ({ node, lines, running }) => {
      if (node !== id) return;
      if (lines[0]?.arrows) best = lines[0];
      if (running || !best) return;
      clearTimeout(timer);
      resolve(null);
    };
  });
  try {
    await ask({ t: "analyse", on: true, node: id, engine, lines: 1, ms: SEARCH, only });
    await done;
  } catch {
    // The engine is not available.
  }
  receive = null;
  void send({ t: "analyse", on: false, node: id, engine, lines: 1, ms: SEARCH, only: [] });
  return best;
}

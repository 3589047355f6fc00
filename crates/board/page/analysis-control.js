// Starts and stops the analysis, and moves it to the cursor.

import { send } from "./api.js";
import { isHinting } from "./hint.js";
import { isStudying, setMode } from "./mode.js";
import { notice } from "./notices.js";
import { whyNot } from "./own-side.js";
import { settings } from "./settings.js";
import { node, store } from "./store.js";
import { T } from "./texts.js";
import { viewState } from "./view-state.js";

/** Milliseconds before the analysis follows the cursor. */
const FOLLOW = 60;

export class AnalysisControl {
  /** @param {{visit: (id: number) => void, entered: () => string|null}} on `entered`: the complete move that is being entered */
  constructor(on) {
    this.on = on;
    /** The node that this client asked to analyse (0 for none), until the server confirms it. @type {number|null} */
    this.wanted = null;
    this.timer = 0;
    // The game may have continued while the page was hidden.
    document.addEventListener("visibilitychange", () => this.follow());
  }

  /** Starts or stops the analysis at the cursor. @param {boolean} on @param {string[]} [only] restricts it to these moves */
  analyse(on, only = []) {
    clearTimeout(this.timer);
    const why = on ? whyNot("analyse") : null;
    if (why !== null) return notice(why);
    this.wanted = on ? viewState.cursor : 0;
    const engine = Math.max(0, Math.min(settings.engine, store.engines.length - 1));
    const limits = { lines: only.length ? 1 : settings.lines, ms: settings.analysisTime };
    void send({ t: "analyse", on, node: viewState.cursor, engine, ...limits, only });
  }

  /** Starts the analysis again with other settings, if it runs. */
  again() {
    if (store.analysis) this.analyse(true);
  }

  /** The server has confirmed the last request. */
  confirmed() {
    this.wanted = null;
  }

  /** Evaluates one move: the one that is being entered, or otherwise the one before the cursor. */
  evaluateMove() {
    setMode("study");
    const entered = this.on.entered();
    const at = node(viewState.cursor);
    if (entered) this.analyse(true, [entered]);
    else if (store.analysis?.only.length && store.analysis.node === viewState.cursor) this.analyse(true);
    else if (!at || at.parent === null) notice(T.noMove);
    else {
      this.on.visit(at.parent);
      this.analyse(true, [at.token]);
    }
  }

  /** Whether the analysis is at another node than the cursor. */
  get isElsewhere() {
    const { wanted } = this;
    return store.analysis !== null && wanted !== 0 && (wanted ?? store.analysis.node) !== viewState.cursor;
  }

  /** Moves the analysis to the cursor. */
  follow() {
    clearTimeout(this.timer);
    if (document.hidden || !isStudying() || isHinting() || !this.isElsewhere) return;
    this.timer = setTimeout(() => this.isElsewhere && this.analyse(true), FOLLOW);
  }
}

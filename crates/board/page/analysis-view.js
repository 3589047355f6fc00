// The analysis panel: switch, lines and score bar. Its height stays constant while an engine thinks.

import { menuOpener, openMenu } from "./choice-menu.js";
import { selectOf } from "./dialog.js";
import { button } from "./dom.js";
import { isStudying } from "./mode.js";
import { moveLine } from "./move-line.js";
import { redraw } from "./redraw.js";
import { classes, h } from "./render.js";
import { isCalibrated, scoreText, short } from "./score.js";
import { set, settings } from "./settings.js";
import { node, store } from "./store.js";
import { T } from "./texts.js";
import { viewState } from "./view-state.js";

/** @typedef {import("../types.js").AnalysisLine} Line */
/** @typedef {import("../types.js").AnalysisLines} Lines */

/** The choices for the time of an analysis, in seconds; 0 is unlimited. */
const TIMES = [0, 1, 5, 30, 120];
/** The number of moves shown per line. */
const MAX_MOVES = 14;
/** The number of lines that get arrows. */
const MAX_ARROWS = 5;
/** Milliseconds before a finger counts as gone, so that its click arrives first. */
const FINGER = 400;

export class AnalysisView {
  /** @param {import("./analysis-control.js").AnalysisControl} control @param {import("./move-line.js").LineHandlers & {threat: () => void}} on */
  constructor(control, on) {
    this.control = control;
    this.on = on;
    /** @type {Line[]} */
    this.lines = [];
    this.node = 0;
    /** Lines held back while the user reads the shown ones. @type {Lines|null} */
    this.waiting = null;
    this.isRead = false;
    this.leaving = 0;
    /** Whether the user holds the button that shows a hidden score. */
    this.isHeld = false;
  }

  /** @param {any} target */
  openMore(target) {
    const times = TIMES.map((n) => ({
      label: n ? T.seconds(n) : "∞",
      name: T.labelled(T.timeTitle, n ? T.seconds(n) : T.endless),
      checked: settings.analysisTime === n * 1000,
      work: () => {
        set("analysisTime", n * 1000);
        this.control.again();
      },
    }));
    openMenu(target, T.analysisMore, [
      ...times,
      {
        label: store.analysis?.only[0] ? T.allMoves : T.onlyThis,
        drawing: "check",
        work: () => this.control.evaluateMove(),
      },
      {
        label: settings.hideScore ? T.showScore : T.hideScore,
        drawing: "eye",
        work: () => set("hideScore", !settings.hideScore),
      },
    ]);
  }

  /** Handlers that keep the lines unchanged while the user reads them, by pointer or by focus. @returns {import("./render.js").Props} */
  get reader() {
    const read = () => {
      clearTimeout(this.leaving);
      this.isRead = true;
    };
    const leave = (ms = 0) => (this.leaving = setTimeout(() => this.release(), ms));
    return {
      onpointermove: (event) => (event.movementX || event.movementY) && read(),
      onpointerdown: read,
      onpointerleave: ({ pointerType }) => leave(pointerType === "mouse" ? 0 : FINGER),
      onfocusin: read,
      onfocusout: () => leave(),
    };
  }

  get hidesScores() {
    return settings.hideScore && !this.isHeld;
  }

  /** Whether the lines belong to the position at the cursor. */
  get isFresh() {
    return store.analysis !== null && store.analysis.node === this.node && this.node === viewState.cursor;
  }

  /** The best move, or nothing if only one move is evaluated. */
  get bestMove() {
    return this.isFresh && store.analysis?.only.length === 0 ? this.lines[0]?.pv[0] : undefined;
  }

  /** @param {boolean} held */
  hold(held) {
    if (this.isHeld === held) return;
    this.isHeld = held;
    void redraw();
  }

  /** Takes in lines of the analysis. @param {Lines} message */
  take(message) {
    if (this.isRead && this.node === message.node && this.lines.length > 0) {
      this.waiting = message;
      return;
    }
    this.waiting = null;
    this.node = message.node;
    this.lines = message.lines;
    void redraw();
  }

  /** Drops the lines, because the set of evaluated moves has changed. */
  forget() {
    this.waiting = null;
    this.lines = [];
  }

  /** Shows the lines that were held back. */
  release() {
    this.isRead = false;
    this.on.peek(null);
    if (this.waiting) this.take(this.waiting);
  }

  /** What is shown at the cursor. */
  get shown() {
    const at = node(viewState.cursor);
    // In a finished position there is nothing to search, even if an engine reports lines.
    const isOver = at !== null && !at.status.to_act;
    const lines = this.isFresh && !isOver ? this.lines : [];
    const score = lines[0] && !this.hidesScores ? lines[0] : null;
    // A reviewed or finished position needs no analysis.
    const chance = score?.share ?? (this.hidesScores ? null : (at?.share ?? null));
    return { isOver, lines, score, chance, share: `${(chance ?? 0.5) * 100}%` };
  }

  /** The bar beside the board. */
  bar() {
    const { chance, share } = this.shown;
    const look = classes("evalbar", chance === null && "off", viewState.flipped && "flipped");
    return h("div", { class: look, "aria-hidden": "true" }, h("i", { style: { height: share } }));
  }

  draw() {
    const on = store.analysis !== null;
    const { isOver, lines, score, share } = this.shown;
    const value = !on || (isOver && !score) ? "" : score ? scoreText(score) : "…";
    const count = on ? settings.lines : 0;
    const rows = Array.from({ length: count }, (_, n) => {
      if (lines[n]) return this.row(lines[n]);
      return h("li.none", n > 0 ? "" : isOver ? T.noMore : T.noLines);
    });
    return h("section", { class: classes("analysis card", on && "on"), "aria-label": T.regions.analysis }, [
      this.head(value, lines[0]),
      h("div.bar", { "aria-hidden": "true" }, h("div.bar-1", { style: { width: share } })),
      h("ol", { class: "lines", style: { "--count": count }, ...this.reader }, rows),
    ]);
  }

  /** An arrow on the board for the first move of each line. */
  get arrows() {
    const isShown = isStudying() && this.isFresh && settings.arrows && !this.hidesScores;
    const lines = isShown ? this.lines.slice(0, MAX_ARROWS) : [];
    // The best line is drawn last, on top of the others.
    return lines.flatMap(({ arrows, rank }) => (arrows ?? []).map((path) => ({ path, rank }))).reverse();
  }

  /** The switch, the score, and the settings. @param {string} value @param {Line|undefined} best */
  head(value, best) {
    const depth = best?.seldepth ? `${best.depth}/${best.seldepth}` : best?.depth;
    const facts = best ? `${T.depth(depth)} · ${T.speed(short(best.nps))}` : "";
    const engines = store.engines.map(({ name }, n) => [String(n), name]);
    const counts = [1, 2, 3, 4, 5].map((n) => [String(n), T.lines(n)]);
    const onchange = (/** @type {any} */ { target }) => {
      this.control.analyse(target.checked);
      // The server may refuse: the switch keeps showing the actual state.
      void redraw();
    };
    return h("div.head", [
      h("label.switch", [
        h("input", { type: "checkbox", role: "switch", checked: store.analysis !== null, onchange }),
        h("span", T.analysis),
      ]),
      h("output.value", value),
      h("span.facts", { title: best && !isCalibrated(best) ? T.uncalibrated : "" }, facts),
      store.analysis?.only[0] &&
        button(null, T.allMoves, () => this.control.evaluateMove(), { class: "quiet", title: T.onlyThisHint }),
      settings.hideScore && this.holdButton(),
      button("threat", T.threat, this.on.threat, { short: true, class: "quiet" }),
      this.choice(T.engines, "engine", engines, Math.min(settings.engine, Math.max(0, engines.length - 1))),
      this.choice(T.lineCount, "lines", counts, settings.lines),
      menuOpener(T.analysisMore, "quiet", (target) => this.openMore(target)),
    ]);
  }

  /** The choice of a setting. A list of one is marked. @param {string} label @param {string} name @param {string[][]} options @param {number} value */
  choice(label, name, options, value) {
    const onchange = (/** @type {any} */ { target }) => {
      set(name, Number(target.value));
      this.control.again();
    };
    return selectOf(options, { class: options.length < 2 ? "single" : null, "aria-label": label, value, onchange });
  }

  holdButton() {
    const release = () => this.hold(false);
    return button(null, T.holdScore, () => null, {
      class: "quiet",
      onpointerdown: () => this.hold(true),
      onkeydown: (event) => {
        if (event.key !== " " && event.key !== "Enter") return;
        event.preventDefault();
        this.hold(true);
      },
      onpointerup: release,
      onpointerleave: release,
      onpointercancel: release,
      onblur: release,
      onkeyup: release,
    });
  }

  /** @param {Line} line */
  row(line) {
    const play = (/** @type {number} */ at, /** @type {string[]} */ tokens) => {
      this.isRead = false;
      this.on.play(at, tokens);
    };
    const moves = moveLine(line.pv.slice(0, MAX_MOVES), this.node, { peek: this.on.peek, play });
    return h("li", [
      h("span.key", { "aria-hidden": "true", style: { background: `var(--arrow-${Math.min(line.rank, 3)})` } }),
      h("b", { class: line.share < 0.5 ? "value second" : "value" }, this.hidesScores ? "" : scoreText(line)),
      h("span.pv", moves),
    ]);
  }
}

// The panel of the analysis: switch, bar, lines. Its height does not change while an engine thinks.

import { button, el, onPointed, put } from "./dom.js";
import { here } from "./here.js";
import { forPlayer1, isCalibrated, scoreText, short, winShare } from "./score.js";
import { onSetting, set, settings } from "./settings.js";
import { node, table } from "./state.js";
import { T } from "./texts.js";

/** Turns of a line that are shown. */
const SHOWN = 14;

export class AnalysisView {
  /**
   * @param {HTMLElement} host
   * @param {{toggle: (on: boolean) => void, again: () => void, only: () => void, peek: (tokens: string[]|null, at?: number) => void, play: (at: number, tokens: string[]) => void, shown: () => void}} on
   */
  constructor(host, on) {
    this.host = host;
    this.on = on;
    this.lines = [];
    this.node = 0;
    this.running = false;
    this.still = false;
    this.waiting = null;
    this.switch = el("input", { type: "checkbox", role: "switch", id: "analysis-switch", onchange: () => this.press() });
    /** Whether a hidden score is looked at for a moment. */
    this.held = false;
    this.value = el("output", { class: "value" });
    this.hold = button(null, T.holdScore, () => null, { class: "quiet", id: "hold-score",
      onpointerdown: () => this.look(true), onpointerup: () => this.look(false), onpointerleave: () => this.look(false), onpointercancel: () => this.look(false), onblur: () => this.look(false),
      onkeydown: (event) => { if ([" ", "Enter"].includes(event.key)) { event.preventDefault(); this.look(true); } }, onkeyup: () => this.look(false) });
    this.facts = el("span", { class: "facts" });
    this.choice = el("select", { "aria-label": T.engines, onchange: () => { set("engine", Number(this.choice.value)); on.again(); } });
    this.count = el("select", { "aria-label": T.lineCount, onchange: () => { set("lines", Number(this.count.value)); on.again(); } },
      ...[1, 2, 3, 4, 5].map((n) => el("option", { value: n }, T.lines(n))));
    this.time = el("select", { "aria-label": T.timeTitle, onchange: () => { set("analysisTime", Number(this.time.value)); on.again(); } },
      ...[0, 1, 5, 30, 120].map((n) => el("option", { value: n * 1000 }, n ? T.seconds(n) : T.endless)));
    this.hide = button(null, T.hideScore, () => set("hideScore", !settings.hideScore), { class: "quiet" });
    this.only = button(null, T.onlyThis, () => on.only(), { class: "quiet", id: "evaluate-turn", title: T.onlyThisHint });
    this.bar = el("div", { class: "bar", "aria-hidden": "true" }, el("div", { class: "bar-1" }));
    this.list = el("ol", { class: "lines" });
    // A list that grows below a pointer is not read yet.
    this.list.addEventListener("pointermove", (event) => { if (event.movementX || event.movementY) { clearTimeout(this.leaving); this.still = true; } });
    this.list.addEventListener("pointerdown", () => { clearTimeout(this.leaving); this.still = true; });
    // A finger leaves before its click comes.
    this.list.addEventListener("pointerleave", (event) => { this.leaving = setTimeout(() => this.release(), event.pointerType === "mouse" ? 0 : 400); });
    // Neither does the focus get lost in a list that is drawn anew.
    this.list.addEventListener("focusin", () => { clearTimeout(this.leaving); this.still = true; });
    this.list.addEventListener("focusout", () => { this.leaving = setTimeout(() => this.release(), 0); });
    this.details = el("div", { class: "details" }, this.choice, this.count, this.time, this.only, this.hide, this.hold);
    host.append(el("div", { class: "head" }, el("label", { class: "switch" }, this.switch, el("span", {}, T.analysis)), this.value, this.facts), this.bar, this.list, this.details);
    onSetting((name) => { if (["hideScore", "lines"].includes(name)) this.draw(); });
  }

  /** Whether scores are hidden now. */
  get hides() {
    return settings.hideScore && !this.held;
  }

  /** Whether the lines are those of the position that is looked at: the analysis may be that of another window. */
  get fresh() {
    return table.analysis !== null && table.analysis.node === this.node && this.node === here.cursor;
  }

  /** The switch stands as the analysis does, which may be refused. */
  press() {
    const on = this.switch.checked;
    this.switch.checked = table.analysis !== null;
    this.on.toggle(on);
  }

  /** A hidden score is shown as long as somebody wants to see it. @param {boolean} held */
  look(held) {
    if (this.held === held) return;
    this.held = held;
    this.draw();
    this.on.shown();
  }

  /** Lines of the analysis; while somebody reads them they stand still. */
  take(id, lines, running) {
    if (this.still && this.node === id && this.lines.length > 0) {
      this.waiting = [id, lines, running];
      return;
    }
    this.waiting = null;
    this.node = id;
    this.lines = lines;
    this.running = running;
    this.draw();
  }

  /** Other turns are looked at: what was found is about those before. */
  forget() {
    this.waiting = null;
    this.lines = [];
  }

  /** Nobody reads the lines any more. */
  release() {
    this.still = false;
    this.on.peek(null);
    if (!this.waiting) return;
    const [id, lines, running] = this.waiting;
    this.waiting = null;
    this.take(id, lines, running);
  }

  draw() {
    const on = table.analysis !== null;
    this.switch.checked = on;
    this.host.classList.toggle("on", on);
    this.hold.hidden = !settings.hideScore;
    this.hide.querySelector("span").textContent = settings.hideScore ? T.showScore : T.hideScore;
    const names = table.engines.map((engine) => engine.name).join("|");
    if (this.choice.dataset.names !== names) {
      this.choice.dataset.names = names;
      put(this.choice, ...table.engines.map((engine, n) => el("option", { value: n }, engine.name)));
    }
    this.choice.value = String(Math.min(settings.engine, Math.max(0, table.engines.length - 1)));
    this.count.value = String(settings.lines);
    this.time.value = String(settings.analysisTime);
    const only = table.analysis?.only[0] ?? "";
    this.only.querySelector("span").textContent = only ? T.allTurns : T.onlyThis;
    this.host.dataset.only = only;
    const toAct = node(this.node)?.status?.to_act ?? null;
    // Where the rules know of no turn there is nothing to search, whatever an engine says.
    const status = node(here.cursor)?.status, ended = Boolean(status) && !status.to_act;
    const lines = this.fresh && !ended ? this.lines : [];
    const best = lines[0];
    const score = best ? forPlayer1(best, toAct) : null;
    this.value.textContent = on ? (score && !this.hides ? scoreText(score) : ended ? "" : "…") : "";
    this.facts.textContent = best ? `${T.depth(best.depth)} · ${T.speed(short(best.nps))}` : "";
    this.facts.title = best && !isCalibrated(best) ? T.uncalibrated : "";
    this.bar.firstChild.style.width = `${(score && !this.hides ? winShare(score) : 0.5) * 100}%`;
    this.list.style.setProperty("--count", String(on ? settings.lines : 0));
    const rows = [];
    for (let n = 0; on && n < settings.lines; n += 1) {
      const line = lines[n];
      rows.push(line ? this.row(line, toAct) : el("li", { class: "none" }, n > 0 ? "" : ended ? T.noMore : T.noLines));
    }
    put(this.list, ...rows);
  }

  row(line, toAct) {
    const at = this.node;
    const turns = line.pv.slice(0, SHOWN).map((token, n) => el("button", {
      type: "button", class: "turn-text",
      ...onPointed(() => this.on.peek(line.pv.slice(0, n + 1), at)),
      onfocus: () => this.on.peek(line.pv.slice(0, n + 1), at),
      onblur: () => this.on.peek(null),
      onclick: () => { this.still = false; this.on.play(at, line.pv.slice(0, n + 1)); },
    }, token));
    return el("li", { "data-rank": line.rank }, el("b", { class: "value" }, this.hides ? "" : scoreText(forPlayer1(line, toAct))), el("span", { class: "pv" }, ...turns));
  }
}

// The dialog in which somebody sets a position up: a board, what can be put on it, what is beside it.
// What that is the house says, so nothing here knows a game.

import { BoardView, drawPlace } from "./board.js";
import { ask as question, dialog, newGame, titleOf } from "./dialogs.js";
import { button, el, icon, put, renew, svg } from "./dom.js";
import { speak } from "./notices.js";
import { drawPiece } from "./pieces.js";
import { settings } from "./settings.js";
import { Setup } from "./setup.js";
import { table } from "./state.js";
import { T } from "./texts.js";

/** @typedef {import("./setup.js").Palette} Palette */
/** @typedef {import("./setup.js").Put} Put */

/** Milliseconds after the last key before a text is read. */
const PAUSE = 250;
/** Pixels before a press becomes a drag. */
const DRAG = 7;

export class Editor {
  /** @param {{send: (intention: any) => boolean, ask: (question: any) => Promise<any>, titles: Map<string, any>, about: (game: string) => Promise<any>}} on */
  constructor(on) {
    this.on = on;
    this.box = null;
    this.flipped = false;
    /** What is put, by board. @type {Map<string, {put: string, height: number}>} */
    this.tools = new Map();
    /** The board whose palette keys choose from. */
    this.board = "";
    this.timer = 0;
    /** What was done last, for people who do not see it. */
    this.done = "";
    this.setup = new Setup({
      ask: (asked) => on.ask({ t: "edit", ...asked }),
      changed: (how) => this.draw(how),
      failed: (text) => this.say(text),
    });
    this.host = el("div", { class: "boards" });
    this.room = el("div", { class: "stage" }, this.host);
    this.view = new BoardView(this.host, { touch: (id) => this.touch(id), grab: (id) => this.grab(id), drop: (id) => this.drop(id), hover: (id) => this.view.glow(id === null ? [] : [id]) });
    this.host.addEventListener("contextmenu", (event) => {
      const id = event.target?.dataset?.place;
      if (!id) return;
      event.preventDefault();
      this.clear(id);
    });
    this.watchTools();
  }

  /** Begins with the position of a node. @param {number} node @param {boolean} flipped */
  open(node, flipped) {
    if (this.box?.open) return;
    this.flipped = flipped;
    this.grabbed = null;
    this.refused = "";
    this.problem = el("p", { class: "problem", role: "status" });
    this.palettes = el("div", { class: "palettes" });
    this.counts = el("div", { class: "counts" });
    this.choices = el("div", { class: "choices" });
    this.fen = el("input", { type: "text", id: "edit-fen", spellcheck: "false", autocomplete: "off", oninput: () => this.type(), onchange: () => this.read() });
    const games = table.games.length ? table.games : [table.game.id];
    this.game = el("select", { id: "edit-game", onchange: () => { this.tools.clear(); this.setup.load(null, "set", this.game.value); } }, ...games.map((id) => el("option", { value: id }, titleOf(id, this.on.titles))));
    this.game.value = table.game.id;
    for (const id of games) void this.on.about(id).then(() => { for (const option of this.game.options) if (option.value === id) option.textContent = titleOf(id, this.on.titles); }).catch(() => null);
    this.back = button("undo", T.editUndo, () => this.setup.undo(), { id: "edit-undo" });
    this.play = button("play", T.editPlay, () => this.begin(), { id: "edit-play", class: "main", autofocus: true });
    this.box = dialog(T.editTitle,
      el("div", { class: "setup" }, this.room,
        el("div", { class: "sets" }, this.palettes, this.problem, this.counts, this.choices,
          el("label", { class: "field" }, el("span", {}, T.editFen), this.fen), games.length > 1 ? el("label", { class: "field" }, el("span", {}, T.game), this.game) : null,
          el("div", { class: "buttons" }, this.back, button("trash", T.editClear, () => this.clearAll(), { id: "edit-clear" }), button("first", T.editStart, () => this.setup.load(null), { id: "edit-start" }), button("flip", T.flip, () => this.flip(), { short: true })))),
      el("footer", {}, button(null, T.editCancel, () => this.box.leave(), { id: "edit-cancel" }), this.play));
    this.box.classList.add("editor");
    this.box.leave = () => {
      if (this.setup.past.length === 0) this.box.close();
      else question(T.editLeave, T.editLeaveYes, T.editLeaveNo, () => this.box.close());
    };
    this.box.addEventListener("keydown", (event) => this.key(event));
    this.setup.begin({ game: null, fen: null, node });
  }

  /** Says why something cannot be done, or what is wrong with the position. @param {string} text */
  say(text) {
    if (this.problem) renew(this.problem, text ? el("span", {}, text) : null);
  }

  /** Shows what the house said. @param {"set"|"typed"} how */
  draw(how) {
    const { answer } = this.setup;
    if (!answer || !this.box?.open) return;
    this.refused = "";
    const { scene } = answer;
    const { p1, p2 } = scene.players;
    this.view.turned = p1.seat === p2.seat ? 0 : (360 - (this.flipped ? p2 : p1).seat) % 360;
    this.view.coordinates = settings.coordinates;
    this.view.show(scene);
    const can = answer.palettes.filter((palette) => palette.active).flatMap((palette) => [...palette.places.keys()]);
    this.view.mark({ next: [{ at: can }], silent: true });
    this.drawPalettes();
    this.drawCounts();
    this.drawChoices();
    const over = answer.fen !== null && scene.toAct === null;
    this.say(answer.problem || (over ? T.editOver : T.editGood));
    this.problem.classList.toggle("good", answer.fen !== null);
    // What somebody types is theirs as long as they do.
    if (how !== "typed") this.fen.value = answer.fen ?? "";
    this.fen.placeholder = T.editNone;
    if (scene.game) this.game.value = scene.game;
    this.back.disabled = this.setup.past.length === 0;
    this.play.disabled = answer.fen === null;
    if (this.done) {
      const place = this.view.hits.get(this.done);
      speak(place?.getAttribute("aria-label") ?? "");
      this.done = "";
    }
  }

  // What is put on places.

  /** The put that a tool of a palette stands for. @param {Palette} palette */
  tool(palette) {
    const tool = this.tools.get(palette.board);
    const found = palette.puts.find((one) => one.put === tool?.put) ?? palette.puts.find((one) => one.put !== palette.clear) ?? palette.puts[0];
    const [least, most] = found?.heights ?? [0, 0];
    return { found, height: found?.heights ? Math.max(least, Math.min(most, tool?.height ?? least)) : null };
  }

  /** What a put with a height is as the value of a place. @param {string} word @param {number|null} height */
  value(word, height) {
    return height === null ? word : `${word}:${height}`;
  }

  /** Puts what is chosen on a place; once more takes it off. @param {string} id */
  touch(id) {
    const palette = this.setup.paletteOf(id);
    if (!palette) return;
    this.board = palette.board;
    const { found, height } = this.tool(palette);
    const spot = this.setup.spot(palette, id);
    const same = spot?.put === found.put && (spot.height ?? null) === height;
    if (same && found.put === palette.clear) return;
    this.place(id, same ? palette.clear : this.value(found.put, height));
  }

  /** @param {string} id @param {string} value */
  place(id, value) {
    this.done = id;
    this.setup.set([`${id}=${value}`]);
  }

  /** @param {string} id */
  clear(id) {
    const palette = this.setup.paletteOf(id);
    if (palette && this.setup.spot(palette, id)?.put !== palette.clear) this.place(id, palette.clear);
  }

  clearAll() {
    const palettes = this.setup.answer?.palettes.filter((palette) => palette.active) ?? [];
    this.setup.set(palettes.flatMap((palette) => [...palette.places.keys()].map((id) => `${id}=${palette.clear}`)));
  }

  grab(id) {
    const palette = this.setup.paletteOf(id);
    this.grabbed = palette ? id : null;
    return palette !== undefined;
  }

  /** What is dragged goes to another place, or away. @param {string|null} to */
  drop(to) {
    const from = this.grabbed;
    this.grabbed = null;
    const palette = from ? this.setup.paletteOf(from) : undefined;
    const spot = palette && from ? this.setup.spot(palette, from) : undefined;
    if (!palette || !from || !spot || to === from) return;
    if (to === null) { this.clear(from); return; }
    if (this.setup.paletteOf(to) !== palette) return;
    this.done = to;
    this.setup.set([`${from}=${palette.clear}`, `${to}=${this.value(spot.put, spot.height)}`]);
  }

  /** @param {string} board @param {string} word @param {number} [height] */
  choose(board, word, height) {
    this.board = board;
    const known = this.tools.get(board);
    this.tools.set(board, { put: word, height: height ?? known?.height ?? 1 });
    this.drawPalettes();
  }

  drawPalettes() {
    const palettes = this.setup.answer?.palettes.filter((palette) => palette.active) ?? [];
    renew(this.palettes, ...palettes.map((palette) => this.palette(palette)));
  }

  /** @param {Palette} palette */
  palette(palette) {
    const { found, height } = this.tool(palette);
    const title = this.setup.answer?.scene.boards.find((board) => board.id === palette.board)?.title;
    const tools = palette.puts.map((one) => el("button", { type: "button", class: "tool", role: "radio", "aria-checked": one === found ? "true" : "false", "aria-label": one.text, title: one.text, "data-item": `put ${palette.board} ${one.put}`, "data-put": one.put, "data-board": palette.board, onclick: () => this.choose(palette.board, one.put) },
      this.look(one, one.put === palette.clear, one === found ? height : null)));
    const [least, most] = found?.heights ?? [0, 0];
    const step = (by, label, text) => el("button", { type: "button", class: "step-height", "aria-label": label, title: label, "data-item": `height ${palette.board} ${by}`, disabled: height === null || height + by < least || height + by > most, onclick: () => this.choose(palette.board, found.put, (this.tool(palette).height ?? 1) + by) }, text);
    return el("div", { class: "palette", "data-item": `palette ${palette.board}` }, title ? el("h3", {}, title) : null,
      el("div", { class: "tools", role: "radiogroup", "aria-label": title ? `${T.editPut}: ${title}` : T.editPut }, ...tools),
      palette.puts.some((one) => one.heights && one.heights[0] < one.heights[1])
        ? el("div", { class: "stepper" }, el("span", {}, T.editHeight), step(-1, T.editLower, "−"), el("output", {}, String(height ?? 1)), step(1, T.editHigher, "+")) : null);
  }

  /** A put as the board draws it. @param {Put} one @param {boolean} clears @param {number|null} height */
  look(one, clears, height) {
    if (clears) return icon("eraser");
    const kinds = this.setup.answer?.scene.kinds;
    const parts = one.kind === null ? [svg("circle", { class: "outline", r: 0.4 }), ...drawPlace({ ground: one.ground ?? "", name: "" }, "off")] : [drawPiece(kinds?.get(one.kind), height ?? one.heights?.[0] ?? null)];
    return svg("svg", { class: "piece-icon", viewBox: "-.5 -.5 1 1", "aria-hidden": "true" }, ...parts);
  }

  /** Mouse and pen can drag what is chosen onto the board. */
  watchTools() {
    let start = null, ghost = null;
    const stop = () => { ghost?.remove(); ghost = null; start = null; };
    addEventListener("pointerdown", (event) => {
      const tool = event.target instanceof Element ? event.target.closest(".tool") : null;
      if (tool && event.pointerType !== "touch" && event.button === 0) start = { x: event.clientX, y: event.clientY, tool };
    });
    addEventListener("pointermove", (event) => {
      if (!start) return;
      if (event.buttons === 0) { stop(); return; }
      if (!ghost) {
        if (Math.hypot(event.clientX - start.x, event.clientY - start.y) < DRAG) return;
        this.choose(start.tool.dataset.board, start.tool.dataset.put);
        ghost = el("div", { class: "ghost" }, start.tool.firstElementChild.cloneNode(true));
        this.box.append(ghost);
      }
      ghost.style.transform = `translate(${event.clientX - 18}px, ${event.clientY - 18}px)`;
    });
    addEventListener("pointerup", (event) => {
      if (!ghost) { start = null; return; }
      stop();
      const id = document.elementFromPoint(event.clientX, event.clientY)?.dataset?.place;
      const palette = id ? this.setup.paletteOf(id) : undefined;
      if (!palette || palette.board !== this.board) return;
      const { found, height } = this.tool(palette);
      this.place(id, this.value(found.put, height));
    });
    addEventListener("pointercancel", stop);
    addEventListener("blur", stop);
  }

  // What is beside the board.

  /** @param {string|null} side */
  player(side) {
    return side === null ? "" : this.setup.answer?.scene.players[side]?.name ?? "";
  }

  drawCounts() {
    const { answer } = this.setup;
    /** @type {Map<string, any[]>} */
    const groups = new Map();
    for (const count of answer?.counts ?? []) {
      if (!count.active) continue;
      const name = [this.player(count.owner), count.label].filter(Boolean).join(", ");
      groups.set(name, [...(groups.get(name) ?? []), this.count(count, name)]);
    }
    renew(this.counts, ...[...groups].map(([name, counts]) => el("div", { class: "group", role: "group", "aria-label": name, "data-item": name }, el("span", { class: "supply-label" }, name), ...counts)));
  }

  /** @param {import("./setup.js").Count} count @param {string} group */
  count(count, group) {
    const kind = count.kind === null ? undefined : this.setup.answer?.scene.kinds.get(count.kind);
    const name = kind ? `${group}: ${kind.text}` : group;
    const step = (by, text, label) => el("button", { type: "button", "aria-label": `${label}: ${name}`, title: `${label}: ${name}`, "data-item": `count ${count.id} ${by}`, disabled: count.count + by < 0 || count.count + by > count.most, onclick: () => this.setup.set([`${count.id}=${this.counted(count) + by}`]) }, text);
    return el("span", { class: "stepper", "data-item": `count ${count.id}` }, kind ? svg("svg", { class: "piece-icon", viewBox: "-.5 -.5 1 1", "aria-hidden": "true" }, drawPiece(kind, null)) : null,
      step(-1, "−", T.editFewer), el("output", { "aria-label": name }, String(count.count)), step(1, "+", T.editMore));
  }

  /** The number as it is set, also where the house has not answered yet. @param {import("./setup.js").Count} count */
  counted(count) {
    return Number(this.setup.state.items.get(count.id) ?? count.count);
  }

  drawChoices() {
    const choices = this.setup.answer?.choices.filter((choice) => choice.active) ?? [];
    const rows = choices.map((choice) => {
      const name = [this.player(choice.owner), choice.label].filter(Boolean).join(": ");
      return [choice, name, choice.options.map((option) => option.value).join(" ")];
    });
    const key = JSON.stringify(rows.map(([choice, name, words]) => [choice.id, name, words]));
    // A list that is open stays so.
    if (this.choices.dataset.key !== key) {
      this.choices.dataset.key = key;
      put(this.choices, ...rows.map(([choice, name]) => {
        const changed = (event) => { if (event.target.value.trim()) this.setup.set([`${choice.id}=${event.target.value.trim()}`]); };
        const input = choice.options.length
          ? el("select", { onchange: changed, "data-choice": choice.id }, ...choice.options.map((option) => el("option", { value: option.value }, option.label)))
          : el("input", { type: "text", spellcheck: "false", autocomplete: "off", onchange: changed, "data-choice": choice.id });
        return el("label", { class: "field" }, el("span", {}, name), input);
      }));
    }
    this.choices.querySelectorAll("[data-choice]").forEach((input, n) => { if (document.activeElement !== input || input instanceof HTMLSelectElement) input.value = rows[n][0].value; });
  }

  // The position as text, and what is done with it.

  type() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.read(), PAUSE);
  }

  read() {
    clearTimeout(this.timer);
    const text = this.fen.value.trim();
    // The same once more is refused once more.
    if (!text || text === this.setup.answer?.fen || text === this.refused) return;
    this.refused = text;
    this.setup.load(text, "typed");
  }

  flip() {
    this.flipped = !this.flipped;
    this.draw("set");
  }

  /** The game of this position, if somebody wants that. */
  begin() {
    const { answer } = this.setup;
    if (answer?.fen) newGame({ send: this.on.send, titles: this.on.titles, ask: this.on.about }, { game: answer.scene.game, fen: answer.fen, done: () => this.box.close() });
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.target instanceof Element && event.target.closest("input, select, textarea")) return;
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "z") { event.preventDefault(); this.setup.undo(); return; }
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const id = event.target instanceof Element ? event.target.dataset?.place : undefined;
    if ((event.key === "Delete" || event.key === "Backspace") && id) { event.preventDefault(); this.clear(id); return; }
    if (event.key.toLowerCase() === "f") { this.flip(); return; }
    const palettes = this.setup.answer?.palettes.filter((palette) => palette.active) ?? [];
    const palette = palettes.find((one) => one.board === this.board) ?? palettes[0];
    const one = /^[0-9]$/.test(event.key) ? palette?.puts[Number(event.key)] : undefined;
    if (palette && one) this.choose(palette.board, one.put);
  }
}

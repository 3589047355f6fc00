// The dialog that sets up a position: board, pieces, counters and choices. The server defines all of
// them, so this module has no game knowledge.

import { ask } from "./api.js";
import { watchDrags } from "./board-drag.js";
import { WIDE } from "./board-geometry.js";
import { drawGround } from "./board-ground.js";
import { boardState, turnTo } from "./board-state.js";
import { BoardView, placeOf } from "./board-view.js";
import { confirmDialog, Dialog, field, PLAIN, selectOf } from "./dialog.js";
import { button, icon } from "./dom.js";
import { newGame } from "./new-game.js";
import { speak } from "./notices.js";
import { makeOneStop } from "./one-stop.js";
import { drawPiece, pieceIcon } from "./pieces.js";
import { gameOptions } from "./player-inputs.js";
import { h, make, svg } from "./render.js";
import { PositionSetup } from "./position-setup.js";
import { settings } from "./settings.js";
import { store } from "./store.js";
import { T } from "./texts.js";

/** @typedef {import("./position-setup.js").Palette} Palette */
/** @typedef {import("./position-setup.js").EditForm} EditForm */

/** Milliseconds after the last keystroke before the FEN is read. */
const PAUSE = 250;

export class PositionEditor {
  /** Opens the dialog with the position of a node. @param {number} node @param {boolean} flipped */
  constructor(node, flipped) {
    this.flipped = flipped;
    /** The selected piece option and height, by board. @type {Map<string, {put: string, height: number}>} */
    this.tools = new Map();
    /** The board whose palette the digit keys select from. */
    this.active = "";
    this.timer = 0;
    /** The last changed place, to be announced. */
    this.done = "";
    /** @type {string|null} */
    this.grabbed = null;
    /** The place under the pointer. @type {string|null} */
    this.hovered = null;
    /** The text of the field for the FEN, and the last one that was refused. */
    this.fen = "";
    /** Whether the board does not show the FEN that was typed: it is being read, or it was refused. */
    this.isStale = false;
    this.refused = "";
    this.problem = "";
    this.setup = new PositionSetup({
      ask: (request) => ask({ t: "edit", ...request }),
      changed: (how) => this.draw(how),
      failed: (text) => this.report(text),
    });
    this.host = make(h("div.boards"));
    this.stage = make(h("div.stage", this.host));
    this.board = new BoardView(this.host, {
      touch: (id) => this.touch(id),
      grab: (id) => this.grab(id),
      drop: (id) => this.drop(id),
      hover: (id) => {
        this.hovered = id;
        this.drawBoard();
      },
    });
    this.host.addEventListener("contextmenu", (/** @type {Event} */ event) => {
      const id = placeOf(event);
      if (id === null) return;
      event.preventDefault();
      this.clear(id);
    });
    this.setup.begin({ game: null, fen: null, node });
    const onkeydown = (/** @type {KeyboardEvent} */ event) => this.key(event);
    const box = new Dialog(T.editTitle, () => this.content(), { class: "editor", onkeydown });
    box.leave = () => {
      if (this.setup.past.length === 0) box.close();
      else confirmDialog(T.editLeave, T.editLeaveYes, T.editLeaveNo, () => box.close());
    };
    this.box = box;
  }

  content() {
    const { form, past } = this.setup;
    const game = form?.scene.game || store.game.id;
    const setGame = (/** @type {any} */ { target }) => (this.tools.clear(), this.setup.load(null, "set", target.value));
    const isWide = Number(this.stage.style.getPropertyValue("--ratio")) > WIDE;
    const sets = h("div.sets", [
      h("div.palettes", { mounted: this.watchTools }, this.palettes()),
      h("p", { class: form?.fen && !this.refused ? "problem good" : "problem", role: "status" }, this.problem),
      h("div.counts", form && this.counters(form)),
      h("div.choices", form && this.choices(form)),
      field(
        T.editFen,
        h("input", {
          ...PLAIN,
          class: "fen",
          placeholder: T.editNone,
          value: this.fen,
          oninput: ({ target }) => this.type(target.value),
          onchange: () => this.read(),
        }),
      ),
      field(T.game, selectOf(gameOptions(), { value: game, onchange: setGame })),
      h("div.buttons", [
        button("undo", T.editUndo, () => this.setup.undo(), { disabled: past.length === 0 }),
        button("trash", T.editClear, () => this.clearAll()),
        button("first", T.editStart, () => this.setup.load(null)),
        button("flip", T.flip, () => this.flip(), { short: true }),
      ]),
    ]);
    return [
      h("div", { class: isWide ? "setup wide" : "setup" }, this.stage, sets),
      h("footer", [
        button(null, T.cancel, () => this.box.leave()),
        button("play", T.editPlay, () => this.begin(), {
          class: "main",
          autofocus: true,
          disabled: form?.fen === null || this.isStale,
        }),
      ]),
    ];
  }

  /** Shows a message about the position. @param {string} text */
  report(text) {
    this.problem = text;
    this.box.draw();
  }

  /** Shows the answer of the server. @param {import("./position-setup.js").How} how */
  draw(how) {
    const { form } = this.setup;
    if (!form || !this.box.element.open) return;
    this.refused = "";
    this.isStale = false;
    this.drawBoard();
    // The text stays unchanged while the user types.
    if (how !== "typed") this.fen = form.fen ?? "";
    const isOver = form.fen !== null && form.scene.to_act === null;
    this.report(form.problem?.text ?? (isOver ? T.editOver : T.editGood));
    if (this.done) speak(this.board.target(this.done)?.getAttribute("aria-label") ?? "");
    this.done = "";
  }

  drawBoard() {
    const { form, palettes } = this.setup;
    if (!form) return;
    const can = palettes.flatMap((palette) => palette.places.map(({ id }) => id));
    const state = boardState(form.scene, {
      turned: turnTo(form.scene, this.flipped ? "p2" : "p1"),
      coordinates: settings.coordinates,
      next: [{ touch: "", at: can, kind: "place", act: "place", takes: [], label: null, ends: false }],
      invite: false,
      glow: this.hovered === null ? null : { at: [this.hovered] },
    });
    this.board.show(state);
  }

  // Pieces on places.

  /** The selected option and height of a palette. @param {Palette} palette */
  tool(palette) {
    const tool = this.tools.get(palette.board);
    const { puts: options, clear } = palette;
    const option =
      options.find((one) => one.put === tool?.put) ?? options.find((one) => one.put !== clear) ?? options[0];
    const [min, max] = option?.heights ?? [0, 0];
    return { option, height: option?.heights ? Math.max(min, Math.min(max, tool?.height ?? min)) : null };
  }

  /** The value that puts a piece on a place. @param {string} put @param {number|null} height */
  value(put, height) {
    return height === null ? put : `${put}:${height}`;
  }

  /** Puts the selected piece on a place, or clears the place if it already holds that piece. @param {string} id */
  touch(id) {
    const palette = this.setup.paletteOf(id);
    if (!palette) return;
    this.active = palette.board;
    const { option, height } = this.tool(palette);
    const cell = this.setup.cell(palette, id);
    const isSame = cell?.put === option.put && cell.height === height;
    if (isSame && option.put === palette.clear) return;
    this.place(id, isSame ? palette.clear : this.value(option.put, height));
  }

  /** @param {string} id @param {string} value */
  place(id, value) {
    this.done = id;
    this.setup.set([[id, value]]);
  }

  /** @param {string} id */
  clear(id) {
    const palette = this.setup.paletteOf(id);
    if (palette && this.setup.cell(palette, id)?.put !== palette.clear) this.place(id, palette.clear);
  }

  /** Clears all boards. The supplies follow them again. */
  clearAll() {
    this.setup.set(
      this.setup.palettes.flatMap(({ places, clear }) =>
        places.map(({ id }) => /** @type {[string, string]} */ ([id, clear])),
      ),
      (this.setup.form?.counts ?? []).map(({ id }) => id),
    );
  }

  /** @param {string} id */
  grab(id) {
    const canGrab = this.setup.paletteOf(id) !== undefined;
    this.grabbed = canGrab ? id : null;
    return canGrab;
  }

  /** Moves the dragged piece to another place, or removes it. @param {string|null} to */
  drop(to) {
    const from = this.grabbed;
    this.grabbed = null;
    const palette = from === null ? undefined : this.setup.paletteOf(from);
    const cell = palette && this.setup.cell(palette, from ?? "");
    if (from === null || !palette || !cell || to === from) return;
    if (to === null) return this.clear(from);
    if (this.setup.paletteOf(to) !== palette) return;
    this.done = to;
    this.setup.set([
      [from, palette.clear],
      [to, this.value(cell.put, cell.height)],
    ]);
  }

  /** Selects a piece option. @param {string} board @param {string} put @param {number} [height] */
  choose(board, put, height) {
    this.active = board;
    this.tools.set(board, { put, height: height ?? this.tools.get(board)?.height ?? 1 });
    this.box.draw();
  }

  palettes() {
    const boards = this.setup.form?.scene.boards ?? [];
    return this.setup.palettes.map((palette) =>
      this.palette(palette, boards.find((one) => one.id === palette.board)?.title ?? ""),
    );
  }

  /** @param {Palette} palette @param {string} title */
  palette(palette, title) {
    const { board, puts: options, clear } = palette;
    const { option, height } = this.tool(palette);
    const label = title ? T.labelled(T.editPut, title) : T.editPut;
    const tools = options.map((one) => {
      const isChosen = one === option;
      const look = {
        class: "tool",
        role: "radio",
        "aria-checked": isChosen,
        "aria-label": one.text.text,
        title: one.text.text,
      };
      const keys = { key: one.put, "data-put": one.put, "data-board": board };
      const picture = this.picture(one, one.put === clear, isChosen ? height : null);
      return h("button", { type: "button", ...look, ...keys, onclick: () => this.choose(board, one.put) }, picture);
    });
    const [min, max] = option?.heights ?? [0, 0];
    const step = (/** @type {number} */ by, /** @type {string} */ label, /** @type {string} */ sign) => {
      const to = (height ?? 0) + by;
      const look = { "aria-label": label, title: label, disabled: height === null || to < min || to > max };
      return h("button", { type: "button", ...look, onclick: () => this.choose(board, option.put, to) }, sign);
    };
    const hasHeights = options.some((one) => one.heights && one.heights[0] < one.heights[1]);
    return h("div.palette", { key: board }, [
      title && h("h3", title),
      h("div.tools", { role: "radiogroup", "aria-label": label, mounted: makeOneStop }, tools),
      hasHeights &&
        h("div.stepper", [
          h("span", T.editHeight),
          step(-1, T.editLower, "−"),
          h("output", height ?? 1),
          step(1, T.editHigher, "+"),
        ]),
    ]);
  }

  /** The picture of a piece option. @param {import("./position-setup.js").PieceOption} one @param {boolean} clears @param {number|null} height */
  picture(one, clears, height) {
    if (clears) return icon("eraser");
    const kinds = this.setup.form?.scene.kinds;
    const piece = one.kind === null ? null : drawPiece(kinds?.[one.kind], height ?? one.heights?.[0] ?? null);
    const ground = (/** @type {Element} */ made) =>
      made.append(svg("circle", { class: "outline", r: 0.4 }), ...drawGround(one.ground ?? ""));
    const look = { class: "piece-icon", viewBox: "-.5 -.5 1 1", "aria-hidden": "true" };
    return piece ? h("svg", look, piece) : h("svg", { ...look, key: `ground ${one.ground}`, mounted: ground });
  }

  /** Enables dragging a piece option onto the board with mouse or pen. */
  watchTools = (/** @type {HTMLElement} */ palettes) =>
    watchDrags(palettes, {
      start: ({ target }) =>
        target instanceof Element ? /** @type {HTMLElement|null} */ (target.closest(".tool")) : null,
      ghost: (tool) => {
        this.choose(tool.dataset.board ?? "", tool.dataset.put ?? "");
        return make(h("div.ghost", tool.firstElementChild?.cloneNode(true)));
      },
      layer: () => this.box.element ?? document.body,
      end: (_, id) => {
        const palette = id === null ? undefined : this.setup.paletteOf(id);
        if (id === null || palette?.board !== this.active) return;
        const { option, height } = this.tool(palette);
        this.place(id, this.value(option.put, height));
      },
    });

  // Counters and choices.

  /** A label, preceded by the name of its owner. @param {{owner: import("./store.js").Side|null, label: import("../types.js").Text}} one @param {EditForm} form */
  nameOf({ owner, label }, form) {
    return [owner && form.scene.players[owner].name, label.text].filter(Boolean).join(", ");
  }

  /** @param {EditForm} form */
  counters(form) {
    const counters = form.counts.filter((counter) => counter.active);
    const names = [...new Set(counters.map((counter) => this.nameOf(counter, form)))];
    return names.map((name) =>
      h("div.group", { key: name, role: "group", "aria-label": name }, [
        h("span.supply-label", name),
        counters
          .filter((counter) => this.nameOf(counter, form) === name)
          .map((counter) => this.stepper(counter, name, form)),
      ]),
    );
  }

  /** @param {import("./position-setup.js").EditCounter} counter @param {string} group @param {EditForm} form */
  stepper({ id, kind: kindId, count, most }, group, form) {
    const kind = kindId === null ? undefined : form.scene.kinds[kindId];
    const name = kind ? T.labelled(group, kind.text.text) : group;
    const step = (/** @type {number} */ by, /** @type {string} */ sign, /** @type {string} */ label) => {
      const about = T.labelled(label, name);
      const look = { "aria-label": about, title: about, disabled: by < 0 ? count <= 0 : count >= most };
      const onclick = () => this.setup.set([[id, this.setup.count(id) + by]]);
      return h("button", { type: "button", ...look, onclick }, sign);
    };
    return h("span.stepper", { key: id }, [
      kind && pieceIcon(kind),
      step(-1, "−", T.editFewer),
      h("output", { "aria-label": name }, count),
      step(1, "+", T.editMore),
    ]);
  }

  /** @param {EditForm} form */
  choices(form) {
    return form.choices.filter((one) => one.active).map((one) => this.choice(one, form));
  }

  /** @param {EditForm["choices"][number]} one @param {EditForm} form */
  choice({ id, value, options, ...about }, form) {
    const onchange = (/** @type {any} */ { target }) =>
      target.value.trim() && this.setup.set([[id, target.value.trim()]]);
    const pairs = options.map(({ value, label }) => [value, label.text]);
    const text = () => {
      // The text stays unchanged while the user types.
      const input = this.box.element.querySelector(`[data-choice="${CSS.escape(id)}"]`);
      const shown = input instanceof HTMLInputElement && input === document.activeElement ? input.value : value;
      return h("input", { ...PLAIN, "data-choice": id, value: shown, onchange });
    };
    return field(this.nameOf(about, form), pairs.length > 0 ? selectOf(pairs, { value, onchange }) : text());
  }

  // FEN and actions.

  /** @param {string} text */
  type(text) {
    this.fen = text;
    this.isStale = text.trim() !== "";
    this.box.draw();
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.read(), PAUSE);
  }

  read() {
    clearTimeout(this.timer);
    const text = this.fen.trim();
    // Skip a text that is unchanged or was just refused.
    if (text === this.setup.form?.fen) this.isStale = false;
    if (!text || text === this.setup.form?.fen || text === this.refused) return void this.box.draw();
    this.refused = text;
    this.setup.load(text, "typed");
  }

  flip() {
    this.flipped = !this.flipped;
    this.draw("set");
  }

  /** Opens the dialog for a new game with this position. */
  begin() {
    const { form } = this.setup;
    if (!form?.fen) return;
    newGame({ game: form.scene.game, fen: form.fen }, () => this.box.close());
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.target instanceof Element && event.target.closest("input, select, textarea")) return;
    const hasControl = event.ctrlKey || event.metaKey;
    const id = placeOf(event);
    const palettes = this.setup.palettes;
    const palette = palettes.find((one) => one.board === this.active) ?? palettes[0];
    const option = /^[0-9]$/.test(event.key) ? palette?.puts[Number(event.key)] : undefined;
    const key = event.key.toLowerCase();
    if (hasControl && key === "z") this.setup.undo();
    else if (hasControl || event.altKey) return;
    else if ((key === "delete" || key === "backspace") && id !== null) this.clear(id);
    else if (key === "f") this.flip();
    else if (palette && option) this.choose(palette.board, option.put);
    else return;
    event.preventDefault();
  }
}

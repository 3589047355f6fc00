// A position that is being set up: the items set by the user, and the form that the server returns for
// them. The server decides what can be set and whether the position is valid.

import { list, number, numberOrNull, readScene, side, textOf, word, wordOrNull } from "./scene.js";

/**
 * @typedef {import("./store.js").Side} Side
 * @typedef {{put: string, kind: string|null, ground: string|null, heights: number[]|null, text: string}} PieceOption
 * @typedef {{id: string, put: string, height: number|null}} EditCell
 * @typedef {{board: string, active: boolean, clear: string, options: PieceOption[], cells: Map<string, EditCell>}} Palette
 * @typedef {{id: string, label: string, owner: Side|null, kind: string|null, active: boolean, count: number, most: number}} EditCounter
 * @typedef {{id: string, label: string, owner: Side|null, active: boolean, value: string, options: {value: string, label: string}[]}} EditChoice
 * @typedef {{fen: string|null, problem: string, scene: import("./scene.js").Scene, palettes: Palette[], counters: EditCounter[], choices: EditChoice[]}} EditForm
 * @typedef {{game: string|null, fen: string|null, node: number|null}} From
 * @typedef {{from: From, items: Map<string, string>}} State a base position and the items set on it
 * @typedef {"set"|"typed"} How
 */

/** @param {any} raw @returns {EditForm} */
function readForm(raw) {
  return {
    fen: wordOrNull(raw?.fen),
    problem: textOf(raw?.problem),
    scene: readScene(raw?.scene),
    palettes: list(raw?.palettes).map(readPalette),
    counters: list(raw?.counts).map((one) => ({
      id: word(one?.id),
      label: textOf(one?.label),
      owner: side(one?.owner),
      kind: wordOrNull(one?.kind),
      active: one?.active !== false,
      count: number(one?.count),
      most: number(one?.most),
    })),
    choices: list(raw?.choices).map((one) => ({
      id: word(one?.id),
      label: textOf(one?.label),
      owner: side(one?.owner),
      active: one?.active !== false,
      value: word(one?.value),
      options: list(one?.options).map((option) => ({
        value: word(option?.value),
        label: textOf(option?.label) || word(option?.value),
      })),
    })),
  };
}

/** @param {any} raw @returns {Palette} */
function readPalette(raw) {
  const cells = list(raw?.places).map((cell) => ({
    id: word(cell?.id),
    put: word(cell?.put),
    height: numberOrNull(cell?.height),
  }));
  return {
    board: word(raw?.board),
    active: raw?.active !== false,
    clear: word(raw?.clear),
    options: list(raw?.puts).map((one) => ({
      put: word(one?.put),
      kind: wordOrNull(one?.kind),
      ground: wordOrNull(one?.ground),
      heights: list(one?.heights).length === 2 ? one.heights.map((/** @type {any} */ height) => number(height)) : null,
      text: textOf(one?.text) || word(one?.put),
    })),
    cells: new Map(cells.map((cell) => [cell.id, cell])),
  };
}

/** The maximum number of steps that can be undone. */
const MAX_STEPS = 200;

export class PositionSetup {
  /** @param {{ask: (request: any) => Promise<any>, changed: (how: How) => void, failed: (text: string) => void}} on */
  constructor(on) {
    this.on = on;
    this.serial = 0;
    /** @type {EditForm|null} */
    this.form = null;
    /** @type {State} */
    this.state = { from: { game: null, fen: null, node: null }, items: new Map() };
    /** @type {State[]} */
    this.past = [];
    /** @type {How} */
    this.how = "set";
    /** A position that is being loaded. Later items are applied to it. @type {Promise<void>|null} */
    this.loading = null;
  }

  /** Starts with a position. @param {From} from */
  begin(from) {
    this.form = null;
    this.past = [];
    this.start({ from, items: new Map() }, "set", false);
  }

  /** The active palettes. */
  get palettes() {
    return this.form?.palettes.filter((palette) => palette.active) ?? [];
  }

  /** The content of a place, including changes not yet answered. @param {Palette} palette @param {string} id @returns {EditCell|undefined} */
  cell(palette, id) {
    const item = this.state.items.get(id);
    if (item === undefined || !palette.cells.has(id)) return palette.cells.get(id);
    const [put, height] = item.split(":");
    return { id, put, height: height === undefined ? null : Number(height) };
  }

  /** The value of a counter, including changes not yet answered. @param {string} id */
  count(id) {
    const counter = this.form?.counters.find((one) => one.id === id);
    return Number(this.state.items.get(id) ?? counter?.count ?? 0);
  }

  /** @param {string} id */
  paletteOf(id) {
    return this.palettes.find((palette) => palette.cells.has(id));
  }

  /** Sets several items at once. @param {[string, string|number][]} items pairs of id and value @param {string[]} [dropped] ids that are no longer set */
  set(items, dropped = []) {
    if (this.loading) {
      void this.loading.then(() => this.set(items, dropped));
      return;
    }
    const all = new Map(this.state.items);
    for (const id of dropped) all.delete(id);
    for (const [id, value] of items) all.set(id, String(value));
    void this.go({ from: this.state.from, items: all }, "set");
  }

  /** Loads another position; `null` is the start position. @param {string|null} fen @param {How} [how] @param {string|null} [game] */
  load(fen, how = "set", game = this.state.from.game) {
    this.start({ from: { game, fen, node: null }, items: new Map() }, how, true);
  }

  /** @param {State} state @param {How} how @param {boolean} isStep */
  start(state, how, isStep) {
    const loading = this.go(state, how, isStep).then(() => {
      if (this.loading === loading) this.loading = null;
    });
    this.loading = loading;
  }

  undo() {
    const before = this.past.pop();
    if (before) void this.go(before, "set", false);
  }

  /** @param {State} state @param {How} how @param {boolean} [isStep] whether it can be undone */
  async go(state, how, isStep = true) {
    const before = { state: this.state, how: this.how };
    // Continuous typing is one step.
    const adds = isStep && !(how === "typed" && this.how === "typed");
    if (adds) this.past = [...this.past, before.state].slice(-MAX_STEPS);
    this.state = state;
    this.how = how;
    this.serial += 1;
    const { serial } = this;
    let raw;
    try {
      const items = [...state.items].map(([id, value]) => `${id}=${value}`);
      raw = await this.on.ask({ ...state.from, items });
    } catch (error) {
      if (serial !== this.serial) return;
      this.state = before.state;
      this.how = before.how;
      if (adds) this.past.pop();
      this.on.failed(error instanceof Error ? error.message : String(error));
      return;
    }
    if (serial !== this.serial) return;
    const form = readForm(raw);
    this.form = form;
    // Use the FEN from now on: the node may be deleted, and counts follow the board again. It lacks inactive entries.
    const { palettes, counters, choices } = form;
    const isWhole = [...palettes, ...counters, ...choices].every(({ active }) => active);
    if (form.fen !== null && (state.from.node !== null || isWhole)) {
      this.state = { from: { game: form.scene.game || state.from.game, fen: form.fen, node: null }, items: new Map() };
    }
    this.on.changed(how);
  }
}

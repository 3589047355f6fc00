// A position that is being set up: the items set by the user, and the form that the server returns for
// them. The server decides what can be set and whether the position is valid.

/**
 * @typedef {import("../types.js").PieceOption} PieceOption
 * @typedef {import("../types.js").EditCell} EditCell
 * @typedef {import("../types.js").PieceOptions} Palette
 * @typedef {import("../types.js").EditCounter} EditCounter
 * @typedef {import("../types.js").EditChoice} EditChoice
 * @typedef {import("../types.js").EditResult} EditForm
 * @typedef {{game: string|null, fen: string|null, node: number|null}} From
 * @typedef {{from: From, items: Map<string, string>}} State a base position and the items set on it
 * @typedef {"set"|"typed"} How
 */

/** The maximum number of steps that can be undone. */
const MAX_STEPS = 200;

export class PositionSetup {
  /** @param {{ask: (request: From & {items: string[]}) => Promise<EditForm>, changed: (how: How) => void, failed: (text: string) => void}} on */
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
    const cell = palette.places.find((place) => place.id === id);
    if (item === undefined || !cell) return cell;
    const [put, height] = item.split(":");
    return { id, put, height: height === undefined ? null : Number(height) };
  }

  /** The value of a counter, including changes not yet answered. @param {string} id */
  count(id) {
    const counter = this.form?.counts.find((one) => one.id === id);
    return Number(this.state.items.get(id) ?? counter?.count ?? 0);
  }

  /** @param {string} id */
  paletteOf(id) {
    return this.palettes.find((palette) => palette.places.some((place) => place.id === id));
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
    let form;
    try {
      const items = [...state.items].map(([id, value]) => `${id}=${value}`);
      form = await this.on.ask({ ...state.from, items });
    } catch (error) {
      if (serial !== this.serial) return;
      this.state = before.state;
      this.how = before.how;
      if (adds) this.past.pop();
      this.on.failed(error instanceof Error ? error.message : String(error));
      return;
    }
    if (serial !== this.serial) return;
    this.form = form;
    // Use the FEN from now on: the node may be deleted, and counts follow the board again. It lacks inactive entries.
    const { palettes, counts, choices } = form;
    const isWhole = [...palettes, ...counts, ...choices].every(({ active }) => active);
    if (form.fen !== null && (state.from.node !== null || isWhole)) {
      this.state = { from: { game: form.scene.game || state.from.game, fen: form.fen, node: null }, items: new Map() };
    }
    this.on.changed(how);
  }
}

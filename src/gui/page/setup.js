// A position that is being set up: what somebody has set, and what the house says of it. The house
// knows what can be set and whether it makes a position; here are words and what was before.

import { readScene, textOf } from "./scene.js";

/**
 * @typedef {{put: string, kind: string|null, ground: string|null, heights: number[]|null, text: string}} Put
 * @typedef {{id: string, put: string, height: number|null}} Spot
 * @typedef {{board: string, active: boolean, clear: string, puts: Put[], places: Map<string, Spot>}} Palette
 * @typedef {{id: string, label: string, owner: string|null, kind: string|null, active: boolean, count: number, most: number}} Count
 * @typedef {{id: string, label: string, owner: string|null, active: boolean, value: string, options: {value: string, label: string}[]}} Choice
 * @typedef {{fen: string|null, problem: string, scene: import("./scene.js").Scene, palettes: Palette[], counts: Count[], choices: Choice[]}} Edited
 * @typedef {{game: string|null, fen: string|null, node: number|null}} From
 * @typedef {{from: From, items: Map<string, string>}} State what is set, over a position
 */

const list = (value) => (Array.isArray(value) ? value : []);
const word = (value) => (typeof value === "string" ? value : "");
const wordOrNone = (value) => (typeof value === "string" ? value : null);
const number = (value) => (Number.isFinite(value) ? value : 0);
const owner = (value) => (value === "p1" || value === "p2" ? value : null);

/** @param {any} raw @returns {Edited} */
function readEdited(raw) {
  const puts = (palette) => list(palette?.puts).map((put) => ({
    put: word(put?.put), kind: wordOrNone(put?.kind), ground: wordOrNone(put?.ground), text: textOf(put?.text) || word(put?.put),
    heights: list(put?.heights).length === 2 ? put.heights.map(number) : null,
  }));
  const spots = (palette) => list(palette?.places).map((spot) => [word(spot?.id), { id: word(spot?.id), put: word(spot?.put), height: Number.isFinite(spot?.height) ? spot.height : null }]);
  return {
    fen: wordOrNone(raw?.fen), problem: textOf(raw?.problem), scene: readScene(raw?.scene),
    palettes: list(raw?.palettes).map((palette) => ({ board: word(palette?.board), active: palette?.active !== false, clear: word(palette?.clear), puts: puts(palette), places: new Map(spots(palette)) })),
    counts: list(raw?.counts).map((count) => ({ id: word(count?.id), label: textOf(count?.label), owner: owner(count?.owner), kind: wordOrNone(count?.kind), active: count?.active !== false, count: number(count?.count), most: number(count?.most) })),
    choices: list(raw?.choices).map((choice) => ({
      id: word(choice?.id), label: textOf(choice?.label), owner: owner(choice?.owner), active: choice?.active !== false, value: word(choice?.value),
      options: list(choice?.options).map((option) => ({ value: word(option?.value), label: textOf(option?.label) || word(option?.value) })),
    })),
  };
}

/** Steps that can be taken back. */
const MOST = 200;

export class Setup {
  /** @param {{ask: (question: any) => Promise<any>, changed: (how: "set"|"typed") => void, failed: (text: string) => void}} on */
  constructor(on) {
    this.on = on;
    this.serial = 0;
    /** @type {Edited|null} */
    this.answer = null;
    /** @type {State} */
    this.state = { from: { game: null, fen: null, node: null }, items: new Map() };
    /** @type {State[]} */
    this.past = [];
    this.how = "set";
    /** The position that is asked for: what is set goes onto it, or where it is refused onto the one before. @type {Promise<void>|null} */
    this.loading = null;
  }

  /** Begins with a position. @param {From} from */
  begin(from) {
    this.answer = null;
    this.past = [];
    this.start({ from, items: new Map() }, "set", false);
  }

  /** What stands on a place, also where the house has not answered yet. @param {Palette} palette @param {string} id @returns {Spot|undefined} */
  spot(palette, id) {
    const item = this.state.items.get(id);
    if (item === undefined || !palette.places.has(id)) return palette.places.get(id);
    const [put, height] = item.split(":");
    return { id, put, height: height === undefined ? null : Number(height) };
  }

  /** @param {string} id @returns {Palette|undefined} */
  paletteOf(id) {
    return this.answer?.palettes.find((palette) => palette.active && palette.places.has(id));
  }

  /** Sets some things at once. @param {string[]} items */
  set(items) {
    if (this.loading) { void this.loading.then(() => this.set(items)); return; }
    const all = new Map(this.state.items);
    for (const item of items) {
      const at = item.indexOf("=");
      all.set(item.slice(0, at), item.slice(at + 1));
    }
    void this.go({ from: this.state.from, items: all }, "set");
  }

  /** Another position instead, `null` for that of the start. @param {string|null} fen @param {"set"|"typed"} [how] @param {string|null} [game] */
  load(fen, how = "set", game = this.state.from.game) {
    this.start({ from: { game, fen, node: null }, items: new Map() }, how, true);
  }

  /** @param {State} state @param {"set"|"typed"} how @param {boolean} kept */
  start(state, how, kept) {
    const loading = this.go(state, how, kept).then(() => { if (this.loading === loading) this.loading = null; });
    this.loading = loading;
  }

  undo() {
    const before = this.past.pop();
    if (before) void this.go(before, "set", false);
  }

  /** @param {State} state @param {"set"|"typed"} how @param {boolean} [kept] whether what was before can be had again */
  async go(state, how, kept = true) {
    const before = this.state, known = this.how;
    // Typing that goes on is one step.
    const adds = kept && !(how === "typed" && known === "typed");
    if (adds) this.past.push(before);
    this.past.splice(0, this.past.length - MOST);
    this.state = state;
    this.how = how;
    const serial = ++this.serial;
    let raw;
    try {
      raw = await this.on.ask({ ...state.from, items: [...state.items].map(([id, value]) => `${id}=${value}`) });
    } catch (error) {
      if (serial !== this.serial) return;
      this.state = before;
      this.how = known;
      if (adds) this.past.pop();
      this.on.failed(String(error?.message ?? error));
      return;
    }
    if (serial !== this.serial) return;
    this.answer = readEdited(raw);
    // The record may lose the place at which this began.
    if (state.from.node !== null && this.answer.fen !== null) this.state = { from: { game: this.answer.scene.game || state.from.game, fen: this.answer.fen, node: null }, items: new Map() };
    this.on.changed(how);
  }
}

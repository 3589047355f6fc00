// A board for positions apart from the game: it shows one, and the user enters a move there. Lessons and
// puzzles use it.

import { ask, messageOf } from "./api.js";
import { entryMarks, lastMove } from "./board-overlay.js";
import { boardState, noMove, turnTo } from "./board-state.js";
import { closeMenu } from "./choice-menu.js";
import { speak } from "./notices.js";
import { makeOneStop } from "./one-stop.js";
import { drawNow, redraw } from "./redraw.js";
import { draw, h, make } from "./render.js";
import { settings } from "./settings.js";
import { otherSide } from "./store.js";
import { supplyGroups } from "./supply-view.js";
import { T } from "./texts.js";
import { TouchBoard } from "./touch-board.js";

/** @typedef {import("./scene.js").Scene} Scene */
/** A position: a rule set, its first position (by default the start) and moves. @typedef {{game: string, fen: string|null, moves: string[]}} Position */

/** @param {Position} position */
const keyOf = ({ game, fen, moves }) => JSON.stringify([game, fen, moves]);
/** The key of the position before the last move. @param {Position} position */
const keyBefore = ({ moves, ...start }) => (moves.length > 0 ? keyOf({ ...start, moves: moves.slice(0, -1) }) : null);

export class PracticeBoard extends TouchBoard {
  /**
   * @param {HTMLElement} host
   * @param {{played: (token: string) => void, facts?: boolean}} on `played`: a legal move in canonical form; the board shows it; `facts`: whether
   * the counts of the players, such as points, stand beside the board
   */
  constructor(host, on) {
    const part = (/** @type {string} */ look, /** @type {import("./render.js").Child} */ content = null) =>
      make(h("div", { class: look }, content));
    const boards = part("boards");
    const [above, stage, below, prompt] = [part("tray"), part("stage", boards), part("tray"), part("entry")];
    super(boards, prompt, () => host);
    draw(host, above, stage, below, prompt);
    this.on = on;
    this.host = host;
    this.above = above;
    this.below = below;
    /** @type {Position} */
    this.position = { game: "", fen: null, moves: [] };
    /** The view of the position. @type {import("../types.js").View|null} */
    this.view = null;
    /** The player who moves, at the lower edge. @type {import("./store.js").Side} */
    this.side = "p1";
    this.serial = 0;
    host.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || !this.entry.isStarted) return;
      if (event.shiftKey) this.entry.cancel();
      else this.entry.back();
    });
    for (const tray of [above, below]) makeOneStop(tray);
  }

  /** The scene of the position. */
  get base() {
    return this.view?.touches.scene ?? null;
  }

  /** The scene after the touches so far. */
  get scene() {
    return (this.entry.isStarted ? this.entry.answer?.scene : null) ?? this.base;
  }

  get state() {
    const { view, entry, scene, base, position, points, hint, refusal } = this;
    if (!view || !scene || !base) return null;
    const { answer, isStarted, isOpen, sent } = entry;
    const at = keyOf(position);
    return boardState(scene, {
      ...(isStarted
        ? { from: at, steps: answer?.steps ?? [] }
        : { at, from: keyBefore(position), steps: view.trace?.steps ?? [] }),
      turned: turnTo(base, this.side),
      coordinates: settings.coordinates,
      next: isOpen ? (answer?.next ?? []) : [],
      invite: settings.hints,
      marks: isOpen && !sent ? entryMarks(entry) : [],
      last: isStarted ? noMove() : lastMove(base, view.trace),
      hint,
      drawn: isStarted ? [] : points.map((from) => ({ ink: "blue", from })),
      glow: this.glow,
      refusal,
    });
  }

  /**
   * Shows a position, after the steps of its last move if the board shows the position before it. Returns the description
   * of that move, or nothing if there is none.
   * @param {Position} position
   * @param {{points?: string[], open?: boolean, keep?: boolean}} [how] `points`: places to point at; `open`: the user may move; `keep`: the same
   * player stays at the lower edge
   */
  async show(position, { points = [], open = false, keep = false } = {}) {
    this.serial += 1;
    const { serial } = this;
    // The pieces of a move that the user has just made arrive first, and stay until then.
    const arrived = this.entry.sent ? this.settled : null;
    this.entry.send();
    closeMenu();
    let view;
    try {
      view = await ask({ t: "position", ...position });
    } catch (error) {
      if (serial === this.serial) this.failed(messageOf(error));
      return "";
    }
    await arrived;
    if (serial !== this.serial) return "";
    // What is animated follows the position that the board shows.
    const mover = keyBefore(position) === keyOf(this.position) ? this.base?.to_act : null;
    this.entry.clear();
    Object.assign(this, { position, points, view, hint: null, refusal: null });
    if (!keep) this.side = view.touches.scene.to_act ?? "p1";
    if (open) this.entry.begin(view.touches);
    drawNow();
    const text = view.trace?.text.text ?? "";
    return mover && text ? T.labelled(view.touches.scene.players[mover].name, text) : text;
  }

  /** Opens the position that is shown for moves. */
  open() {
    if (this.view) this.entry.begin(this.view.touches);
    void redraw();
  }

  /** Closes the board for moves. */
  close() {
    this.serial += 1;
    this.entry.clear();
    closeMenu();
  }

  /** @param {string[]} touches */
  ask(touches) {
    return ask({ t: "position_touches", position: this.position, touches });
  }

  /** @param {string} id @param {string} reason */
  refuse(id, reason) {
    super.refuse(id, reason);
    speak(reason);
  }

  /** @param {string} reason */
  failed(reason) {
    this.refusal = { id: "", reason };
    speak(reason);
    void redraw();
  }

  changed() {
    this.host.classList.add("begun");
    super.changed();
  }

  /** @param {import("./scene.js").Touches} answer */
  complete(answer) {
    this.confirm(answer.canonical ?? "");
  }

  /** @param {string} token */
  confirm(token) {
    if (this.entry.sent) return;
    this.entry.send();
    this.on.played(token);
  }

  /** Points at a place. @param {string[]} places */
  point(places) {
    this.hint = { places };
    void redraw();
  }

  draw() {
    if (!this.host.isConnected) return;
    // The board takes the space that the supplies leave.
    this.drawSupplies();
    super.draw();
  }

  drawSupplies() {
    const { scene } = this;
    if (!scene) return;
    const isAbove = (/** @type {import("./scene.js").Supply} */ supply) =>
      supply.owner !== null && supply.owner !== this.side;
    for (const [host, above] of /** @type {[HTMLElement, boolean][]} */ ([
      [this.above, true],
      [this.below, false],
    ])) {
      const supplies = scene.supplies.filter((supply) => isAbove(supply) === above);
      const side = above ? otherSide(this.side) : this.side;
      const facts = this.on.facts ? scene.facts.map((fact) => `${fact.label.text} ${fact[side]}`) : [];
      const hasName = facts.length > 0;
      const groups = supplyGroups(supplies, scene, {
        board: this,
        // The facts before it have the name already.
        labelOf: ({ owner, label }) =>
          owner === null || hasName ? label.text : T.labelled(scene.players[owner].name, label.text),
        invites: () => true,
      });
      draw(host, [hasName && h("span.facts", T.labelled(scene.players[side].name, facts.join(", "))), groups]);
    }
  }

  get prompt() {
    const { answer, isStarted, isOpen, sent } = this.entry;
    const isWhole = isStarted && answer !== null && answer.next.length > 0;
    const canMove = isOpen && !sent;
    return {
      text: canMove ? (answer?.hint.text ?? "") : "",
      whole: canMove && isWhole ? answer.canonical : null,
      isOpen: canMove,
    };
  }
}

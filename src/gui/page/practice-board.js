// A board for positions apart from the game: it shows one, and the user enters a move there. Lessons and
// puzzles use it.

import { ask, messageOf } from "./api.js";
import { entryMarks, lastMove, noMove } from "./board-overlay.js";
import { BoardView } from "./board-view.js";
import { choose, closeMenu } from "./choice-menu.js";
import { button, el, icon, keepFocus, put, putIfChanged, setText } from "./dom.js";
import { MoveEntry } from "./move-entry.js";
import { speak } from "./notices.js";
import { makeOneStop } from "./one-stop.js";
import { settings } from "./settings.js";
import { drawSupplies, itemIn, refuseItem } from "./supply-view.js";
import { T } from "./texts.js";

/** @typedef {import("./scene.js").Scene} Scene */
/** @typedef {import("./scene.js").Supply} Supply */
/** A position: a rule set, its first position (by default the start) and moves. @typedef {{game: string, fen: string|null, moves: string[]}} Position */

export class PracticeBoard {
  /**
   * @param {HTMLElement} host
   * @param {{played: (token: string) => void, refused?: (reason: string) => void}} on `played`: a legal move in canonical form; the board shows it
   */
  constructor(host, on) {
    this.on = on;
    /** @type {Position} */
    this.position = { game: "", fen: null, moves: [] };
    /** The scene of the position. @type {Scene|null} */
    this.base = null;
    /** The player who moves, at the lower edge. @type {import("./store.js").Side} */
    this.side = "p1";
    this.serial = 0;
    this.stepsShown = 0;
    /** @type {string[]} */
    this.points = [];
    /** The reason for refusing the last touch. @type {string|null} */
    this.refusal = null;
    const boards = el("div", { class: "boards" });
    const stage = el("div", { class: "stage" }, boards);
    this.above = el("div", { class: "tray" });
    this.below = el("div", { class: "tray" });
    this.hint = el("span", { class: "hint", role: "status" });
    this.buttons = el("span", { class: "buttons" });
    this.host = host;
    host.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || !this.entry.isStarted) return;
      if (event.shiftKey) this.entry.cancel();
      else this.entry.back();
    });
    for (const tray of [this.above, this.below]) makeOneStop(tray);
    put(host, this.above, stage, this.below, el("div", { class: "entry" }, this.hint, this.buttons));
    this.board = new BoardView(boards, {
      touch: (id) => this.touch(id),
      grab: (id) => this.grab(id),
      drop: (id) => this.entry.release(id),
      hover: (id) => this.hover(id),
    });
    this.board.room = stage;
    this.entry = new MoveEntry({
      ask: (touches) => ask({ t: "position_touches", position: this.position, touches }),
      changed: (how) => this.changed(how),
      choose: (id, entries) => choose(this.board.target(id) ?? this.item(id), entries),
      complete: (answer) => this.complete(answer.canonical ?? ""),
      refused: (id, reason) => this.refuse(id, reason),
      failed: (text) => this.report(text),
    });
  }

  /** The scene after the touches so far. */
  get scene() {
    return (this.entry.isStarted ? this.entry.answer?.scene : null) ?? this.base;
  }

  /**
   * Shows a position. Returns the description of its last move, or nothing if there is none.
   * @param {Position} position
   * @param {{points?: string[], open?: boolean, animate?: boolean}} [how] `points`: places to point at; `open`: the user may move;
   * `animate`: the board shows the position before its last move
   */
  async show(position, { points = [], open = false, animate = false } = {}) {
    this.serial += 1;
    const { serial } = this;
    this.entry.clear();
    closeMenu();
    let view;
    try {
      view = await ask({ t: "position", ...position });
    } catch (error) {
      if (serial === this.serial) this.report(messageOf(error));
      return "";
    }
    if (serial !== this.serial) return "";
    this.position = position;
    this.points = points;
    this.stepsShown = 0;
    const { scene, trace } = view;
    this.base = scene;
    const { p1, p2 } = scene.players;
    if (!animate) {
      this.side = scene.to_act ?? "p1";
      const seat = p1.seat === p2.seat ? 0 : scene.players[this.side].seat;
      this.board.turned = (360 - seat) % 360;
    }
    this.board.coordinates = settings.coordinates;
    this.clearRefusal();
    if (open) this.entry.begin(view.touches);
    const steps = trace?.steps ?? [];
    // The board takes the space that the supplies leave.
    this.drawSupplies();
    if (animate && steps.length > 0) void this.board.play(steps, scene);
    else this.board.show(scene);
    this.board.mark({ last: lastMove(scene, trace) });
    this.draw();
    return trace?.text.text ?? "";
  }

  /** Moves the keyboard focus to the board. */
  focus() {
    this.board.moveFocus(this.board.focus);
  }

  /** Closes the board for moves. */
  close() {
    this.serial += 1;
    this.entry.clear();
    closeMenu();
  }

  /** @param {string} id */
  touch(id) {
    if (!this.entry.sent) closeMenu();
    if (this.clearRefusal()) this.drawEntry();
    this.entry.touch(id);
  }

  /** Shows why a touch is refused, until the next touch. @param {string} id @param {string} reason */
  refuse(id, reason) {
    this.refusal = reason;
    this.board.refuse(id, reason);
    refuseItem(this.host, id);
    this.drawEntry();
    this.on.refused?.(reason);
  }

  /** Returns whether there was a refusal. */
  clearRefusal() {
    if (this.refusal === null) return false;
    this.refusal = null;
    this.board.refuse(null);
    refuseItem(this.host, null);
    return true;
  }

  /** @param {string} text */
  report(text) {
    this.refusal = text;
    this.drawEntry();
  }

  /** @param {string} id */
  grab(id) {
    const can = this.entry.grab(id);
    if (can && this.clearRefusal()) this.drawEntry();
    return can;
  }

  /** @param {string|null} id */
  hover(id) {
    const next = this.entry.nextAt(id);
    this.board.glow(next?.at ?? [], next?.takes);
  }

  /** Shows the changed touches of the move. @param {import("./move-entry.js").Change} how */
  changed(how) {
    const { scene, entry } = this;
    if (!scene) return;
    this.clearRefusal();
    const steps = entry.answer?.steps ?? [];
    if (how === "forward" && steps.length > this.stepsShown) void this.board.play(steps.slice(this.stepsShown), scene);
    else this.board.show(scene);
    this.stepsShown = entry.isStarted ? steps.length : 0;
    this.board.mark({ last: noMove() });
    this.draw();
  }

  /** @param {string} token */
  complete(token) {
    if (this.entry.sent) return;
    this.entry.send();
    this.draw();
    this.on.played(token);
  }

  /** Draws everything but the pieces. */
  draw() {
    const { answer, isStarted, isOpen } = this.entry;
    const next = isOpen ? (answer?.next ?? []) : [];
    this.board.mark({
      marks: isOpen && !this.entry.sent ? entryMarks(this.entry) : [],
      next,
      invite: settings.hints,
      drawn: isStarted ? [] : this.points.map((from) => ({ ink: "blue", from })),
    });
    this.drawSupplies();
    this.drawEntry();
  }

  drawSupplies() {
    const { scene } = this;
    if (!scene) return;
    const isAbove = (/** @type {Supply} */ supply) => supply.owner !== null && supply.owner !== this.side;
    for (const [host, above] of /** @type {[HTMLElement, boolean][]} */ ([
      [this.above, true],
      [this.below, false],
    ])) {
      const supplies = scene.supplies.filter((supply) => isAbove(supply) === above);
      drawSupplies(host, supplies, scene, {
        entry: this.entry,
        touch: (id) => this.touch(id),
        labelOf: ({ owner, label }) =>
          owner === null ? label.text : T.labelled(scene.players[owner].name, label.text),
        invites: () => true,
      });
    }
    for (const item of this.host.querySelectorAll(".item")) {
      const id = /** @type {HTMLElement} */ (item).dataset.item ?? "";
      item.classList.toggle("pointed", !this.entry.isStarted && this.points.includes(id));
    }
  }

  /** The button of a supply item. @param {string} id */
  item(id) {
    return itemIn(this.host, id);
  }

  /** Draws the row below the board. */
  drawEntry() {
    keepFocus(
      this.buttons,
      () => this.drawPrompt(),
      () => this.focus(),
    );
  }

  /** Draws a hint, and buttons for the move. */
  drawPrompt() {
    const { entry } = this;
    const { answer, isStarted } = entry;
    const isActive = entry.isOpen && !entry.sent;
    setText(this.hint, this.refusal ?? (isActive ? (answer?.hint.text ?? "") : ""));
    this.hint.classList.toggle("refused", this.refusal !== null);
    if (this.refusal !== null) speak(this.refusal);
    const isShown = (/** @type {string} */ id) => this.board.target(id) ?? this.item(id);
    const next = isActive ? (answer?.next ?? []) : [];
    const touches = next.filter((one) => one.kind === "button" || !one.at.some(isShown));
    const whole = isStarted && next.length > 0 ? (answer?.canonical ?? null) : null;
    const count = isActive ? Math.min(2, entry.made.length) : 0;
    putIfChanged(this.buttons, [touches.map((one) => [one.touch, one.label?.text]), whole, count], () => [
      ...touches.map((one) =>
        el(
          "button",
          { type: "button", class: "touch", "data-key": one.touch, onclick: () => entry.touchWord(one.touch) },
          one.label?.text ?? one.touch,
        ),
      ),
      whole &&
        el(
          "button",
          { type: "button", class: "main", "data-key": "confirm", onclick: () => this.complete(whole) },
          icon("check"),
          el("span", {}, T.confirm),
        ),
      count > 0 && button("undo", T.stepBack, () => entry.back(), { short: true, class: "quiet" }),
      count > 1 && button("close", T.cancelMove, () => entry.cancel(), { short: true, class: "quiet" }),
    ]);
  }
}

// A board for positions apart from the game: it shows one, and the user enters a move there. Lessons and
// puzzles use it.

import { ask, messageOf } from "./api.js";
import { entryMarks, lastMove, noMove } from "./board-overlay.js";
import { closeMenu } from "./choice-menu.js";
import { speak } from "./notices.js";
import { makeOneStop } from "./one-stop.js";
import { draw, h, make } from "./render.js";
import { settings } from "./settings.js";
import { otherSide } from "./store.js";
import { supplyGroups } from "./supply-view.js";
import { T } from "./texts.js";
import { TouchBoard } from "./touch-board.js";

/** @typedef {import("./scene.js").Scene} Scene */
/** @typedef {import("./scene.js").Supply} Supply */
/** A position: a rule set, its first position (by default the start) and moves. @typedef {{game: string, fen: string|null, moves: string[]}} Position */

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
    /** The scene of the position. @type {Scene|null} */
    this.base = null;
    /** The first touches of the position. @type {import("./scene.js").Touches|null} */
    this.first = null;
    /** The player who moves, at the lower edge. @type {import("./store.js").Side} */
    this.side = "p1";
    this.serial = 0;
    /** @type {string[]} */
    this.points = [];
    host.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || !this.entry.isStarted) return;
      if (event.shiftKey) this.entry.cancel();
      else this.entry.back();
    });
    for (const tray of [above, below]) makeOneStop(tray);
  }

  /** The scene after the touches so far. */
  get scene() {
    return (this.entry.isStarted ? this.entry.answer?.scene : null) ?? this.base;
  }

  /**
   * Shows a position. Returns the description of its last move, or nothing if there is none.
   * @param {Position} position
   * @param {{points?: string[], open?: boolean, animate?: boolean, keep?: boolean}} [how] `points`: places to point at; `open`: the user may move;
   * `animate`: the board shows the position before its last move; `keep`: the same player stays at the lower edge
   */
  async show(position, { points = [], open = false, animate = false, keep = animate } = {}) {
    this.serial += 1;
    const { serial } = this;
    // The pieces of a move that the user has just made arrive first.
    const arrived = this.entry.sent ? this.settled : null;
    this.entry.clear();
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
    this.position = position;
    this.points = points;
    this.board.showHint([]);
    const { touches, trace } = view;
    const { scene } = touches;
    // What is animated follows the position that the board shows.
    const mover = animate && this.base?.to_act;
    this.first = touches;
    this.base = scene;
    const { p1, p2 } = scene.players;
    if (!keep) {
      this.side = scene.to_act ?? "p1";
      const seat = p1.seat === p2.seat ? 0 : scene.players[this.side].seat;
      this.board.turned = (360 - seat) % 360;
    }
    this.board.coordinates = settings.coordinates;
    this.clearRefusal();
    if (open) this.entry.begin(touches);
    // The board takes the space that the supplies leave.
    this.drawSupplies();
    this.playSteps(animate ? (trace?.steps ?? []) : [], scene, false);
    this.board.mark({ last: lastMove(scene, trace) });
    this.draw();
    const text = trace?.text.text ?? "";
    return mover && text ? T.labelled(scene.players[mover].name, text) : text;
  }

  /** Opens the position that is shown for moves. */
  open() {
    if (this.first) this.entry.begin(this.first);
    this.draw();
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

  /** @param {string} text */
  failed(text) {
    this.refusal = text;
    this.drawEntry();
    speak(text);
  }

  /** Shows the changed touches of the move. @param {import("./move-entry.js").Change} how */
  changed(how) {
    const { scene } = this;
    if (!scene) return;
    this.host.classList.add("begun");
    this.clearRefusal();
    this.showTouches(how, scene);
    this.board.mark({ last: noMove() });
    this.draw();
  }

  /** @param {import("./scene.js").Touches} answer */
  complete(answer) {
    this.confirm(answer.canonical ?? "");
  }

  /** @param {string} token */
  confirm(token) {
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
    this.hover();
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
      const side = above ? otherSide(this.side) : this.side;
      const facts = this.on.facts ? scene.facts.map((fact) => `${fact.label.text} ${fact[side]}`) : [];
      const hasName = facts.length > 0;
      const groups = supplyGroups(supplies, scene, {
        entry: this.entry,
        touch: (id) => this.touch(id),
        // The facts before it have the name already.
        labelOf: ({ owner, label }) =>
          owner === null || hasName ? label.text : T.labelled(scene.players[owner].name, label.text),
        invites: () => true,
      });
      draw(host, [hasName && h("span.facts", T.labelled(scene.players[side].name, facts.join(", "))), groups]);
    }
    for (const item of this.host.querySelectorAll(".item")) {
      const id = /** @type {HTMLElement} */ (item).dataset.item ?? "";
      item.classList.toggle("pointed", !this.entry.isStarted && this.points.includes(id));
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

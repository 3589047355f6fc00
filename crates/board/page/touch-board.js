// A board on which the user enters a move by touches, with a hint and buttons below it. The game, lessons and puzzles
// extend it. It is drawn in each frame, from the state that they describe.

import { isConnected } from "./api.js";
import { BoardView } from "./board-view.js";
import { choose, closeMenu } from "./choice-menu.js";
import { button } from "./dom.js";
import { MoveEntry } from "./move-entry.js";
import { onRedraw, redraw } from "./redraw.js";
import { classes, draw, h } from "./render.js";
import { itemIn, shakeItem } from "./supply-view.js";
import { T } from "./texts.js";

/**
 * What stands below the board: `whole` is a complete move to confirm, without `isOpen` no move
 * can be changed, and `drop` forgets a premove.
 * @typedef {{text: string, whole: string|null, isOpen: boolean, drop?: (() => void)|null}} Prompt
 */

/** Longer texts of the prompt, in characters, get smaller letters where space is scarce. */
const LONG = 56;

export class TouchBoard {
  /**
   * @param {HTMLElement} boards
   * @param {HTMLElement} prompt the row below the board
   * @param {() => ParentNode} around contains the supplies
   * @param {{draw?: (drawing: import("./store.js").Drawing) => void, confirmId?: string}} [more]
   */
  constructor(boards, prompt, around, { draw, confirmId } = {}) {
    this.around = around;
    this.confirmId = confirmId;
    /** The last touch, if it was refused. @type {{id: string, reason: string}|null} */
    this.refusal = null;
    /** @type {import("./board-state.js").Hint & {text?: string}|null} */
    this.hint = null;
    /** The places to point at until a move is begun. @type {string[]} */
    this.points = [];
    /** The place under the pointer or with the keyboard focus. @type {string|null} */
    this.hovered = null;
    this.board = new BoardView(boards, {
      touch: (id) => this.touch(id),
      grab: (id) => this.grab(id),
      drop: (id) => this.entry.release(id),
      hover: (id) => {
        this.hovered = id;
        this.drawBoard();
      },
      draw,
    });
    this.entry = new MoveEntry(this);
    this.row = prompt;
    // The button that had the focus is gone: the move goes on at the board.
    prompt.addEventListener("focuslost", () => this.focus());
    onRedraw(() => this.draw());
  }

  // What each kind of board does in its own way.

  /** What the board shows; `null` before it is known. @returns {import("./board-state.js").BoardState|null} */
  get state() {
    return null;
  }

  /** The scene after the touches so far. @returns {import("./scene.js").Scene|null} */
  get scene() {
    return null;
  }

  /** @param {string[]} _touches @param {import("./scene.js").Next} [_last] @returns {Promise<any>} */
  async ask(_touches, _last) {}

  /** The touches make a move. @param {import("./scene.js").Touches} _answer */
  complete(_answer) {}

  /** The user confirms a complete move. @param {string} _token */
  confirm(_token) {}

  /** @param {string} _text */
  failed(_text) {}

  /** @returns {Prompt} */
  get prompt() {
    return { text: "", whole: null, isOpen: false };
  }

  // What is the same.

  /** Settles when the board has shown the last steps. */
  get settled() {
    return this.board.settled;
  }

  /** What a touch under the pointer would affect. */
  get glow() {
    return this.entry.nextAt(this.hovered) ?? null;
  }

  /** The touches of the move have changed. */
  changed() {
    this.refusal = null;
    this.hint = null;
    void redraw();
  }

  /** @param {string} id @param {import("./scene.js").Next[]} entries */
  choose(id, entries) {
    return choose(this.target(id), entries);
  }

  /** The element of a place or of a supply item. @param {string} id */
  target(id) {
    return this.board.target(id) ?? itemIn(this.around(), id);
  }

  /** Moves the keyboard focus to the board. */
  focus() {
    this.board.moveFocus(this.board.focus);
  }

  /** @param {string} id */
  touch(id) {
    if (!this.entry.sent) closeMenu();
    this.refusal = null;
    void redraw();
    if (isConnected()) this.entry.touch(id);
    else this.refuse(id, T.offline);
  }

  /** Shows why a touch is refused, until the next touch. @param {string} id @param {string} reason */
  refuse(id, reason) {
    this.refusal = { id, reason };
    void redraw().then(() => shakeItem(this.around(), id));
  }

  /** @param {string} id */
  grab(id) {
    const can = isConnected() && this.entry.grab(id);
    if (can) this.refusal = null;
    void redraw();
    return can;
  }

  drawBoard() {
    const { state } = this;
    if (state) this.board.show(state);
  }

  draw() {
    this.drawBoard();
    this.drawPrompt();
  }

  /** Draws the row below the board. */
  drawPrompt() {
    const { entry, refusal } = this;
    const { text, whole, isOpen, drop } = this.prompt;
    const hint = refusal?.reason ?? text;
    const look = classes("hint", hint.length > LONG && "long", refusal !== null && "refused");
    const next = isOpen ? (entry.answer?.next ?? []) : [];
    const items = new Set(this.scene?.supplies.flatMap((supply) => supply.items.map((item) => item.id)));
    const isSeen = (/** @type {string} */ id) => items.has(id) || this.board.target(id) !== null;
    const touches = next.filter((one) => one.kind === "button" || !one.at.some(isSeen));
    const count = isOpen ? entry.made.length : 0;
    draw(this.row, [
      h("span", { class: look, role: "status" }, hint),
      h("span.buttons", [
        touches.map(({ touch, label, ends }) =>
          button(null, label?.text ?? touch, () => entry.touchWord(touch), {
            key: touch,
            class: "touch",
            "data-ends": ends,
          }),
        ),
        whole && button("check", T.confirm, () => this.confirm(whole), { class: "main", id: this.confirmId }),
        count > 0 && button("undo", T.stepBack, () => entry.back(), { short: true, class: "quiet" }),
        count > 1 && button("close", T.cancelMove, () => entry.cancel(), { short: true, class: "quiet cancel" }),
        drop && button("close", T.dropPremove, drop, { short: true, class: "quiet" }),
      ]),
    ]);
  }
}

// A board on which the user enters a move by touches, with a hint and buttons below it. The game, lessons and puzzles
// extend it.

import { isConnected } from "./api.js";
import { BoardView } from "./board-view.js";
import { choose, closeMenu } from "./choice-menu.js";
import { button } from "./dom.js";
import { MoveEntry } from "./move-entry.js";
import { classes, draw, h } from "./render.js";
import { itemIn, refuseItem } from "./supply-view.js";
import { T } from "./texts.js";

/** @typedef {import("./scene.js").Scene} Scene */
/** @typedef {import("./scene.js").Touches} Touches */
/**
 * What stands below the board: `asks` marks a question, `whole` is a complete move to confirm, without `isOpen` no move
 * can be changed, and `drop` forgets a premove.
 * @typedef {{text: string, asks?: boolean, whole: string|null, isOpen: boolean, drop?: (() => void)|null}} Prompt
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
    /** The reason for refusing the last touch. @type {string|null} */
    this.refusal = null;
    /** How many steps of the entered touches the board shows. */
    this.stepsShown = 0;
    /** Settles when the board has shown the last steps. */
    this.settled = Promise.resolve();
    this.isMoving = false;
    /** The place under the pointer or with the keyboard focus. @type {string|null} */
    this.hovered = null;
    this.board = new BoardView(boards, {
      touch: (id) => this.touch(id),
      grab: (id) => this.grab(id),
      drop: (id) => this.entry.release(id),
      hover: (id) => this.hover(id),
      draw,
    });
    this.entry = new MoveEntry(this);
    this.row = prompt;
    // The button that had the focus is gone: the move goes on at the board.
    prompt.addEventListener("focuslost", () => this.focus());
  }

  // What each kind of board does in its own way.

  /** The scene after the touches so far. @returns {Scene|null} */
  get scene() {
    return null;
  }

  /** @param {string[]} _touches @param {import("./scene.js").Next} [_last] @returns {Promise<any>} */
  async ask(_touches, _last) {}

  /** The touches of the move have changed. @param {import("./move-entry.js").Change} _how */
  changed(_how) {}

  /** The touches make a move. @param {Touches} _answer */
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
    if (this.clearRefusal()) this.drawEntry();
    if (isConnected()) this.entry.touch(id);
    else this.refuse(id, T.offline);
  }

  /** Shows why a touch is refused, until the next touch. @param {string} id @param {string} reason */
  refuse(id, reason) {
    this.refusal = reason;
    this.board.refuse(id, reason);
    refuseItem(this.around(), id);
    this.drawEntry();
  }

  /** Returns whether there was a refusal. */
  clearRefusal() {
    if (this.refusal === null) return false;
    this.refusal = null;
    this.board.refuse(null);
    refuseItem(this.around(), null);
    return true;
  }

  /** @param {string} id */
  grab(id) {
    const can = isConnected() && this.entry.grab(id);
    if (can && this.clearRefusal()) this.drawEntry();
    return can;
  }

  /** Shows what a touch at a place would do; by default at the same place as before, after its meaning has changed. @param {string|null} [id] */
  hover(id = this.hovered) {
    this.hovered = id;
    const next = this.entry.nextAt(id);
    this.board.glow(next?.at ?? [], next?.takes);
  }

  /** Shows the touches so far. @param {import("./move-entry.js").Change} how @param {Scene} scene */
  showTouches(how, scene) {
    const { answer, isStarted } = this.entry;
    const steps = answer?.steps ?? [];
    this.playSteps(how === "forward" ? steps : [], scene, true);
    this.stepsShown = isStarted ? steps.length : 0;
  }

  /** Shows a position after these steps. @param {Touches["steps"]} steps @param {Scene} scene @param {boolean} isEntered whether the board shows the first steps already */
  playSteps(steps, scene, isEntered) {
    const rest = isEntered ? steps.slice(this.stepsShown) : steps;
    if (rest.length > 0) {
      this.isMoving = true;
      const settled = this.board.play(rest, scene).finally(() => {
        if (this.settled === settled) this.isMoving = false;
      });
      this.settled = settled;
    } else this.board.show(scene);
    this.stepsShown = 0;
  }

  /** Draws the row below the board. */
  drawEntry() {
    const { entry, refusal } = this;
    const { text, asks = false, whole, isOpen, drop } = this.prompt;
    const hint = refusal ?? text;
    const look = classes("hint", hint.length > LONG && "long", refusal !== null ? "refused" : asks && "asks");
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

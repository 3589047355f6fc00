// The cursor of this client in the game tree. It follows the game, unless the user has gone elsewhere.

import { messageOf } from "./api.js";
import { liesBetween, stepFrom } from "./navigation.js";
import { notice } from "./notices.js";
import { node, store } from "./store.js";
import { viewState } from "./view-state.js";

export class Cursor {
  /** @param {{moved: () => void, isHeld: () => boolean, play: (token: string) => Promise<void>}} on `isHeld`: the user writes about the move at the cursor */
  constructor(on) {
    this.on = on;
    /** The serial number of the line that is being played. */
    this.line = 0;
    /** Watches presses while the game has continued and the user writes about a move. @type {AbortController|null} */
    this.behind = null;
    this.isPressed = false;
  }

  /** The game goes on, but the cursor stays until the user has written. A click that ends the writing may lead elsewhere. */
  stayBehind() {
    if (this.behind) return;
    this.behind = new AbortController();
    const when = { capture: true, signal: this.behind.signal };
    // A list does not report the end of a press.
    addEventListener("pointerdown", ({ target }) => (this.isPressed = !(target instanceof HTMLSelectElement)), when);
    const end = () => ((this.isPressed = false), setTimeout(() => this.catchUp()));
    for (const type of ["pointerup", "pointercancel"]) addEventListener(type, end, when);
  }

  /** The cursor is where the user or the game wants it. */
  arrive() {
    this.behind?.abort();
    this.behind = null;
    this.isPressed = false;
  }

  /** Moves the cursor after a change of the tree. @param {{live: number, path: number[]}} before @param {boolean} isNew whether another game has begun */
  follow(before, isNew) {
    if (isNew || !node(viewState.cursor)) {
      // If the line was deleted, its last remaining node.
      viewState.cursor = (isNew ? null : before.path.find((id) => node(id))) ?? store.live;
      this.line += 1;
      this.arrive();
    } else if (store.live !== before.live && liesBetween(viewState.cursor, before.live, store.live)) {
      // While the user writes about a move, the cursor stays there.
      if (this.on.isHeld()) this.stayBehind();
      else viewState.cursor = store.live;
    }
  }

  /** Moves the cursor. @param {number|null} id */
  go(id) {
    if (id === null || !node(id)) return;
    viewState.cursor = id;
    this.on.moved();
  }

  /** Moves the cursor for the user. Stops a line that is being played. @param {number|null} id */
  visit(id) {
    this.line += 1;
    if (id === null) return;
    this.arrive();
    this.go(id);
  }

  /** @param {number} way */
  step(way) {
    this.visit(stepFrom(viewState.cursor, way));
  }

  /** Plays the moves of a line, starting at a node, until the user navigates elsewhere. @param {number} id @param {string[]} tokens */
  async playLine(id, tokens) {
    this.visit(id);
    const mine = this.line;
    try {
      for (const token of tokens) {
        if (mine !== this.line) return;
        await this.on.play(token);
      }
    } catch (error) {
      notice(messageOf(error), "error");
    }
  }

  /** Moves the cursor to the live node, unless the click that ended the writing leads elsewhere. */
  catchUp() {
    if (!this.behind || this.isPressed || this.on.isHeld()) return;
    this.arrive();
    this.go(store.live);
  }
}

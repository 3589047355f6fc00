// The buttons that browse the moves, and those for the game: the three that matter now, and a menu for the rest.

import { send } from "./api.js";
import { openMenu } from "./choice-menu.js";
import { button, byId, confirmButton, enable, icon, relabel } from "./dom.js";
import {
  gameCommands,
  moveCommands,
  rematch,
  resigningSide,
  review,
  takeBack,
  whyNoReview,
  whyNoTakeback,
} from "./game-commands.js";
import { makeOneStop } from "./one-stop.js";
import { humanSides, node, store } from "./store.js";
import { T } from "./texts.js";
import { drawStatus } from "./status-view.js";
import { mayTouch, viewState } from "./view-state.js";

/**
 * @typedef {object} Handlers
 * @property {(id: number) => void} go
 * @property {(way: number) => void} step
 * @property {() => void} last
 * @property {() => void} flip
 * @property {() => void} hint
 * @property {() => void} newGame
 * @property {() => void} showSeries
 * @property {() => void} setResult
 * @property {() => void} typeMove
 */

export class Controls {
  /** @param {Handlers} on */
  constructor(on) {
    this.on = on;
    const step = (/** @type {any} */ drawing, /** @type {string} */ label, /** @type {() => void} */ work) =>
      button(drawing, label, work, { short: true, class: "quiet" });
    this.first = step("first", T.first, () => on.go(store.game.root));
    this.back = step("back", T.back, () => on.step(-1));
    this.next = step("next", T.next, () => on.step(1));
    this.last = step("last", T.last, () => on.last());
    this.edit = button("more", T.editMove, () => this.openMoveMenu(this.edit), {
      short: true,
      class: "quiet edit",
      "aria-haspopup": "menu",
    });
    const flip = step("flip", T.flip, () => on.flip());
    byId("steps").append(this.first, this.back, this.next, this.last, flip, this.edit);
    this.sets = this.buildActions();
    for (const id of ["steps", "actions"]) makeOneStop(byId(id));
  }

  /** While users play, while engines play, and after the game the same places have other buttons. */
  buildActions() {
    this.takeback = button("undo", T.takeback, takeBack);
    this.hint = button("bulb", T.hint, () => this.on.hint());
    this.resign = confirmButton("flag", T.resign, resigningSide, () => {
      const side = resigningSide();
      if (side) void send({ t: "resign", side });
    });
    this.resign.classList.add("danger");
    this.pause = button("pause", T.pause, () => send({ t: "pause", on: !store.paused }));
    this.moveNow = button("forward", T.moveNow, () => send({ t: "move_now" }));
    this.rematch = button("again", T.rematch, rematch);
    this.review = button("graph", T.review, review);
    this.newGame = button("plus", T.newGame, () => this.on.newGame());
    this.moves = button("list", T.moveList, () => this.openMoves(), { class: "open-moves", "aria-pressed": "false" });
    this.more = button("more", T.moreActions, () => this.openGameMenu(), {
      short: true,
      class: "more",
      "aria-haspopup": "menu",
    });
    const sets = {
      playing: [this.takeback, this.hint, this.resign],
      watching: [this.pause, this.moveNow],
      over: [this.rematch, this.review],
    };
    byId("actions").append(...Object.values(sets).flat(), this.moves, this.more);
    return sets;
  }

  /** Opens or closes the list of moves on a phone. */
  openMoves(open = !byId("panel").classList.contains("open")) {
    byId("panel").classList.toggle("open", open);
    this.moves.setAttribute("aria-pressed", String(open));
  }

  openGameMenu() {
    const { setResult, typeMove, flip } = this.on;
    openMenu(this.more, T.moreActions, gameCommands({ setResult, typeMove, flip }));
  }

  /** Opens the menu of a move. @param {any} target @param {number} [id] */
  openMoveMenu(target, id = viewState.cursor) {
    openMenu(target, T.editMove, moveCommands(id));
  }

  draw() {
    if (!store.known) return;
    this.drawSteps();
    this.drawActions();
    drawStatus(this.on);
  }

  drawSteps() {
    const at = node(viewState.cursor);
    this.first.disabled = this.back.disabled = !at || at.parent === null;
    this.next.disabled = this.last.disabled = !at || at.children.length === 0;
  }

  drawActions() {
    const set = store.ending ? "over" : humanSides().length > 0 ? "playing" : "watching";
    for (const [name, buttons] of Object.entries(this.sets)) {
      for (const one of buttons) one.hidden = name !== set;
    }
    enable(this.takeback, whyNoTakeback());
    enable(this.hint, mayTouch() && store.engines.length > 0 ? null : T.noHint);
    enable(this.resign, resigningSide() ? null : T.noResign);
    relabel(this.pause, store.paused ? T.resume : T.pause);
    this.pause.firstChild.replaceWith(icon(store.paused ? "play" : "pause"));
    enable(this.moveNow, store.thinking ? null : T.noThinking);
    relabel(this.review, store.review ? T.stopReview : T.review);
    enable(this.review, whyNoReview());
  }
}

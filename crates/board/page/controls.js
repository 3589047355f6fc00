// The buttons that browse the moves, and those for the game: the three that matter now, and a menu for the rest.

import { send } from "./api.js";
import { menuOpener, openMenu } from "./choice-menu.js";
import { setResult } from "./dialogs.js";
import { button } from "./dom.js";
import { gameCommands, moveCommands, rematch, review, takeBack } from "./game-commands.js";
import { giveHint, whyNoHint } from "./hint.js";
import { saveDialog } from "./import-export.js";
import { makeOneStop } from "./one-stop.js";
import { lastFrom } from "./navigation.js";
import { resigningSide, whyNot } from "./own-side.js";
import { drawNow, redraw } from "./redraw.js";
import { h } from "./render.js";
import { newGame } from "./new-game.js";
import { humanSides, node, store } from "./store.js";
import { T } from "./texts.js";
import { TypedMove } from "./typed-move.js";
import { mayTouch, viewState } from "./view-state.js";

/** The shortest and the longest time per move of two engines, in milliseconds. */
const [FASTEST, SLOWEST] = [125, 16_000];
/** Milliseconds within which a second press must confirm the first one. */
const CONFIRM = 2500;

export class Controls {
  /** @param {import("./cursor.js").Cursor} cursor @param {import("./board-controller.js").BoardController} controller */
  constructor(cursor, controller) {
    this.cursor = cursor;
    this.controller = controller;
    /** Whether the list of moves is open on a phone. */
    this.isOpen = false;
    /** The side that has pressed the button to resign once. @type {import("./store.js").Side|null} */
    this.resigning = null;
    this.timer = 0;
    this.typed = new TypedMove({ play: (token) => controller.play(token), openMoves: () => this.openMoves(true) });
  }

  /** Opens or closes the list of moves on a phone. */
  openMoves(isOpen = !this.isOpen) {
    this.isOpen = isOpen;
    drawNow();
  }

  /** @param {any} target */
  openGameMenu(target) {
    const [typeMove, flip] = [() => this.typed.open(), () => this.controller.flip()];
    const { layout } = document.documentElement.dataset;
    // The bar of a small phone has no space for this button.
    const isListHidden = layout === "phone" && !document.querySelector(".open-moves")?.checkVisibility();
    const list = { label: T.moveList, drawing: "list", work: () => this.openMoves(true) };
    const commands = gameCommands({ setResult, typeMove, flip });
    openMenu(target, T.moreActions, isListHidden ? [list, ...commands] : commands);
  }

  /** Opens the menu of a move. @param {any} target @param {number} [id] */
  openMoveMenu(target, id = viewState.cursor) {
    // The position at the cursor as a link, a FEN, a picture or a record.
    const save = { label: T.save, drawing: "save", work: () => void saveDialog() };
    openMenu(target, T.editMove, [...moveCommands(id), save]);
  }

  /** The buttons that browse the moves. */
  steps() {
    const { cursor } = this;
    const at = node(viewState.cursor);
    const isFirst = !at || at.parent === null;
    const isLast = !at || at.children.length === 0;
    /** @param {any} drawing @param {string} label @param {() => void} work */
    const step = (drawing, label, work, disabled = false) =>
      button(drawing, label, work, { short: true, class: "quiet", disabled });
    return h("nav.steps", { id: "steps", "aria-label": T.regions.steps, mounted: makeOneStop }, [
      step("first", T.first, () => cursor.visit(store.game.root), isFirst),
      step("back", T.back, () => cursor.step(-1), isFirst),
      step("next", T.next, () => cursor.step(1), isLast),
      step("last", T.last, () => cursor.visit(lastFrom(viewState.cursor)), isLast),
      step("flip", T.flip, () => this.controller.flip()),
      menuOpener(T.editMove, "quiet edit", (target) => this.openMoveMenu(target)),
    ]);
  }

  /** The buttons of a phone that step through the moves while the board is in sight. */
  browsers() {
    const at = node(viewState.cursor);
    const step = (/** @type {"back"|"next"} */ name, /** @type {1|-1} */ way, /** @type {boolean} */ disabled) =>
      button(name, T[name], () => this.cursor.step(way), { key: name, short: true, class: "browse", disabled });
    return [step("back", -1, !at || at.parent === null), step("next", 1, !at || at.children.length === 0)];
  }

  /** The button to resign. It acts on the second press. */
  resign() {
    const side = resigningSide();
    const isAsking = side !== null && side === this.resigning;
    const ask = (/** @type {typeof side} */ next) => {
      clearTimeout(this.timer);
      this.resigning = next;
      if (next) this.timer = setTimeout(ask, CONFIRM, null);
      void redraw();
    };
    const onclick = () => {
      ask(isAsking ? null : side);
      if (isAsking) void send({ t: "resign", side });
    };
    const label = isAsking ? T.resignSure : T.resign;
    return button("flag", label, onclick, {
      class: isAsking ? "danger asking" : "danger",
      disabled: side === null,
      title: side ? null : T.noResign,
      "aria-label": label,
    });
  }

  /** While users play, while engines play, and after the game the same places have other buttons. */
  actions() {
    const set = store.ending ? "over" : humanSides().length > 0 ? "playing" : "watching";
    /** @param {any} drawing @param {string} label @param {() => void} work @param {string|null} [why] why it is not available */
    const act = (drawing, label, work, why = null) =>
      button(drawing, label, work, { disabled: why !== null, title: why, "aria-label": label });
    const isReady = mayTouch() && store.engines.length > 0;
    const noHint = whyNoHint() ?? (isReady ? null : T.noHint);
    const { paused, time } = store;
    const pace = time.kind === "move" ? time.ms : null;
    return h("nav.actions", { "aria-label": T.regions.actions, mounted: makeOneStop }, [
      set === "playing" && [
        act("undo", T.takeback, takeBack, whyNot("takeback")),
        act("bulb", T.hint, () => void giveHint(this.controller), noHint),
        this.resign(),
      ],
      set === "watching" && [
        act(paused ? "play" : "pause", paused ? T.resume : T.pause, () => send({ t: "pause", on: !paused })),
        act("step", T.oneMove, () => send({ t: "step" })),
        pace !== null && act("slower", T.slower, () => send({ t: "pace", ms: Math.min(pace * 2, SLOWEST) })),
        pace !== null && act("forward", T.faster, () => send({ t: "pace", ms: Math.max(pace / 2, FASTEST) })),
      ],
      set === "over" && [
        act("again", T.rematch, rematch),
        act("graph", store.review ? T.stopReview : T.review, review, store.review ? null : whyNot("review")),
        button("plus", T.newGame, () => newGame(), { class: "another", "aria-label": T.newGame }),
      ],
      this.browsers(),
      button("list", T.moveList, () => this.openMoves(), { class: "open-moves", "aria-pressed": this.isOpen }),
      menuOpener(T.moreActions, "more", (target) => this.openGameMenu(target)),
    ]);
  }
}

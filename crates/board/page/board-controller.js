// The board of the game: shows the position at the cursor, enters moves by touches and plays them.

import { ask, messageOf, send } from "./api.js";
import { entryMarks, lastMove } from "./board-overlay.js";
import { boardState, noMove, turnTo } from "./board-state.js";
import { closeMenu } from "./choice-menu.js";
import { byId } from "./dom.js";
import { notice, speak } from "./notices.js";
import { ownSide, takenSide } from "./own-side.js";
import { PlayersView } from "./players-view.js";
import { moveOf, Premove } from "./premove.js";
import { drawNow, redraw } from "./redraw.js";
import { h, make } from "./render.js";
import { endingText, resultText } from "./result-text.js";
import { confirms, settings } from "./settings.js";
import { isBetweenPeople, isCovered, isHuman, node, otherSide, store } from "./store.js";
import { T } from "./texts.js";
import { TouchBoard } from "./touch-board.js";
import {
  bottomSide,
  colourName,
  isForOther,
  isOver,
  mayTouch,
  nameOf,
  viewHere,
  viewOf,
  viewState,
} from "./view-state.js";

/** @typedef {import("./scene.js").Touches} Touches */
/** @typedef {import("./store.js").Side} Side */
/** For what a move is entered: the node, whether the user may move, and what else begins the entry or turns the board. @typedef {{node: number, may: boolean, isOver: boolean, run: number, side: Side|null, autoFlip: boolean}} Entered */

export class BoardController extends TouchBoard {
  /** @param {{played: (node: number) => void, arrived: () => void, arrows: () => import("./board-arrows.js").Arrow[]}} on `played`: the server accepted a move of this client; `arrived`: the board shows another node; `arrows`: those of the analysis */
  constructor(on) {
    const part = (/** @type {string} */ name) => make(h("div", { class: name, id: name }));
    const [boards, row] = [part("boards"), part("entry")];
    super(boards, row, () => byId("screen-board"), {
      draw: (drawing) => this.addDrawing(drawing),
      confirmId: "confirm",
    });
    this.boards = boards;
    this.on = on;
    /** @type {Entered} */
    this.entered = { node: 0, may: false, isOver: false, run: 0, side: takenSide(), autoFlip: settings.autoFlip };
    /** A move that awaits confirmation. @type {string|null} */
    this.unconfirmed = null;
    /** Whether the user has just entered a move that is being played. */
    this.isPlaying = false;
    /** The end of a line, shown in place of the position, and the places marked on it. @type {{scene: import("./scene.js").Scene, places: string[]}|null} */
    this.preview = null;
    this.peekSerial = 0;
    this.players = new PlayersView(this);
    this.premove = new Premove();
  }

  /** The view of the node on the board: that at the cursor, as soon as it is known. */
  get view() {
    return viewOf(this.entered.node);
  }

  /** The scene after the touches so far; without touches, the scene of the node. */
  get scene() {
    return (this.entry.isStarted ? this.entry.answer?.scene : null) ?? this.view?.touches.scene ?? null;
  }

  get state() {
    const { view, scene, entry, preview, refusal } = this;
    if (!view || !scene) return null;
    const look = {
      turned: turnTo(view.touches.scene, viewState.flipped ? "p2" : "p1"),
      coordinates: settings.coordinates,
    };
    if (preview) return boardState(preview.scene, { ...look, preview: T.preview, hint: { places: preview.places } });
    const { answer, isStarted } = entry;
    const at = node(view.node);
    const { touches } = this.premove;
    return boardState(scene, {
      ...look,
      ...(isStarted
        ? { from: view.node, steps: answer?.steps ?? [] }
        : { at: view.node, from: at?.parent ?? null, steps: view.trace?.steps ?? [] }),
      drawn: at?.drawn ?? [],
      marks: entryMarks(entry),
      next: answer?.next ?? [],
      // A finished game shows no touchable places, but a variation may begin.
      invite: settings.hints && (!isOver() || isStarted),
      // The last move stays marked until the new one changes the position.
      last: answer?.steps.length ? noMove() : lastMove(view.touches.scene, view.trace),
      hint: touches.length > 0 ? { places: touches, paths: [touches] } : this.hint,
      arrows: isStarted || view.node !== viewState.cursor ? [] : this.on.arrows(),
      glow: this.glow,
      refusal,
    });
  }

  draw() {
    this.follow();
    super.draw();
    this.boards.classList.toggle("covered", isCovered());
  }

  /** Begins the entry of a move anew if the cursor has moved, or the user may move now or no more. */
  follow() {
    const view = viewHere();
    if (!view) return;
    const before = this.entered;
    const now = {
      node: viewState.cursor,
      may: mayTouch(),
      isOver: store.ending !== null,
      run: store.started,
      side: takenSide(),
      autoFlip: settings.autoFlip,
    };
    const parent = node(now.node)?.parent ?? 0;
    const isMoved = now.node !== before.node || now.run !== before.run;
    const isForward = isMoved && parent === before.node && parent !== 0;
    // The pieces of the last move arrive before those of the reply.
    if (isForward && !this.isPlaying && this.board.isMoving) return void this.settled.then(redraw);
    this.entered = now;
    if (this.premove.touches.length > 0 && now.node === before.node && !this.mayPremove) this.dropPremove();
    if (now.side !== before.side) viewState.flipped = bottomSide() === "p2";
    if (isMoved || now.autoFlip !== before.autoFlip) this.autoFlip();
    if (!isMoved && now.may === before.may && now.isOver === before.isOver) return;
    const isOwn = isForward && this.isPlaying;
    this.refusal = null;
    this.hint = null;
    this.unconfirmed = null;
    this.isPlaying = false;
    closeMenu();
    if (now.may) this.entry.begin(view.touches, isOwn ? (view.trace?.path ?? []) : null);
    else this.entry.clear();
    if (!isMoved) return;
    this.preview = null;
    if (isForward) speak(this.moveText);
    this.on.arrived();
    const premove = this.premove.take(parent);
    if (premove.length > 0 && this.isInGame && now.may) void this.playPremove(premove);
  }

  /** The move that led to the node on the board, with its player. */
  get moveText() {
    const text = this.view?.trace?.text.text ?? "";
    const mover = node(node(this.entered.node)?.parent)?.status.to_act;
    return mover && text ? T.labelled(colourName(mover), text) : text;
  }

  /** Settles when the board shows the node at the cursor, after all steps. */
  async arrived() {
    do {
      await redraw();
      await this.settled;
    } while (viewHere() && this.entered.node !== viewState.cursor);
  }

  /** Whether touches are kept for the next turn: with clocks, while the person on the other device thinks. */
  get mayPremove() {
    const toAct = viewHere()?.touches.scene.to_act;
    const waits = ownSide() !== null && toAct === otherSide(/** @type {Side} */ (ownSide()));
    return waits && isBetweenPeople() && store.clock !== null && !store.paused && this.isInGame && !confirms();
  }

  dropPremove() {
    this.premove.touches = [];
    void redraw();
  }

  /** Plays the touches that were kept, if they make a move now. @param {string[]} touches */
  async playPremove(touches) {
    this.entry.send();
    try {
      const enter = (/** @type {string[]} */ touches) => ask({ t: "touches", node: this.entered.node, touches });
      const token = await moveOf(touches, enter);
      if (token !== null) return await this.play(token);
    } catch {
      // Refused, as below.
    }
    this.restart();
    notice(T.premoveDropped);
  }

  /** Restarts the entry of a move that was sent but not played. */
  restart() {
    if (this.entry.sent) this.entry.restart();
  }

  /** Turns the board to the human to move, if that setting is on. */
  autoFlip() {
    const toAct = viewHere()?.touches.scene.to_act;
    if (!settings.autoFlip || ownSide()) return;
    if (viewState.cursor === store.live && isHuman(toAct)) viewState.flipped = toAct === "p2";
  }

  /** The touch that completes a move plays it, unless the user has to confirm it. @param {string[]} touches @param {import("./scene.js").Next} [last] */
  ask(touches, last) {
    const at = this.entered.node;
    // A button that ends the move is a confirmation.
    const plays = last?.ends && at === viewState.cursor && mayTouch() && (!confirms() || last.kind === "button");
    if (!plays) return ask({ t: "touches", node: at, touches });
    this.isPlaying = true;
    return this.showPlayed(at, ask({ t: "touches", node: at, touches, play: this.isInGame }));
  }

  /** @param {string} id */
  touch(id) {
    this.stopPeeking();
    if (!this.mayPremove) return super.touch(id);
    this.premove.touch(id, viewState.cursor);
    void redraw();
  }

  /** @param {string} id @param {string} reason */
  refuse(id, reason) {
    if (!this.preview) super.refuse(id, reason);
  }

  /** @param {string} text */
  failed(text) {
    notice(text, "error");
    this.changed();
  }

  changed() {
    this.unconfirmed = null;
    this.isPlaying = false;
    super.changed();
  }

  /** Shows a hint in place of a refusal. @param {string} text @param {string[]} places @param {string[][]} [paths] @param {string[]} [removed] */
  showHint(text, places, paths, removed) {
    this.refusal = null;
    this.hint = { text, places, paths, removed };
    void redraw();
  }

  /** Asks for the confirmation of a complete move. @param {Touches} answer */
  complete(answer) {
    this.unconfirmed = answer.token;
    drawNow();
    byId("confirm")?.focus({ preventScroll: true });
  }

  /** Plays the entered move. @param {string} token */
  confirm(token) {
    if (this.entry.sent) return;
    if (this.entered.node !== viewState.cursor) return notice(T.refusals["game-continued"], "error");
    this.isPlaying = true;
    this.entry.send();
    void this.play(token).catch((error) => {
      this.restart();
      notice(messageOf(error), "error");
    });
  }

  /** Plays a move at the cursor. A refusal rejects with a message for the user. @param {string} token */
  async play(token) {
    const from = viewState.cursor;
    const toAct = node(from)?.status.to_act ?? null;
    if (isForOther(toAct)) throw new Error(this.waitText(toAct));
    await this.showPlayed(from, ask({ t: "play", node: from, token, game: this.isInGame }));
  }

  /** Whether a move at the cursor belongs to the game; otherwise it begins a variation. */
  get isInGame() {
    return viewState.cursor === store.live && !store.ending && isHuman(node(store.live)?.status.to_act);
  }

  /** Shows the position after a move, once it was played. @template {object} T @param {number} from @param {Promise<T>} asked */
  async showPlayed(from, asked) {
    const answer = await asked;
    if (!("node" in answer)) return answer;
    // The user may have moved the cursor in the meantime.
    if (viewState.cursor === from) this.on.played(/** @type {number} */ (answer.node));
    // Touches that wait belong to the next move.
    this.follow();
    return answer;
  }

  /** Adds a drawing to the position. Repeating it removes it; another ink replaces it. @param {import("./store.js").Drawing} drawing */
  addDrawing(drawing) {
    const at = node(viewState.cursor);
    if (!at || this.preview || this.entered.node !== viewState.cursor) return;
    const drawn = at.drawn ?? [];
    const rest = drawn.filter((one) => one.from !== drawing.from || one.to !== drawing.to);
    const isAgain = drawn.some((one) => one.from === drawing.from && one.to === drawing.to && one.ink === drawing.ink);
    void send({ t: "draw", node: at.id, drawn: isAgain ? rest : [...rest, drawing] });
  }

  /** Shows the end of a line, and places on it; `null` shows the position again. @param {string[]|null} tokens @param {number} [at] the node where it begins @param {string[]} [places] */
  async peek(tokens, at = viewState.cursor, places = []) {
    if (tokens === null) return this.stopPeeking();
    this.peekSerial += 1;
    const serial = this.peekSerial;
    const scene = await ask({ t: "peek", node: at, tokens }).catch(() => null);
    if (!scene || serial !== this.peekSerial) return;
    this.preview = { scene, places };
    void redraw();
  }

  stopPeeking() {
    this.peekSerial += 1;
    this.preview = null;
    void redraw();
  }

  flip() {
    viewState.flipped = !viewState.flipped;
    void redraw();
  }

  /** The column of the board. @param {import("./render.js").Child} bar @param {import("./render.js").Child} card the card of the result */
  column(bar, card) {
    // Until a move is sent, the same player is to move.
    const toAct = isOver() ? null : (this.view?.touches.scene.to_act ?? null);
    const below = viewState.flipped ? "p2" : "p1";
    const { players, scene } = this;
    return h("section.play", { "aria-label": T.regions.play }, [
      bar,
      players.row("player-top", otherSide(below), scene, toAct),
      h("div.stage", { id: "stage" }, this.boards),
      h("div.prompt", { id: "prompt" }, h("div.result", card), this.row, players.tray(scene)),
      players.row("player-bottom", below, scene, toAct),
    ]);
  }

  get prompt() {
    const { answer, isStarted } = this.entry;
    const isWhole = isStarted && answer !== null && answer.next.length > 0;
    return {
      text: this.hintText(),
      whole: this.unconfirmed ?? (isWhole ? answer.token : null),
      isOpen: true,
      drop: this.premove.touches.length > 0 ? () => this.dropPremove() : null,
    };
  }

  /** The button that ends the move: the confirmation, or the touch button if there is only one. */
  endButton() {
    const ends = this.row.querySelectorAll(".touch");
    return byId("confirm") ?? (ends.length === 1 ? ends[0] : null);
  }

  /** The names of the alternatives if the user has to choose a supply item. */
  get choices() {
    const next = this.entry.answer?.next ?? [];
    const { supplies = [], kinds } = this.scene ?? {};
    const items = new Map(supplies.flatMap((supply) => supply.items.map((item) => [item.id, item.kind])));
    const names = next.flatMap(({ kind, at }) =>
      kind === "supply" ? (kinds?.[items.get(at[0]) ?? ""]?.text.text ?? []) : [],
    );
    return names.length > 1 && names.length === next.length ? names : [];
  }

  /** Why a client that has taken a side cannot move here. @param {Side|null} toAct */
  waitText(toAct) {
    return viewState.cursor === store.live && toAct ? T.waitFor(nameOf(toAct)) : T.moveInGame;
  }

  /** The hint for the user. */
  hintText() {
    const view = viewHere();
    if (!view) return T.waiting;
    const { answer, isStarted } = this.entry;
    if (answer && isStarted && answer.next.length === 0 && answer.token === null) return T.leadsNowhere;
    if (isOver() && !isStarted) return endingText();
    if (this.premove.touches.length > 0) return T.premove;
    if (this.hint?.text) return this.hint.text;
    if (answer?.hint.text) return T.ask(answer.hint.text, this.choices);
    const toAct = view.touches.scene.to_act;
    if (!toAct) return resultText(view.touches.scene.result);
    if (isForOther(toAct)) return this.waitText(toAct);
    return store.thinking && !mayTouch() ? T.engineThinks(nameOf(store.thinking)) : T.toMove(nameOf(toAct));
  }
}

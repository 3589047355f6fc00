// Controls the board: shows positions, enters moves by touches and plays them.

import { ask, messageOf, send } from "./api.js";
import { entryMarks, lastMove, noMove } from "./board-overlay.js";
import { closeMenu } from "./choice-menu.js";
import { byId } from "./dom.js";
import { isBetweenPeople, isCovered } from "./fair-play.js";
import { notice } from "./notices.js";
import { ownSide, takenSide } from "./own-side.js";
import { PlayersView } from "./players-view.js";
import { moveOf, Premove } from "./premove.js";
import { redraw } from "./redraw.js";
import { h, make } from "./render.js";
import { endingText, resultText } from "./result-text.js";
import { confirms, settings } from "./settings.js";
import { isHuman, node, otherSide, store } from "./store.js";
import { T } from "./texts.js";
import { TouchBoard } from "./touch-board.js";
import { bottomSide, isForOther, isOver, mayTouch, nameOf, viewHere, viewOf, viewState } from "./view-state.js";

/** @typedef {import("./scene.js").Touches} Touches */
/** @typedef {import("./scene.js").Next} Next */
/** @typedef {import("./store.js").Side} Side */

export class BoardController extends TouchBoard {
  /** @param {(node: number) => void} played the server accepted a move of this client */
  constructor(played) {
    const part = (/** @type {string} */ name) => make(h("div", { class: name, id: name }));
    const [boards, row] = [part("boards"), part("entry")];
    super(boards, row, () => byId("screen-board"), { draw: (drawing) => this.draw(drawing), confirmId: "confirm" });
    this.boards = boards;
    this.played = played;
    /** The node where the user enters a move. */
    this.node = 0;
    /** A move that awaits confirmation. @type {string|null} */
    this.unconfirmed = null;
    /** The node where the user has just entered a move that is being played, or 0. */
    this.enteredAt = 0;
    this.peekSerial = 0;
    this.players = new PlayersView(this.entry, (id) => this.touch(id));
    /** What the shown board depends on beside the position. */
    this.look = "";
    this.isAutomatic = settings.autoFlip;
    this.side = takenSide();
    this.hasEnded = false;
    /** The text of the shown hint. */
    this.advice = "";
    this.premove = new Premove();
  }

  /** The view of the node at the cursor; while it is unknown, of the node on the board. */
  get view() {
    return viewHere() ?? viewOf(viewState.shown);
  }

  /** The scene after the touches so far; without touches, the scene of the node. */
  get scene() {
    return (this.entry.isStarted ? this.entry.answer?.scene : null) ?? this.view?.touches.scene ?? null;
  }

  /** Shows the node at the cursor, whose view is known. @param {boolean} forward whether it follows the shown node */
  render(forward) {
    const view = viewHere();
    if (!view) return;
    const at = node(viewState.cursor);
    const isOwn = this.enteredAt !== 0 && at?.parent === this.enteredAt;
    this.node = viewState.cursor;
    this.clearRefusal();
    this.unconfirmed = null;
    this.enteredAt = 0;
    this.board.preview(null);
    this.clearHint();
    this.autoFlip();
    this.turnBoard();
    closeMenu();
    if (mayTouch()) this.entry.begin(view.touches, isOwn ? (view.trace?.path ?? []) : null);
    else this.entry.clear();
    const premove = this.premove.take(at?.parent ?? undefined);
    this.overlay();
    this.playSteps(forward ? (view.trace?.steps ?? []) : [], view.touches.scene, isOwn);
    this.drawEntry();
    if (premove.length > 0 && this.isInGame && mayTouch()) void this.playPremove(premove);
  }

  /** Whether touches are kept for the next turn: with clocks, while the person on the other device thinks. */
  get mayPremove() {
    const toAct = viewHere()?.touches.scene.to_act;
    const waits = ownSide() !== null && toAct === otherSide(/** @type {Side} */ (ownSide()));
    return waits && isBetweenPeople() && store.clock !== null && !store.paused && this.isInGame && !confirms();
  }

  dropPremove() {
    this.premove.touches = [];
    this.clearHint();
    this.drawEntry();
  }

  /** Plays the touches that were kept, if they make a move now. @param {string[]} touches */
  async playPremove(touches) {
    this.entry.send();
    try {
      const enter = (/** @type {string[]} */ touches) => ask({ t: "touches", node: this.node, touches });
      const token = await moveOf(touches, enter);
      if (token !== null) return await this.play(token);
    } catch {
      // Refused, as below.
    }
    this.restart();
    notice(T.premoveDropped);
  }

  /** Updates who may move; the position is unchanged. */
  refresh() {
    // The game has just ended, or goes on.
    const ended = this.hasEnded !== (store.ending !== null);
    this.hasEnded = store.ending !== null;
    if (this.premove.touches.length > 0 && !this.mayPremove) this.dropPremove();
    const view = viewHere();
    if (!view || viewState.shown !== viewState.cursor || viewState.peeking) return;
    const may = mayTouch();
    if (may !== this.entry.isOpen || ended) {
      const { isStarted } = this.entry;
      this.clearRefusal();
      this.unconfirmed = null;
      closeMenu();
      if (may) this.entry.begin(view.touches);
      else this.entry.clear();
      // Without touches to take back, the board may still be moving the pieces of the last move.
      if (isStarted) this.board.show(view.touches.scene);
    }
    this.overlay();
    this.drawEntry();
    void redraw();
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

  /** The touch that completes a move plays it, unless the user has to confirm it. @param {string[]} touches @param {Next} [last] */
  ask(touches, last) {
    const at = this.node;
    // A button that ends the move is a confirmation.
    const plays = last?.ends && at === viewState.cursor && mayTouch() && (!confirms() || last.kind === "button");
    if (!plays) return ask({ t: "touches", node: at, touches });
    this.enteredAt = at;
    return this.showPlayed(at, ask({ t: "touches", node: at, touches, play: this.isInGame }));
  }

  /** @param {string} id */
  touch(id) {
    this.stopPeeking();
    if (!this.mayPremove) return super.touch(id);
    this.premove.touch(id, viewState.cursor);
    const { touches } = this.premove;
    this.showHint(T.premove, touches, [touches]);
  }

  /** @param {string} id @param {string} reason */
  refuse(id, reason) {
    if (!viewState.peeking) super.refuse(id, reason);
  }

  /** @param {string} text */
  failed(text) {
    notice(text, "error");
    this.changed("same");
  }

  /** @param {string|null} [id] */
  hover(id) {
    super.hover(id);
    if (viewState.peeking) this.board.glow([]);
  }

  /** Shows the changed touches of the move. @param {import("./move-entry.js").Change} how */
  changed(how) {
    const { scene } = this;
    if (!viewHere() || !scene) return;
    this.clearRefusal();
    this.unconfirmed = null;
    this.enteredAt = 0;
    this.clearHint();
    this.overlay();
    this.showTouches(how, scene);
    this.drawEntry();
    void redraw();
  }

  /** Shows a hint in place of a refusal. @param {string} text @param {string[]} places @param {string[][]} [paths] @param {string[]} [removed] */
  showHint(text, places, paths, removed) {
    this.clearRefusal();
    this.advice = text;
    this.board.showHint(places, paths, removed);
    this.drawEntry();
  }

  clearHint() {
    this.advice = "";
    this.board.showHint([]);
  }

  /** Asks for the confirmation of a complete move. @param {Touches} answer */
  complete(answer) {
    this.unconfirmed = answer.token;
    this.drawEntry();
    byId("confirm")?.focus({ preventScroll: true });
  }

  /** Plays the entered move. @param {string} token */
  confirm(token) {
    if (this.entry.sent) return;
    if (this.node !== viewState.cursor) return notice(T.refusals["game-continued"], "error");
    this.enteredAt = this.node;
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
    // The user may have moved the cursor in the meantime.
    if ("node" in answer && viewState.cursor === from) this.played(/** @type {number} */ (answer.node));
    return answer;
  }

  /** Updates the overlay: last move, touchable places and marks. */
  overlay() {
    const view = viewHere();
    if (!view) return;
    const { answer, isStarted } = this.entry;
    const next = answer?.next ?? [];
    this.hover();
    this.board.mark({
      drawn: node(viewState.cursor)?.drawn ?? [],
      marks: entryMarks(this.entry),
      next,
      // A finished game shows no touchable places, but a variation may begin.
      invite: settings.hints && (!isOver() || isStarted),
      // The last move stays marked until the new one changes the position.
      last: answer?.steps.length ? noMove() : lastMove(view.touches.scene, view.trace),
    });
  }

  /** Adds a drawing to the position. Repeating it removes it; another ink replaces it. @param {import("./store.js").Drawing} drawing */
  draw(drawing) {
    const at = node(viewState.cursor);
    if (!at || viewState.peeking || viewState.shown !== viewState.cursor) return;
    const drawn = at.drawn ?? [];
    const rest = drawn.filter((one) => one.from !== drawing.from || one.to !== drawing.to);
    const isAgain = drawn.some((one) => one.from === drawing.from && one.to === drawing.to && one.ink === drawing.ink);
    void send({ t: "draw", node: at.id, drawn: isAgain ? rest : [...rest, drawing] });
  }

  /** Shows the end of a line, and places on it; `null` shows the position again. @param {string[]|null} tokens @param {number} [at] the node where it begins @param {string[]} [places] */
  async peek(tokens, at = viewState.cursor, places = []) {
    if (tokens === null) return this.stopPeeking();
    viewState.peeking = true;
    this.peekSerial += 1;
    const serial = this.peekSerial;
    const scene = await ask({ t: "peek", node: at, tokens }).catch(() => null);
    if (!scene || serial !== this.peekSerial || !viewState.peeking) return;
    this.board.mark({ next: [], marks: [], last: noMove(), arrows: [], drawn: [] });
    this.clearHint();
    this.board.preview(T.preview);
    this.board.show(scene);
    this.board.showHint(places);
  }

  stopPeeking() {
    if (!viewState.peeking) return;
    viewState.peeking = false;
    this.board.preview(null);
    if (this.scene) this.board.show(this.scene);
    this.refresh();
  }

  flip() {
    viewState.flipped = !viewState.flipped;
    void redraw();
  }

  /** Draws the board again after it was turned, a side was taken or a setting has changed. */
  update() {
    if (this.side !== takenSide()) {
      this.side = takenSide();
      viewState.flipped = bottomSide() === "p2";
      this.refresh();
    }
    if (settings.autoFlip && !this.isAutomatic) this.autoFlip();
    this.isAutomatic = settings.autoFlip;
    if (this.scene && this.look !== this.wantedLook) {
      this.turnBoard();
      this.board.show(this.scene);
      this.overlay();
    }
    this.boards.classList.toggle("covered", isCovered());
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

  /** Rotates the board so that the lower side faces up. */
  turnBoard() {
    const players = this.view?.touches.scene.players;
    if (!players) return;
    const angle = players.p1.seat === players.p2.seat ? 0 : players[viewState.flipped ? "p2" : "p1"].seat;
    this.board.turned = (360 - angle) % 360;
    this.board.coordinates = settings.coordinates;
    this.look = this.wantedLook;
  }

  /** How the user wants the board to look. */
  get wantedLook() {
    return [settings.coordinates, settings.hints, viewState.flipped].join();
  }

  get prompt() {
    const { answer, isStarted } = this.entry;
    const isWhole = isStarted && answer !== null && answer.next.length > 0;
    return {
      text: this.hintText(),
      asks: this.choices.length > 0,
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
    if (this.advice) return this.advice;
    if (answer?.hint.text) return T.ask(answer.hint.text, this.choices);
    const toAct = view.touches.scene.to_act;
    if (!toAct) return resultText(view.touches.scene.result);
    if (isForOther(toAct)) return this.waitText(toAct);
    return store.thinking && !mayTouch() ? T.engineThinks(nameOf(store.thinking)) : T.toMove(nameOf(toAct));
  }
}

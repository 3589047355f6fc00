// Controls the board: shows positions, enters moves by touches and plays them.

import { ask, messageOf, send } from "./api.js";
import { entryMarks, lastMove, noMove } from "./board-overlay.js";
import { closeMenu } from "./choice-menu.js";
import { byId } from "./dom.js";
import { notice } from "./notices.js";
import { ownSide } from "./own-side.js";
import { PlayersView } from "./players-view.js";
import { endingText, resultText } from "./result-text.js";
import { confirms, settings } from "./settings.js";
import { isHuman, node, store } from "./store.js";
import { T } from "./texts.js";
import { TouchBoard } from "./touch-board.js";
import { isForOther, isOver, mayTouch, nameOf, viewHere, viewOf, viewState } from "./view-state.js";

/** @typedef {import("./scene.js").Touches} Touches */
/** @typedef {import("./store.js").Side} Side */

export class BoardController extends TouchBoard {
  /**
   * @param {{changePlayer: (side: Side) => void, marked: () => void, played: (node: number) => void}} on
   * `marked`: the overlay has changed; `played`: the server accepted a move of this client
   */
  constructor(on) {
    super(byId("boards"), byId("entry"), byId("screen-board"), {
      draw: (drawing) => this.draw(drawing),
      confirmId: "confirm",
    });
    this.on = on;
    /** The node where the user enters a move. */
    this.node = 0;
    /** A move that awaits confirmation. @type {string|null} */
    this.unconfirmed = null;
    /** The last entered move, until its node is shown. @type {string|null} */
    this.ownMove = null;
    /** @type {string|null} */
    this.hovered = null;
    this.peekSerial = 0;
    this.players = new PlayersView(this.entry, { touch: (id) => this.touch(id), change: on.changePlayer });
    /** The text of the shown hint. */
    this.advice = "";
  }

  /** The view of the node at the cursor; while it is unknown, of the node on the board. */
  get view() {
    return viewHere() ?? viewOf(viewState.shown);
  }

  /** The scene after the touches so far; without touches, the scene of the node. */
  get scene() {
    return (this.entry.isStarted ? this.entry.answer?.scene : null) ?? this.view?.scene ?? null;
  }

  /** Shows the node at the cursor, whose view is known. @param {boolean} forward whether it follows the shown node */
  render(forward) {
    const view = viewHere();
    if (!view) return;
    const at = node(viewState.cursor);
    // The board already shows the move that was just entered.
    const isOwn = this.ownMove !== null && this.ownMove === at?.token && at.parent === this.node;
    this.node = viewState.cursor;
    this.clearRefusal();
    this.unconfirmed = null;
    this.ownMove = null;
    this.stepsShown = 0;
    this.board.preview(null);
    this.clearHint();
    this.autoFlip();
    this.turnBoard();
    closeMenu();
    if (mayTouch()) this.entry.begin(view.touches);
    else this.entry.clear();
    this.overlay();
    if (!isOwn && forward && view.trace?.steps.length) void this.board.play(view.trace.steps, view.scene);
    else this.board.show(view.scene);
    this.drawPlayers();
    this.drawEntry();
  }

  /** Updates who may move; the position is unchanged. @param {boolean} ended whether the game has just ended or been resumed */
  refresh(ended = false) {
    const view = viewHere();
    if (!view || viewState.shown !== viewState.cursor || viewState.peeking) return;
    const may = mayTouch();
    if (may !== this.entry.isOpen || ended) {
      this.clearRefusal();
      this.unconfirmed = null;
      closeMenu();
      if (may) this.entry.begin(view.touches);
      else this.entry.clear();
      this.board.show(view.scene);
    }
    this.overlay();
    this.drawEntry();
    this.drawPlayers();
  }

  /** Restarts the entry of a move that was sent but not played. */
  restart() {
    if (this.entry.sent) this.entry.restart();
  }

  /** Turns the board to the human to move, if that setting is on. */
  autoFlip() {
    const toAct = viewHere()?.scene.to_act;
    if (!settings.autoFlip || ownSide()) return;
    if (viewState.cursor === store.live && isHuman(toAct)) viewState.flipped = toAct === "p2";
  }

  /** @param {string[]} touches */
  ask(touches) {
    return ask({ t: "touches", node: this.node, touches });
  }

  /** @param {string} id */
  touch(id) {
    this.stopPeeking();
    super.touch(id);
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

  /** @param {string|null} id */
  hover(id) {
    this.hovered = id;
    if (viewState.peeking) this.board.glow([]);
    else super.hover(id);
  }

  /** Shows the changed touches of the move. @param {import("./move-entry.js").Change} how */
  changed(how) {
    const { scene } = this;
    if (!viewHere() || !scene) return;
    this.clearRefusal();
    this.unconfirmed = null;
    this.clearHint();
    this.overlay();
    this.showTouches(how, scene);
    this.drawPlayers();
    this.drawEntry();
    this.on.marked();
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

  /** Plays a complete move, or asks for confirmation. @param {Touches} answer */
  complete(answer) {
    // A button that ends the move is a confirmation.
    if (!confirms() || this.entry.made.at(-1)?.kind === "button") return this.confirm(answer.token ?? "");
    this.unconfirmed = answer.token;
    this.drawEntry();
    byId("confirm")?.focus({ preventScroll: true });
  }

  /** Plays the entered move. @param {string} token */
  confirm(token) {
    if (this.entry.sent) return;
    if (this.node !== viewState.cursor) return notice(T.goneOn, "error");
    this.ownMove = token;
    this.entry.send();
    void this.play(token).catch((error) => {
      this.ownMove = null;
      this.restart();
      notice(messageOf(error), "error");
    });
  }

  /** Plays a move at the cursor. A refusal rejects with a message for the user. @param {string} token */
  async play(token) {
    const from = viewState.cursor;
    const toAct = node(from)?.status.to_act ?? null;
    if (isForOther(toAct)) throw new Error(this.waitText(toAct));
    const game = from === store.live && !store.ending && isHuman(toAct);
    const played = await ask({ t: "play", node: from, token, game });
    // The user may have moved the cursor in the meantime.
    if (viewState.cursor === from) this.on.played(played.node);
  }

  /** Updates the overlay: last move, touchable places and marks. */
  overlay() {
    const view = viewHere();
    if (!view) return;
    const { answer, isStarted } = this.entry;
    const next = answer?.next ?? [];
    this.hover(this.hovered);
    this.board.mark({
      drawn: node(viewState.cursor)?.drawn ?? [],
      marks: entryMarks(this.entry),
      next,
      // A finished game shows no touchable places, but a variation may begin.
      invite: settings.hints && (!isOver() || isStarted),
      // The last move stays marked until the new one changes the position.
      last: answer?.steps.length ? noMove() : lastMove(view.scene, view.trace),
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

  /** Shows the drawings of the position at the cursor. */
  showDrawn() {
    if (viewState.peeking || viewState.shown !== viewState.cursor) return;
    this.board.mark({ drawn: node(viewState.cursor)?.drawn ?? [] });
  }

  /** Shows the end of a line; `null` shows the position again. @param {string[]|null} tokens @param {number} [at] the node where it begins */
  async peek(tokens, at = viewState.cursor) {
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
  }

  stopPeeking() {
    if (!viewState.peeking) return;
    viewState.peeking = false;
    this.board.preview(null);
    if (this.scene) this.board.show(this.scene);
    this.refresh();
    this.on.marked();
  }

  flip() {
    viewState.flipped = !viewState.flipped;
    this.redraw();
  }

  /** Redraws the board after it was turned or a setting changed. */
  redraw() {
    const { scene } = this;
    if (!scene) return;
    this.turnBoard();
    this.board.show(scene);
    this.overlay();
    this.drawPlayers();
    this.on.marked();
  }

  /** Rotates the board so that the lower side faces up. */
  turnBoard() {
    const players = this.view?.scene.players;
    if (!players) return;
    const angle = players.p1.seat === players.p2.seat ? 0 : players[viewState.flipped ? "p2" : "p1"].seat;
    this.board.turned = (360 - angle) % 360;
    this.board.coordinates = settings.coordinates;
  }

  drawPlayers() {
    // Until a move is sent, the same player is to move.
    const toAct = isOver() ? null : (this.view?.scene.to_act ?? null);
    this.players.show(this.scene, toAct, viewState.flipped ? "p2" : "p1");
  }

  get prompt() {
    const { answer, isStarted } = this.entry;
    const isWhole = isStarted && answer !== null && answer.next.length > 0;
    return {
      text: this.hintText(),
      asks: this.choices.length > 0,
      whole: this.unconfirmed ?? (isWhole ? answer.token : null),
      isOpen: true,
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
    const toAct = view.scene.to_act;
    if (!toAct) return resultText(view.scene.result);
    if (isForOther(toAct)) return this.waitText(toAct);
    return store.thinking && !mayTouch() ? T.engineThinks(nameOf(store.thinking)) : T.toMove(nameOf(toAct));
  }
}

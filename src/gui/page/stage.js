// The board with the turn in the making: what is shown, what is touched, what is played.

import { BoardView } from "./board.js";
import { choose, closeMenu } from "./choice.js";
import { button, byId, el, icon, renew } from "./dom.js";
import { here, isOver, mayTouch, nameOf, viewHere, views } from "./here.js";
import { notice, speak } from "./notices.js";
import { endText, endingText } from "./results.js";
import { places, readScene } from "./scene.js";
import { SeatsView } from "./seats.js";
import { animates, confirms, settings } from "./settings.js";
import { node, seatOf, table } from "./state.js";
import { ask, number, send, tell } from "./talk.js";
import { Turn } from "./turn.js";
import { T } from "./texts.js";

/** With more places than these what can be touched is marked quietly. */
const MANY = 8;

export class Stage {
  /**
   * @param {{changeSeat: (side: string) => void, marked: () => void}} on a seat is to be changed; what lies over the board has changed
   */
  constructor(on) {
    this.on = on;
    /** The node of the turn in the making. */
    this.turnNode = 0;
    /** A turn that waits for being confirmed. @type {string|null} */
    this.unconfirmed = null;
    /** The turn that this window has played last, until its node is shown. @type {string|null} */
    this.ownTurn = null;
    /** Whether a turn is on its way, and the table has not said yet what has become of it. */
    this.awaits = false;
    /** Steps of the turn in the making that are on the board. */
    this.stepsShown = 0;
    /** What is dragged, and in which turn. @type {{id: string, serial: number}|null} */
    this.grabbed = null;
    /** @type {string|null} */
    this.hovered = null;
    this.peekSerial = 0;
    this.board = new BoardView(byId("boards"), {
      touch: (id) => this.touch(id), grab: (id) => this.grab(id), drop: (id) => this.drop(id), hover: (id) => this.hover(id), draw: (drawing) => this.draw(drawing),
    });
    this.turn = new Turn({
      ask: (touches) => ask({ t: "touch", node: this.turnNode, touches }),
      changed: (how) => this.turnChanged(how),
      choose: (id, entries) => choose(this.board.hits.get(id) ?? document.querySelector(`[data-item="${CSS.escape(id)}"]`), entries),
      complete: (answer) => this.complete(answer),
      failed: (text) => { notice(text, "error"); this.turnChanged("same"); },
    });
    this.seats = new SeatsView(this.turn, { touch: (id) => this.touch(id), change: (side) => on.changeSeat(side) });
  }

  /** What is known of the node, or until something is, of the one that is on the board. */
  get view() {
    return viewHere() ?? views.get(here.shown);
  }

  /** The scene of the turn in the making, or else of the node. */
  get scene() {
    const { view } = this;
    return this.turn.made.length > 0 ? this.turn.answer?.scene ?? view?.scene : view?.scene;
  }

  /** Whether half a turn has been made. */
  get half() {
    return this.turn.made.length > 0;
  }

  /** Shows the node of the cursor, which the window knows. @param {boolean} forward whether it comes after the one that is shown */
  render(forward) {
    const view = viewHere();
    if (!view) return;
    const at = node(here.cursor);
    // Half a turn that this window has just played is on the board already.
    const own = this.ownTurn !== null && at && this.ownTurn === at.token && at.parent === this.turnNode;
    this.turnNode = here.cursor;
    this.unconfirmed = null;
    this.ownTurn = null;
    this.stepsShown = 0;
    this.grabbed = null;
    this.autoFlip();
    this.turnBoard(view.scene);
    this.board.coordinates = settings.coordinates;
    closeMenu();
    if (mayTouch(view)) this.turn.begin(view.touches);
    else this.turn.clear();
    this.overlay();
    if (!own && forward && view.trace && view.trace.steps.length) void this.board.play(view.trace.steps, view.scene);
    else this.board.show(view.scene);
    this.drawPlayers();
    this.drawTurn();
  }

  /** Turns the board to the person who has the turn of the game, where that is wanted. */
  autoFlip() {
    const toAct = viewHere()?.scene.toAct;
    if (settings.autoFlip && here.cursor === table.live && toAct && seatOf(toAct)?.kind === "person") here.flipped = toAct === "p2";
  }

  /** Who may touch has changed, the position has not. */
  refresh() {
    const view = viewHere();
    if (!view || here.shown !== here.cursor || here.peeking) return;
    const may = mayTouch(view);
    if (may && this.turn.stack.length === 0) { this.turn.begin(view.touches); this.overlay(); this.board.show(view.scene); }
    else if (!may && this.turn.stack.length > 0) { this.turn.clear(); this.unconfirmed = null; closeMenu(); this.overlay(); this.board.show(view.scene); }
    else this.overlay();
    this.drawTurn();
    this.drawPlayers();
  }

  /** @param {string} id */
  touch(id) {
    if (here.peeking) this.peek(null);
    if (!this.turn.sent) closeMenu();
    this.turn.touch(id);
  }

  grab(id) {
    const { turn } = this;
    if (turn.stack.length === 0 || turn.sent || !turn.offered(id)) return false;
    this.grabbed = { id, serial: turn.serial };
    if (!turn.made.some((entry) => entry.at.includes(id))) turn.touch(id);
    return true;
  }

  /** A drag has ended: on a place that goes on with the turn, or nowhere. */
  drop(id) {
    const { turn, grabbed } = this;
    if (grabbed === null) return;
    this.grabbed = null;
    // A drag that began in another turn means nothing in this one.
    if (id === grabbed.id || grabbed.serial !== turn.serial) return;
    turn.push(async () => {
      if (id !== null && turn.offers(id)) await turn.resolve(id);
      else await turn.cut(turn.made.length - 1);
    });
  }

  /** @param {string|null} id */
  hover(id) {
    this.hovered = id;
    if (id === null || here.peeking) { this.board.glow([]); return; }
    const entry = this.turn.answer?.next.find((found) => found.at.includes(id));
    this.board.glow(entry ? (entry.takes.length ? entry.takes : entry.at) : []);
  }

  /** A touch has been answered. @param {"forward"|"back"|"same"} how */
  turnChanged(how) {
    const view = viewHere();
    if (!view) return;
    this.unconfirmed = null;
    this.overlay();
    const scene = this.scene ?? view.scene;
    const steps = this.turn.answer?.steps ?? [];
    if (how === "forward" && animates() && steps.length > this.stepsShown) void this.board.play(steps.slice(this.stepsShown), scene);
    else this.board.show(scene);
    this.stepsShown = this.half ? steps.length : 0;
    this.drawPlayers();
    this.drawTurn();
    this.on.marked();
  }

  /** A turn is whole: it is sent, or has to be confirmed. */
  complete(answer) {
    if (!confirms()) { this.playTurn(answer.token); return; }
    this.unconfirmed = answer.token;
    this.drawTurn();
    byId("confirm")?.focus({ preventScroll: true });
  }

  /** Plays the turn that was made by touches, unless the game has gone on. @param {string} token */
  playTurn(token) {
    if (this.turnNode !== here.cursor) { notice(T.goneOn, "error"); return; }
    this.ownTurn = token;
    if (this.play(token)) this.turn.send();
  }

  /** Plays a turn at the node that is looked at. @param {string} token */
  play(token) {
    const toAct = viewHere()?.scene.toAct ?? null;
    const game = here.cursor === table.live && !table.ending && toAct !== null && seatOf(toAct)?.kind === "person";
    this.stepsShown = 0;
    this.unconfirmed = null;
    this.awaits = send({ t: "play", node: here.cursor, token, game });
    return this.awaits;
  }

  /** What lies over the board: the last turn, what can be touched, marks. */
  overlay() {
    const view = viewHere();
    if (!view) return;
    const answer = this.turn.answer;
    const made = this.half;
    const path = made ? [] : view.trace?.path ?? [];
    const events = made ? [] : (view.trace?.steps ?? []).flat();
    const last = new Set(path);
    for (const event of events) if (event.to !== null && event.from !== event.to) last.add(event.to);
    // The board on the screen may still be that of another game.
    const known = places(view.scene);
    const gone = (event) => event.from !== null && (event.to === null || !known.has(event.to));
    const taken = events.filter(gone).map((event) => event.from).filter(Boolean);
    this.hover(this.hovered);
    const next = answer?.next ?? [];
    // Where a game has ended nobody is asked for a turn; a variation may begin there.
    const silent = isOver() && !made;
    this.board.mark({ drawn: node(here.cursor)?.drawn ?? [], marks: made ? answer?.marks ?? [] : [], next: settings.hints ? next : [], silent, last: [...last], taken, quiet: !made && next.length > MANY });
  }

  /** Draws at the position that is looked at; the same once more takes it away, other ink changes it. @param {import("./board.js").Drawing} drawing */
  draw(drawing) {
    const at = node(here.cursor);
    if (!at || here.peeking || here.shown !== here.cursor) return;
    const drawn = at.drawn ?? [];
    const same = (one) => one.from === drawing.from && one.to === drawing.to;
    const rest = drawn.filter((one) => !same(one));
    const again = drawn.some((one) => same(one) && one.ink === drawing.ink);
    send({ t: "draw", node: here.cursor, drawn: again ? rest : [...rest, drawing] });
  }

  /** Shows what is drawn at the position that is looked at. */
  showDrawn() {
    if (!here.peeking && here.shown === here.cursor) this.board.mark({ drawn: node(here.cursor)?.drawn ?? [] });
  }

  /** Shows where a line leads. @param {string[]|null} tokens @param {number} [at] the node where it begins */
  peek(tokens, at = here.cursor) {
    if (tokens === null) {
      if (!here.peeking) return;
      here.peeking = false;
      const { scene } = this;
      if (scene) { this.overlay(); this.board.show(scene); this.on.marked(); }
      // What has happened in the meantime.
      this.refresh();
      return;
    }
    here.peeking = true;
    this.peekSerial = number();
    tell({ t: "peek", id: this.peekSerial, node: at, tokens });
  }

  /** The position at the end of a line has come. @param {any} message */
  peeked(message) {
    if (message.id !== this.peekSerial || !here.peeking || !message.scene) return;
    this.board.mark({ next: [], marks: [], last: [], taken: [], arrows: [], drawn: [] });
    this.board.show(readScene(message.scene));
  }

  flip() {
    here.flipped = !here.flipped;
    this.redraw();
  }

  /** Draws the same anew: turned, or with other settings. */
  redraw() {
    const { scene } = this;
    if (!scene) return;
    this.turnBoard(scene);
    this.board.coordinates = settings.coordinates;
    this.board.show(scene);
    this.overlay();
    this.drawPlayers();
    this.on.marked();
  }

  /** Turns the board so that the side below looks up. @param {import("./scene.js").Scene} scene */
  turnBoard(scene) {
    const below = here.flipped ? "p2" : "p1";
    const angle = scene.players.p1.seat === scene.players.p2.seat ? 0 : scene.players[below].seat;
    this.board.turned = (360 - angle) % 360;
  }

  drawPlayers() {
    const { scene } = this;
    // A turn that has not been sent is still that of its player.
    const toAct = isOver() ? null : this.view?.scene.toAct ?? null;
    this.seats.show(scene ? { ...scene, toAct } : undefined, here.flipped ? "p2" : "p1");
  }

  /** The row below the board: what is to be done, and what can be pressed. */
  drawTurn() {
    const host = byId("turn");
    const view = viewHere();
    const { turn } = this;
    if (!view) { renew(host, el("span", { class: "hint", role: "status" }, T.waiting)); return; }
    const answer = turn.answer;
    const isShown = (id) => this.board.hits.has(id) || document.querySelector(`[data-item="${CSS.escape(id)}"]`);
    const buttons = (answer?.next ?? []).filter((entry) => entry.kind === "button" || !entry.at.some(isShown));
    const whole = this.unconfirmed ?? (answer?.token && answer.next.length > 0 && this.half ? answer.token : null);
    renew(host, el("span", { class: "hint", role: "status" }, this.hint(view)), el("span", { class: "buttons" },
      ...buttons.map((entry) => el("button", { type: "button", class: `touch ${entry.act ?? ""}`, "data-touch": entry.touch, onclick: () => turn.touchWord(entry.touch) }, entry.label || entry.touch)),
      whole ? el("button", { type: "button", class: "main", id: "confirm", onclick: () => this.playTurn(this.unconfirmed ?? turn.answer?.token ?? whole) }, icon("check"), el("span", {}, T.confirm)) : null,
      this.half ? button("undo", T.step, () => turn.back(), { short: true, class: "quiet" }) : null,
      turn.made.length > 1 ? button("close", T.cancel, () => turn.cancel(), { short: true, class: "quiet" }) : null));
  }

  /** What is to be done now. @param {import("./here.js").View} view */
  hint(view) {
    const { answer } = this.turn;
    if (answer && this.half && answer.next.length === 0 && answer.token === null) return T.leadsNowhere;
    if (isOver() && !this.half) return endingText(nameOf);
    if (answer?.hint) return answer.hint;
    const { toAct } = view.scene;
    if (!toAct) return endText(view.scene.result, nameOf);
    return table.thinking && !mayTouch(view) ? T.engineTurn(nameOf(table.thinking)) : T.yourTurn(nameOf(toAct));
  }
}

/** Tells aloud what a turn did. @param {import("./here.js").View|undefined} view */
export function tellTurn(view) {
  if (view?.trace?.text) speak(view.trace.text);
}

// The page: ties the table's state, the boards, the turn in the making and the panels together.

import { AnalysisView } from "./analysis.js";
import { BoardView } from "./board.js";
import { tick } from "./clock.js";
import { Connection } from "./socket.js";
import { GraphView, isReviewed, reviewMark } from "./graph.js";
import { dropNotice, notice, speak } from "./notices.js";
import { choose, closeMenu, isChoosing } from "./choice.js";
import { forkFrom, isVariation, lastFrom, liesBetween, mistakeFrom, stepFrom } from "./walk.js";
import { RecordView } from "./record.js";
import { endText, endingText } from "./results.js";
import { SeatsView, playerName } from "./seats.js";
import { RemarkView } from "./remark.js";
import { Turn } from "./turn.js";
import { animates, confirms, load, onSetting, set, settings } from "./settings.js";
import { button, byId, confirmButton, el, icon, put, renew } from "./dom.js";
import { mainLine, node, seatOf, table, take } from "./state.js";
import { readPaths, readScene, readSteps, textOf } from "./scene.js";
import { picture } from "./picture.js";
import * as dialogs from "./dialogs.js";
import { T } from "./texts.js";

load();
dress();

// An address is good once; it need not be seen or kept.
const linked = readLink();

/** The node that is looked at. */
let cursor = 0;
let flipped = false;
/** Answers about nodes, the newest last. @type {Map<number, any>} */
const views = new Map();
/** What waits for an answer. @type {Map<number, {done: (answer: any) => void, failed: (error: Error) => void}>} */
const waiting = new Map();
let asked = 0;
/** The node that is on the board, and whether half a turn or a look ahead lies over it. */
let shown = 0;
let peeking = false;
let peekSerial = 0;
let turnNode = 0;
/** Turns of a line that are still to be played after the one that is under way. @type {string[]} */
let toPlay = [];
/** A turn that waits for being confirmed. @type {string|null} */
let unconfirmed = null;
/** @type {Map<string, any>} */
const titles = new Map();
/** @type {Map<string, {done: (about: any) => void, failed: (error: Error) => void}[]>} */
const titleWaiters = new Map();
let online = false;
let shareWanted = false;
let linkOpened = false;
/** The node whose view has been asked for, and one that cannot be seen. */
let pendingView = 0;
let unseen = 0;

const board = new BoardView(byId("boards"), {
  touch: (id) => touch(id),
  grab: (id) => grab(id),
  drop: (id) => drop(id),
  hover: (id) => hover(id),
});
const turn = new Turn({
  ask: (touches) => ask({ t: "touch", node: turnNode, touches }),
  changed: (how) => turnChanged(how),
  choose: (id, entries) => choose(board.hits.get(id) ?? document.querySelector(`[data-item="${CSS.escape(id)}"]`), entries),
  complete: (answer) => complete(answer),
  failed: (text) => { notice(text, "error"); turnChanged("same"); },
});
const seats = new SeatsView(turn, { touch: (id) => touch(id), change: (side) => dialogs.changeSeat(side, nameOf(side), send) });
const record = new RecordView(byId("record"), (id) => go(id));
const remark = new RemarkView(byId("remark"), (intention) => send(intention));
const graph = new GraphView(byId("graph"), (id) => go(id));
const analysis = new AnalysisView(byId("analysis"), {
  toggle: (on) => analyse(on),
  again: () => { if (table.analysis) analyse(true); },
  only: () => evaluateTurn(),
  peek: (tokens) => peek(tokens),
  play: (tokens) => { peek(null); playLine(tokens); },
});

const connection = new Connection(heard, (state, why) => {
  online = state === "open";
  document.body.classList.toggle("offline", !online);
  if (state === "lost" && table.known) notice(why ? T.closedBig + why : T.offline, "error", "connection");
  if (state === "refused") notice(T.restarted, "error", "connection");
  if (online) { dropNotice("connection"); views.clear(); pendingView = 0; unseen = 0; return; }
  // What was under way may have arrived or not; the table will say.
  for (const { failed } of waiting.values()) failed(new Error(T.offline));
  waiting.clear();
  if (turn.sent) turn.restart();
});

/** @param {any} intention */
function send(intention) {
  if (connection.send(intention)) return true;
  notice(T.offline, "error", "connection");
  return false;
}

/** Sends a question that comes back with its number. */
function ask(question) {
  return new Promise((done, failed) => {
    asked += 1;
    waiting.set(asked, { done, failed });
    if (!send({ ...question, id: asked })) { waiting.delete(asked); failed(new Error(T.offline)); }
  });
}

/** Everything the table says. */
function heard(message) {
  switch (message.t) {
    case "state": case "patch": changed(message); break;
    case "view": viewed(message); break;
    case "answer": {
      const waiter = waiting.get(message.id);
      waiting.delete(message.id);
      if (message.error) waiter?.failed(new Error(message.error));
      else waiter?.done(message.answer);
      break;
    }
    case "peek": if (message.id === peekSerial && peeking && message.scene) { board.mark({ next: [], marks: [], last: [], taken: [], arrows: [] }); board.show(readScene(message.scene)); } break;
    case "played": played(message.node); break;
    case "refused": toPlay = []; if (turn.sent) turn.restart(); break;
    case "lines": analysis.take(message.node, message.lines, message.running); arrows(); break;
    case "thought": seats.thinks(message); break;
    case "about": {
      if (message.answer) titles.set(message.game, { title: textOf(message.answer.title), ...message.answer, title_: null });
      for (const { done, failed } of titleWaiters.get(message.game) ?? []) { if (message.answer) done(message.answer); else failed(new Error(message.error)); }
      titleWaiters.delete(message.game);
      break;
    }
    case "export": if (shareWanted) { shareWanted = false; showShare(message); } break;
    case "traffic": dialogs.showTraffic(message.engine, message.text); break;
    case "notice": notice(message.text === "review-done" ? T.reviewDone : message.text, message.level); break;
    case "outdated": notice(T.outdated, "error"); break;
    default: break;
  }
}

/** The state of the table has changed. */
function changed(message) {
  const before = { live: table.live, number: table.game.number, thinking: table.thinking, ending: table.ending };
  const what = take(message);
  if (what === null) {
    // Something is missing in between: all of it again.
    connection.send({ t: "hello", version: 1 });
    return;
  }
  if (what.has("all") && message.lines) analysis.take(message.lines.node, message.lines.lines, message.lines.running);
  if (table.game.about && !titles.has(table.game.id)) titles.set(table.game.id, table.game.about);
  if (wanted !== 0 && node(wanted)) { cursor = wanted; wanted = 0; }
  const newGame = before.number !== table.game.number;
  if (newGame || !node(cursor)) {
    views.clear();
    flipped = newGame ? bottomSide() === "p2" : flipped;
    cursor = table.live;
    toPlay = [];
  } else if (table.live !== before.live && liesBetween(cursor, before.live, table.live)) {
    cursor = table.live;
  }
  if (settings.autoFlip && table.live !== before.live && cursor === table.live) autoFlip();
  if (!linkOpened) { linkOpened = true; openRecord(linked); }
  const concernsSeats = ["players", "engines", "clock", "thinking", "game", "ending", "paused", "live", "all"].some((name) => what.has(name));
  look();
  if (concernsSeats) { drawPlayers(); drawActions(); drawBanner(); }
  if (what.has("nodes") || what.has("live") || what.has("all") || what.has("game")) { record.show(cursor); }
  if (what.has("nodes") || what.has("review") || what.has("all")) { drawGraph(); drawActions(); }
  if (what.has("offer") || what.has("all")) drawBanner();
  if (what.has("analysis") || what.has("engines") || what.has("all")) { analysis.draw(); arrows(); }
  if (what.has("thinking") || what.has("ending") || what.has("paused") || what.has("players") || what.has("all")) refreshTurn();
  drawSteps();
  remark.show(cursor);
  title();
  if (table.ending && !before.ending && before.number === table.game.number) speak(endingText(nameOf));
}

function title() {
  const name = textOf(titles.get(table.game.id)?.title) || table.game.id || "";
  byId("title").textContent = name;
  document.title = name ? `${name} · ringstack` : "ringstack";
}

/** Shows the node of the cursor, or asks for what is needed to show it: once. */
function look() {
  if (!table.known || !node(cursor)) return;
  if (views.has(cursor)) { if (shown !== cursor) render(); return; }
  if (pendingView === cursor || unseen === cursor) return;
  pendingView = cursor;
  connection.send({ t: "view", node: cursor });
}
function viewed(message) {
  if (message.node === pendingView) pendingView = 0;
  if (message.error) { if (message.node === cursor) { unseen = cursor; notice(message.error, "error"); } return; }
  if (!node(message.node)) return;
  const scene = readScene(message.scene);
  const trace = message.trace ? { path: (message.trace.path ?? []).filter((id) => typeof id === "string"), steps: readSteps(message.trace.steps), text: textOf(message.trace.text) } : null;
  views.set(message.node, { scene, trace, touches: message.touches });
  if (views.size > 300) views.delete(views.keys().next().value);
  if (message.node !== cursor) return;
  // The position of a node never changes: a turn that has been begun there goes on.
  if (shown === cursor && !peeking) { refreshTurn(); drawActions(); drawBanner(); }
  else render();
}

/** Shows the node of the cursor. */
function render() {
  const view = views.get(cursor);
  if (!view) return;
  const at = node(cursor);
  const forward = at?.parent === shown && shown !== 0;
  // Half a turn that this window has just played is on the board already.
  const own = ownTurn !== null && at && ownTurn === at.token && at.parent === turnNode;
  const had = shown;
  shown = cursor;
  peeking = false;
  turnNode = cursor;
  unconfirmed = null;
  turnBoard(view.scene);
  board.coordinates = settings.coordinates;
  closeMenu();
  grabbed = null;
  if (mayTouch(view)) turn.begin(view.touches);
  else turn.clear();
  overlay();
  if (own) board.show(view.scene);
  else if (forward && view.trace && view.trace.steps.length) void board.play(view.trace.steps, view.scene);
  else board.show(view.scene);
  ownTurn = null;
  if (had !== cursor && forward && view.trace?.text) speak(view.trace.text);
  drawPlayers();
  drawTurn();
  drawActions();
  drawBanner();
  record.select(cursor);
  drawSteps();
  remark.show(cursor);
  drawGraph();
  arrows();
  follow();
  prefetch();
  if (toPlay.length > 0) playNext();
}
let ownTurn = null;

/** The neighbours of a node are likely to be looked at next. */
function prefetch() {
  const at = node(cursor);
  const next = at?.children[0];
  if (next && !views.has(next) && cursor !== table.live) connection.send({ t: "view", node: next });
}

/** Whether something can be touched at the cursor: in the game by people, elsewhere always. */
function mayTouch(view) {
  if (!view.scene.toAct) return false;
  if (cursor !== table.live) return true;
  if (table.ending) return true;
  if (table.thinking) return false;
  if (table.paused && table.clock) return false;
  return seatOf(view.scene.toAct)?.kind === "person" || false;
}

/** Who may touch has changed, the position has not. */
function refreshTurn() {
  const view = views.get(cursor);
  if (!view || shown !== cursor || peeking) return;
  const may = mayTouch(view);
  if (may && turn.stack.length === 0) { turn.begin(view.touches); overlay(); board.show(view.scene); }
  else if (!may && turn.stack.length > 0) { turn.clear(); unconfirmed = null; closeMenu(); overlay(); board.show(view.scene); }
  drawTurn();
  drawPlayers();
}

/** @param {string} id */
function touch(id) {
  if (peeking) peek(null);
  if (!turn.sent) closeMenu();
  turn.touch(id);
}

/** What is dragged, and in which turn. @type {{id: string, serial: number}|null} */
let grabbed = null;
function grab(id) {
  if (turn.stack.length === 0 || turn.sent || !turn.offered(id)) return false;
  grabbed = { id, serial: turn.serial };
  if (!turn.made.some((entry) => entry.at.includes(id))) turn.touch(id);
  return true;
}

/** A drag has ended: on a place that goes on with the turn, or nowhere. */
function drop(id) {
  if (grabbed === null) return;
  const from = grabbed;
  grabbed = null;
  // A drag that began in another turn means nothing in this one.
  if (id === from.id || from.serial !== turn.serial) return;
  turn.push(async () => {
    if (id !== null && turn.offers(id)) await turn.resolve(id);
    else await turn.cut(turn.made.length - 1);
  });
}

let hovered = null;
function hover(id) {
  hovered = id;
  if (id === null || peeking) { board.glow([]); return; }
  const entry = turn.answer?.next.find((found) => found.at.includes(id));
  board.glow(entry ? (entry.takes.length ? entry.takes : entry.at) : []);
}

/** A touch has been answered. */
function turnChanged(how) {
  const view = views.get(cursor);
  if (!view) return;
  unconfirmed = null;
  const answer = turn.answer;
  overlay();
  const scene = turn.made.length > 0 ? answer?.scene ?? view.scene : view.scene;
  const steps = answer?.steps ?? [];
  if (how === "forward" && animates() && steps.length > stepsShown) void board.play(steps.slice(stepsShown), scene);
  else board.show(scene);
  stepsShown = turn.made.length > 0 ? steps.length : 0;
  drawPlayers(scene);
  drawTurn();
}
let stepsShown = 0;

/** A turn is whole: it is sent, or has to be confirmed. */
function complete(answer) {
  if (confirms()) {
    unconfirmed = answer.token;
    drawTurn();
    byId("confirm")?.focus({ preventScroll: true });
    return;
  }
  playTurn(answer.token);
}

/** Plays the turn that was made by touches, unless the game has gone on. @param {string} token */
function playTurn(token) {
  if (turnNode !== cursor) { notice(T.goneOn, "error"); return; }
  ownTurn = token;
  if (play(token)) turn.send();
}

/** Plays a turn at the node that is looked at. @param {string} token */
function play(token) {
  const view = views.get(cursor);
  const game = cursor === table.live && !table.ending && view?.scene.toAct !== null && seatOf(view?.scene.toAct)?.kind === "person";
  stepsShown = 0;
  unconfirmed = null;
  return send({ t: "play", node: cursor, token, game });
}

function played(id) {
  if (node(id)) go(id);
  else wanted = id;
}
let wanted = 0;

/** Plays the turns of a line, one after another. */
function playLine(tokens) {
  toPlay = tokens.slice();
  playNext();
}
function playNext() {
  const token = toPlay.shift();
  if (token !== undefined) play(token);
}

/** Looks at another node. @param {number} id */
function go(id) {
  if (!node(id)) return;
  cursor = id;
  peek(null);
  unseen = 0;
  record.select(cursor);
  drawSteps();
  drawBanner();
  look();
}

/** What lies over the board: the last turn, what can be touched, marks. */
function overlay() {
  const view = views.get(cursor);
  if (!view) return;
  const answer = turn.answer;
  const made = turn.made.length > 0;
  const path = made ? [] : view.trace?.path ?? [];
  const events = made ? [] : (view.trace?.steps ?? []).flat();
  const last = new Set(path);
  for (const event of events) if (event.to !== null && event.from !== event.to) last.add(event.to);
  const taken = events.filter((event) => event.from !== null && event.to === null || (event.to !== null && !board.centres.has(event.to))).map((event) => event.from).filter(Boolean);
  hover(hovered);
  board.mark({ marks: made ? answer?.marks ?? [] : [], next: settings.hints ? answer?.next ?? [] : [], last: [...last], taken, quiet: !made && (answer?.next.length ?? 0) > 8 });
}

/** The arrows of the analysis. */
function arrows() {
  if (peeking) return;
  const fresh = table.analysis && table.analysis.node === cursor && analysis.node === cursor && settings.arrows && !settings.hideScore && turn.made.length === 0;
  if (!fresh) { board.mark({ arrows: [] }); return; }
  const serial = ++arrowSerial;
  const lines = analysis.lines.slice(0, 5);
  // Where a turn leads is known to the house alone.
  void Promise.all(lines.map((line) => pathsOf(cursor, line.pv[0]))).then((paths) => {
    if (serial !== arrowSerial || peeking) return;
    board.mark({ arrows: paths.flatMap((ways, n) => ways.map((path) => ({ path, rank: lines[n].rank }))).reverse() });
  });
}
let arrowSerial = 0;
/** @type {Map<string, Promise<string[][]>>} */
const paths = new Map();
/** The ways a turn goes, one for each of its actions. @param {number} id @param {string|undefined} token */
async function pathsOf(id, token) {
  if (!token) return [];
  const key = `${id} ${token}`;
  if (!paths.has(key)) {
    if (paths.size > 500) paths.clear();
    paths.set(key, ask({ t: "trace", node: id, tokens: [token] }).then((answer) => readPaths(answer?.line?.[0])).catch(() => []));
  }
  return paths.get(key) ?? [];
}

/** Shows where a line leads. @param {string[]|null} tokens */
function peek(tokens) {
  if (tokens === null) {
    if (!peeking) return;
    peeking = false;
    const view = views.get(cursor);
    if (view) { overlay(); board.show(turn.made.length > 0 ? turn.answer?.scene ?? view.scene : view.scene); arrows(); }
    return;
  }
  peeking = true;
  asked += 1;
  peekSerial = asked;
  connection.send({ t: "peek", id: asked, node: cursor, tokens });
}

/** Begins or ends the analysis of what is shown. @param {boolean} on @param {string[]} [only] these turns alone */
function analyse(on, only = []) {
  const engine = Math.max(0, Math.min(settings.engine, table.engines.length - 1));
  send({ t: "analyse", on, node: cursor, engine, lines: only.length ? 1 : settings.lines, ms: settings.analysisTime, only });
}

/** Has one turn evaluated: the one in the making, or else the one that led here, at the position before it. */
function evaluateTurn() {
  const made = turn.made.length > 0 ? turn.answer?.token : null;
  const at = node(cursor);
  if (table.analysis?.only.length && !made) { analyse(true); return; }
  if (made) { analyse(true, [made]); return; }
  if (!at || at.parent === null) { notice(T.noTurn); return; }
  const token = at.token;
  go(at.parent);
  analyse(true, [token]);
}

/** The analysis goes where the cursor goes. */
let followTimer = 0;
function follow() {
  if (!table.analysis || table.analysis.node === cursor || document.hidden) return;
  clearTimeout(followTimer);
  followTimer = setTimeout(() => { if (table.analysis && table.analysis.node !== cursor) analyse(true); }, 60);
}

// Which side sits below.
function bottomSide() {
  const people = ["p1", "p2"].filter((side) => seatOf(side)?.kind === "person");
  return people.length === 1 ? people[0] : "p1";
}
function autoFlip() {
  const toAct = node(cursor)?.status?.to_act;
  if (toAct && seatOf(toAct)?.kind === "person") flipped = toAct === "p2";
}
function turnBoard(scene) {
  const below = flipped ? "p2" : "p1";
  const angle = scene.players.p1.seat === scene.players.p2.seat ? 0 : scene.players[below].seat;
  board.turned = (360 - angle) % 360;
}

/** What a player is called. */
function nameOf(side) {
  return playerName(side, views.get(cursor)?.scene);
}
function drawPlayers(scene = turn.made.length > 0 ? turn.answer?.scene ?? views.get(cursor)?.scene : views.get(cursor)?.scene) {
  seats.show(scene, flipped ? "p2" : "p1");
}

/** The row below the board: what is to be done, and what can be pressed. */
function drawTurn() {
  const host = byId("turn");
  const view = views.get(cursor);
  if (!view) { renew(host, el("span", { class: "hint" }, T.waiting)); return; }
  const answer = turn.answer;
  const buttons = (answer?.next ?? []).filter((entry) => entry.kind === "button" || entry.at.length === 0 || !entry.at.some((id) => board.hits.has(id) || document.querySelector(`[data-item="${CSS.escape(id)}"]`)));
  const whole = unconfirmed ?? (answer?.token && answer.next.length > 0 && turn.made.length > 0 ? answer.token : null);
  let hint = answer?.hint ?? "";
  if (answer && turn.made.length > 0 && answer.next.length === 0 && answer.token === null) hint = T.leadsNowhere;
  if (!hint) hint = view.scene.toAct ? (mayTouch(view) ? T.yourTurn(nameOf(view.scene.toAct)) : table.thinking ? T.engineTurn(nameOf(table.thinking)) : T.yourTurn(nameOf(view.scene.toAct))) : endText(view.scene.result, nameOf);
  renew(host, el("span", { class: "hint" }, hint), el("span", { class: "buttons" },
    ...buttons.map((entry) => el("button", { type: "button", class: `touch ${entry.act ?? ""}`, "data-touch": entry.touch, onclick: () => turn.touchWord(entry.touch) }, entry.label || entry.touch)),
    whole ? el("button", { type: "button", class: "main", id: "confirm", onclick: () => playTurn(unconfirmed ?? turn.answer?.token ?? whole) }, icon("check"), el("span", {}, T.confirm)) : null,
    turn.made.length > 0 ? button("undo", T.step, () => turn.back(), { short: true, class: "quiet" }) : null,
    turn.made.length > 1 ? button("close", T.cancel, () => turn.cancel(), { short: true, class: "quiet" }) : null));
}

/** What has to be said about the whole table. */
function drawBanner() {
  const host = byId("banner");
  const parts = [];
  if (table.offer && table.nodes.size < 2) parts.push(el("p", {}, T.offer(table.offer.turns)), el("span", { class: "buttons" }, button(null, T.offerYes, () => send({ t: "continue", yes: true }), { class: "main" }), button(null, T.offerNo, () => send({ t: "continue", yes: false }))));
  else if (table.ending && cursor === table.live) parts.push(el("p", { class: "result" }, endingText(nameOf)), el("span", { class: "buttons" }, button(null, T.rematch, rematch), button("graph", T.review, review)));
  else if (table.paused) parts.push(el("p", {}, T.paused), el("span", { class: "buttons" }, button("play", T.goOn, () => send({ t: "pause", on: false }), { class: "main" }), button("step", T.oneStep, () => send({ t: "step" }))));
  else if (cursor !== table.live && cursor !== 0) parts.push(el("p", {}, T.elsewhere), el("span", { class: "buttons" }, button(null, T.toGame, () => go(table.live)), button(null, T.resume, () => send({ t: "live", node: cursor }))));
  host.hidden = false;
  host.classList.toggle("empty", parts.length === 0);
  renew(host, ...parts);
}

function rematch() {
  const [a, b] = table.players;
  const swap = (a.kind === "person") !== (b.kind === "person");
  send({ t: "new", game: table.game.id, fen: table.game.fen, players: swap ? [b, a] : [a, b], time: table.time ?? { kind: "none" }, series: 0 });
}
function review() {
  send({ t: "review", on: true, engine: Math.min(settings.engine, table.engines.length - 1), ms: 200 });
}

function drawSteps() {
  const host = byId("steps");
  if (!host.childElementCount) {
    host.append(button("first", T.first, () => go(table.game.root), { short: true }), button("back", T.back, () => step(-1), { short: true }),
      button("next", T.next, () => step(1), { short: true }), button("last", T.last, () => last(), { short: true }), button("flip", T.flip, flip, { short: true }));
  }
  const at = node(cursor);
  const [first, back, next, end] = host.children;
  first.disabled = back.disabled = !at || at.parent === null;
  next.disabled = end.disabled = !at || at.children.length === 0;
}

function drawActions() {
  const host = byId("actions");
  if (!table.known) return;
  const playing = !table.ending;
  const person = ["p1", "p2"].filter((side) => seatOf(side)?.kind === "person");
  const toAct = node(table.live)?.status?.to_act;
  const resigner = person.length === 1 ? person[0] : person.includes(toAct) ? toAct : null;
  const key = JSON.stringify([playing, person, table.thinking, table.paused, resigner, table.review, table.undoable, table.live === table.game.root, cursor === table.live, node(cursor)?.parent === null, isVariation(node(cursor)), mainLine().length < 2]);
  if (host.dataset.key === key) return;
  host.dataset.key = key;
  const at = node(cursor);
  put(host,
    button("undo", T.takeback, () => send({ t: "takeback" }), { disabled: table.live === table.game.root }),
    playing && resigner ? confirmButton("flag", T.resign, () => send({ t: "resign", side: resigner })) : null,
    playing && table.thinking ? button("forward", T.moveNow, () => send({ t: "move_now" })) : null,
    playing && (table.clock || person.length < 2) ? button(table.paused ? "play" : "pause", table.paused ? T.goOn : T.pause, () => send({ t: "pause", on: !table.paused })) : null,
    table.review ? button("close", `${T.stopReview}: ${T.reviewing(table.review.done, table.review.total)}`, () => send({ t: "review", on: false, engine: 0, ms: 100 })) : button("graph", T.review, review, { disabled: table.live === table.game.root && mainLine().length < 2 }),
    at && isVariation(at) ? button("up", T.promote, () => send({ t: "promote", node: cursor })) : null,
    at && at.parent !== null ? confirmButton("trash", T.remove, () => { const parent = at.parent; send({ t: "remove", node: at.id }); go(parent); }) : null,
    table.undoable ? button("undo", T.undo, () => send({ t: "undo" })) : null);
}

function drawGraph() {
  graph.show(cursor, { p1: nameOf("p1"), p2: nameOf("p2") });
  const reviewed = isReviewed();
  for (const [id, target] of record.buttons) {
    const at = node(id);
    const mark = at?.mark || (at && reviewed ? reviewMark(at) : "");
    if (target.dataset.mark !== mark) { target.dataset.mark = mark; target.children[1].textContent = mark; }
  }
}

// Going through the record.
function goIf(id) {
  if (id !== null) go(id);
}
function step(way) {
  goIf(stepFrom(cursor, way));
}
function last() {
  goIf(lastFrom(cursor));
}

function flip() {
  flipped = !flipped;
  const view = views.get(cursor);
  if (view) { turnBoard(view.scene); board.show(turn.made.length > 0 ? turn.answer?.scene ?? view.scene : view.scene); overlay(); drawPlayers(); arrows(); }
}

// In and out.
function openRecord(text) {
  if (text.trim() !== "") send({ t: "import", text });
}
function showShare(message) {
  const link = `${location.origin}/#game=${encodeURIComponent(table.game.id)}&fen=${encodeURIComponent(message.fen)}`;
  dialogs.share(message, link, () => dialogs.download(`${table.game.id}.svg`, picture(byId("boards"), byId("defs")), "image/svg+xml"), (text) => notice(text, "info"));
}
/** The position a link leads to, as a record; the address is cleaned. */
function readLink() {
  const fragment = new URLSearchParams(location.hash.slice(1));
  history.replaceState(null, "", "/");
  const game = fragment.get("game"), fen = fragment.get("fen");
  return game && fen ? `${game} ${fen}` : "";
}
addEventListener("hashchange", () => openRecord(readLink()));

/** What a game is called and how it goes. */
function about(game) {
  return new Promise((done, failed) => {
    const known = titles.get(game);
    if (known?.rules) { done(known); return; }
    titleWaiters.set(game, [...(titleWaiters.get(game) ?? []), { done, failed }]);
    if (!connection.send({ t: "about", game })) failed(new Error(T.offline));
  });
}

function dress() {
  document.documentElement.dataset.theme = settings.theme;
}

byId("menu").append(
  button("plus", T.newGame, () => dialogs.newGame({ send, titles, ask: about }), { id: "menu-new" }),
  button("open", T.open, () => dialogs.open(openRecord, (text) => notice(text, "error")), { id: "menu-open" }),
  button("save", T.share, () => { shareWanted = true; send({ t: "export", node: cursor }); }, { id: "menu-save" }),
  button("engine", T.engines, () => dialogs.engines(send), { id: "menu-engines" }),
  button("rules", T.rules, () => { void about(table.game.id).then(dialogs.rules).catch((error) => notice(error.message, "error")); }, { id: "menu-rules" }),
  button("settings", T.settings, () => dialogs.preferences(), { id: "menu-settings" }));

const typed = byId("typed");
const typedInput = el("input", { type: "text", placeholder: T.typeHint, "aria-label": T.typeTurn, spellcheck: "false", autocomplete: "off", id: "typed-turn" });
typed.append(typedInput);
typed.addEventListener("submit", (event) => {
  event.preventDefault();
  const token = typedInput.value.trim();
  if (token) { play(token); typedInput.value = ""; }
});

onSetting((name) => {
  if (name === "theme") dress();
  if (["coordinates", "hints"].includes(name)) { board.coordinates = settings.coordinates; overlay(); if (board.scene) board.show(board.scene); }
  if (["arrows", "hideScore"].includes(name)) arrows();
});

addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
  if (event.target instanceof Element && event.target.closest("input:not([type=checkbox]), textarea, select")) {
    if (event.key === "Escape") event.target.blur();
    return;
  }
  const keys = {
    ArrowLeft: () => step(-1), ArrowRight: () => step(1), Home: () => go(table.game.root), End: () => last(), ArrowUp: () => goIf(forkFrom(cursor, -1)), ArrowDown: () => goIf(forkFrom(cursor, 1)),
    Escape: () => { if (isChoosing()) closeMenu(); else if (event.shiftKey) turn.cancel(); else turn.back(); },
    Enter: () => byId("confirm")?.click(), f: flip, a: () => analyse(!table.analysis), e: evaluateTurn, m: () => goIf(mistakeFrom(cursor)),
    b: () => { const best = analysis.node === cursor ? analysis.lines[0]?.pv[0] : null; if (best) play(best); },
    u: () => send({ t: "takeback" }), n: () => byId("menu-new").click(), t: () => typedInput.focus(), s: () => set("hideScore", !settings.hideScore),
  };
  const does = keys[event.key];
  if (!does || (event.key === "Enter" && event.target instanceof Element && event.target.closest("button"))) return;
  event.preventDefault();
  does();
});
addEventListener("dragover", (event) => { if (event.dataTransfer?.types.includes("Files")) event.preventDefault(); });
addEventListener("drop", async (event) => {
  event.preventDefault();
  const text = await dialogs.readFile(event.dataTransfer?.files[0], (why) => notice(why, "error"));
  if (text !== null) openRecord(text);
});
addEventListener("paste", (event) => {
  if (event.target instanceof Element && event.target.closest("input, textarea")) return;
  openRecord(event.clipboardData?.getData("text") ?? "");
});
tick(() => seats.tick());

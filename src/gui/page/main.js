// The page: ties the table's state, the board, the turn in the making and the panels together.

import { AnalysisView } from "./analysis.js";
import { Arrows } from "./arrows.js";
import { isChoosing, closeMenu } from "./choice.js";
import { tick } from "./clock.js";
import { drawActions, drawBanner, drawSteps } from "./controls.js";
import * as dialogs from "./dialogs.js";
import { button, byId, el } from "./dom.js";
import { Editor } from "./editor.js";
import { GraphView } from "./graph.js";
import { bottomSide, forgetViews, here, keepView, nameOf, viewHere, views } from "./here.js";
import { offerRecord, openRecord, readLink, showShare, takeIn } from "./inout.js";
import { listen } from "./keys.js";
import { dropNotice, notice, speak } from "./notices.js";
import { RecordView } from "./record.js";
import { RemarkView } from "./remark.js";
import { endingText } from "./results.js";
import { readScene, readSteps, textOf } from "./scene.js";
import { load, onSetting, set, settings } from "./settings.js";
import { Stage, tellTurn } from "./stage.js";
import { node, table, take } from "./state.js";
import { about, aboutKnown, answered, ask, connect, forget, send, tell, titles } from "./talk.js";
import { forkFrom, lastFrom, liesBetween, mistakeFrom, stepFrom, wayTo } from "./walk.js";
import { T } from "./texts.js";

load();
dress();

// An address is good once; it need not be seen or kept.
const linked = readLink();
let linkOpened = false;
/** Turns of a line that are still to be played after the one that is under way. @type {string[]} */
let toPlay = [];
/** The typed turn that is on its way. */
let typed = "";
/** A node that was played and is not known yet. */
let wanted = 0;
/** The node whose view has been asked for, and one that cannot be seen. */
let pendingView = 0;
let unseen = 0;
let shareWanted = false;

const ways = { go: visit, step, last, flip: () => stage.flip() };
const stage = new Stage({
  changeSeat: (side) => dialogs.changeSeat(side, nameOf(side), send),
  marked: () => drawArrows(),
});
const editor = new Editor({ send, ask, titles, about });
const record = new RecordView(byId("record"), visit);
const remark = new RemarkView(byId("remark"), { send, left: () => { remark.show(here.cursor); catchUp(); } });
const graph = new GraphView(byId("graph"), { go: visit, peek: (tokens, at) => stage.peek(tokens, at), play: (at, tokens) => playFrom(at, tokens) });
const analysis = new AnalysisView(byId("analysis"), {
  toggle: (on) => analyse(on),
  again: () => { if (table.analysis) analyse(true); },
  only: () => evaluateTurn(),
  peek: (tokens, at) => stage.peek(tokens, at),
  play: (at, tokens) => playFrom(at, tokens),
  shown: () => drawArrows(),
});
const arrows = new Arrows(stage.board, analysis);

connect(heard, (state, why) => {
  const online = state === "open";
  document.body.classList.toggle("offline", !online);
  if (state === "lost" && table.known) notice(why ? T.closedBig + why : T.offline, "error", "connection");
  if (state === "full") notice(T.tooMany, "error", "connection");
  if (state === "refused") notice(T.restarted, "error", "connection");
  if (online) { dropNotice("connection"); views.clear(); pendingView = 0; unseen = 0; remark.keep(); return; }
  forget();
  toPlay = [];
  stage.awaits = false;
  if (stage.turn.sent) stage.turn.restart();
});

/** Everything the table says. */
function heard(message) {
  switch (message.t) {
    case "state": case "patch": changed(message); break;
    case "view": viewed(message); break;
    case "answer": answered(message); break;
    case "peek": stage.peeked(message); break;
    case "played": played(message.node); break;
    case "refused": retype(); toPlay = []; stage.awaits = false; if (stage.turn.sent) stage.turn.restart(); break;
    case "lines": analysis.take(message.node, message.lines, message.running); drawArrows(); break;
    case "thought": stage.seats.thinks(message); break;
    case "about": aboutKnown(message); break;
    case "export": if (shareWanted) { shareWanted = false; showShare(message); } break;
    case "traffic": dialogs.showTraffic(message.engine, message.text); break;
    case "notice": if (message.level !== "error" || !dialogs.refused(message.text)) notice(message.text === "review-done" ? T.reviewDone : message.text, message.level); break;
    case "outdated": notice(T.outdated, "error"); break;
    default: break;
  }
}

/** The state of the table has changed. */
function changed(message) {
  const before = { live: table.live, number: table.game.number, ending: table.ending, way: wayTo(here.cursor), only: table.analysis?.only[0] };
  const what = take(message);
  if (what === null) {
    // Something is missing in between: all of it again.
    tell({ t: "hello", version: 1 });
    return;
  }
  const any = (...names) => what.has("all") || names.some((name) => what.has(name));
  if (table.analysis?.only[0] !== before.only) analysis.forget();
  if (what.has("all") && message.lines) analysis.take(message.lines.node, message.lines.lines, message.lines.running);
  if (table.game.about && !titles.has(table.game.id)) titles.set(table.game.id, table.game.about);
  moveCursor(before);
  if (!linkOpened) { linkOpened = true; offerRecord(linked); }
  look();
  if (any("players", "engines", "clock", "thinking", "game", "ending", "paused", "live", "series")) { stage.drawPlayers(); drawActions(ways); drawBanner(ways); }
  if (any("nodes", "live", "game")) { record.show(here.cursor); stage.showDrawn(); }
  if (any("nodes", "review")) { drawGraph(); drawActions(ways); drawBanner(ways); }
  if (any("offer")) drawBanner(ways);
  if (any("analysis")) asked = null;
  if (any("analysis", "engines")) { analysis.draw(); drawArrows(); }
  if (any("engines")) dialogs.enginesChanged();
  if (any("thinking", "ending", "paused", "players")) stage.refresh();
  drawSteps(ways);
  remark.show(here.cursor);
  title();
  if (table.ending && !before.ending && before.number === table.game.number) speak(endingText(nameOf));
}

/** Where this window looks after the table has changed. @param {{live: number, number: number, way: number[]}} before */
function moveCursor(before) {
  if (wanted !== 0 && node(wanted)) { here.cursor = wanted; wanted = 0; }
  const newGame = before.number !== table.game.number;
  if (newGame) dialogs.granted();
  if (newGame || !node(here.cursor)) {
    if (newGame) { forgetViews(); here.flipped = bottomSide() === "p2"; }
    // Of a line that is removed, what is left of it.
    here.cursor = (newGame ? null : before.way.find((id) => node(id))) ?? table.live;
    toPlay = [];
    behind = false;
  } else if (table.live !== before.live && liesBetween(here.cursor, before.live, table.live)) {
    // A turn that somebody writes about stays until they have done so.
    if (remark.held) behind = true;
    else here.cursor = table.live;
  }
}

function title() {
  const name = textOf(titles.get(table.game.id)?.title) || table.game.id || "";
  byId("title").textContent = name;
  document.title = name ? `${name} · ringstack` : "ringstack";
}

/** Shows the node of the cursor, or asks for what is needed to show it: once. */
function look() {
  const { cursor } = here;
  if (!table.known || !node(cursor)) return;
  if (views.has(cursor)) {
    if (here.shown !== cursor) render();
    // The turn made here has been played, and somebody came back before it was shown.
    else if (stage.turn.sent && !stage.awaits && wanted === 0) stage.turn.restart();
    return;
  }
  if (pendingView === cursor || unseen === cursor) return;
  pendingView = cursor;
  tell({ t: "view", node: cursor });
}

function viewed(message) {
  const { cursor } = here;
  if (message.node === pendingView) pendingView = 0;
  if (message.error) { if (message.node === cursor) { unseen = cursor; toPlay = []; notice(message.error, "error"); } return; }
  if (!node(message.node)) return;
  const scene = readScene(message.scene);
  const trace = message.trace ? { path: (message.trace.path ?? []).filter((id) => typeof id === "string"), steps: readSteps(message.trace.steps), text: textOf(message.trace.text) } : null;
  keepView(message.node, { scene, trace, touches: message.touches });
  if (message.node !== cursor) return;
  // The position of a node never changes: a turn that has been begun there goes on.
  if (here.shown === cursor && !here.peeking) { stage.refresh(); drawActions(ways); drawBanner(ways); }
  else render();
}

/** Shows the node of the cursor. */
function render() {
  if (!viewHere()) return;
  const forward = node(here.cursor)?.parent === here.shown && here.shown !== 0;
  here.shown = here.cursor;
  here.peeking = false;
  stage.render(forward);
  if (forward) tellTurn(viewHere());
  drawActions(ways);
  drawBanner(ways);
  record.select(here.cursor);
  drawSteps(ways);
  remark.show(here.cursor);
  drawGraph();
  analysis.draw();
  drawArrows();
  follow();
  prefetch();
  if (toPlay.length > 0) playNext();
}

/** The neighbours of a node are likely to be looked at next. */
function prefetch() {
  const next = node(here.cursor)?.children[0];
  if (next && !views.has(next) && here.cursor !== table.live) tell({ t: "view", node: next });
}

/** The turn of this window has been played, which shows it unless somebody has gone elsewhere since. @param {number} id */
function played(id) {
  typed = "";
  if (!stage.awaits) return;
  stage.awaits = false;
  if (node(id)) go(id);
  else wanted = id;
}

/** Plays the turns of a line, one after another. @param {string[]} tokens */
function playLine(tokens) {
  toPlay = tokens.slice();
  playNext();
}
/** Plays a line at another node. @param {number} id @param {string[]} tokens */
function playFrom(id, tokens) {
  behind = false;
  go(id);
  if (here.shown === id) playLine(tokens);
  // Its view has to come first.
  else toPlay = tokens.slice();
}
function playNext() {
  const token = toPlay.shift();
  if (token !== undefined) stage.play(token);
}

/** Plays the best turn that is known here; the lines of a turn that is evaluated alone know of no other. */
function playBest() {
  const whole = analysis.fresh && table.analysis.only.length === 0;
  const best = (whole ? analysis.lines[0]?.pv[0] : null) ?? node(here.cursor)?.opinion?.pv?.[0];
  if (best) stage.play(best);
  else notice(T.noBest);
}

// Going through the record.

/** Looks at another node. @param {number|null} id */
function go(id) {
  if (id === null || !node(id)) return;
  here.cursor = id;
  stage.peek(null);
  unseen = 0;
  record.select(id);
  drawSteps(ways);
  drawBanner(ways);
  // What is deleted, promoted or marked is what is looked at now, shown already or not.
  drawActions(ways);
  remark.show(id);
  analysis.draw();
  look();
}
/** Looks at another node because somebody wants to: turns that are on their way lead there no more. @param {number|null} id */
function visit(id) {
  toPlay = [];
  if (id === null) return;
  behind = false;
  if (id !== here.cursor) { wanted = 0; stage.awaits = false; }
  go(id);
}
function step(way) {
  visit(stepFrom(here.cursor, way));
}
function last() {
  visit(lastFrom(here.cursor));
}

/** Whether the game has gone on while somebody wrote about a turn of it, and whether a press is under way. */
let behind = false, pressed = false;
/** Goes where the game has gone, unless the press that ended the writing leads elsewhere. */
function catchUp() {
  if (!behind || pressed || remark.held) return;
  behind = false;
  go(table.live);
}
// A menu keeps the end of a press to itself.
addEventListener("pointerdown", ({ target }) => { pressed = !(target instanceof HTMLSelectElement); }, true);
for (const end of ["pointerup", "pointercancel"]) addEventListener(end, () => { pressed = false; setTimeout(catchUp); }, true);

// Analysis.

/** Begins or ends the analysis of what is shown. @param {boolean} on @param {string[]} [only] these turns alone */
function analyse(on, only = []) {
  clearTimeout(followTimer);
  asked = on ? here.cursor : 0;
  const engine = Math.max(0, Math.min(settings.engine, table.engines.length - 1));
  send({ t: "analyse", on, node: here.cursor, engine, lines: only.length ? 1 : settings.lines, ms: settings.analysisTime, only });
}

/** Has one turn evaluated: the one in the making, or else the one that led here, at the position before it. */
function evaluateTurn() {
  const made = stage.half ? stage.turn.answer?.token : null;
  const at = node(here.cursor);
  if (table.analysis?.only.length && table.analysis.node === here.cursor && !made) { analyse(true); return; }
  if (made) { analyse(true, [made]); return; }
  if (!at || at.parent === null) { notice(T.noTurn); return; }
  const { token } = at;
  visit(at.parent);
  analyse(true, [token]);
}

let followTimer = 0;
/** The node this window wants to be analysed, 0 for none, until the table has heard of it. @type {number|null} */
let asked = null;
/** Whether the analysis is on, and elsewhere than the cursor. */
function isBehind() {
  return table.analysis !== null && asked !== 0 && (asked ?? table.analysis.node) !== here.cursor;
}
/** The analysis goes where the cursor goes. */
function follow() {
  if (!isBehind() || document.hidden) return;
  clearTimeout(followTimer);
  followTimer = setTimeout(() => { if (isBehind()) analyse(true); }, 60);
}
// The game may have gone on while nobody saw it.
document.addEventListener("visibilitychange", follow);

function drawArrows() {
  arrows.draw(stage.half);
}

function drawGraph() {
  graph.show(here.cursor, { p1: nameOf("p1"), p2: nameOf("p2") });
  record.markReviewed();
}

/** What of the settings the style sheet has to know. */
function dress() {
  document.documentElement.dataset.theme = settings.theme;
  document.documentElement.classList.toggle("hide-scores", settings.hideScore);
}

byId("menu").append(
  button("plus", T.newGame, () => dialogs.newGame({ send, titles, ask: about }), { id: "menu-new", title: T.newGame }),
  button("edit", T.edit, () => { if (node(here.cursor)) editor.open(here.cursor, here.flipped); }, { id: "menu-edit", title: T.edit }),
  button("open", T.open, () => dialogs.open(openRecord, (text) => notice(text, "error")), { id: "menu-open", title: T.open }),
  button("save", T.share, () => { shareWanted = true; send({ t: "export", node: here.cursor }); }, { id: "menu-save", title: T.share }),
  button("engine", T.engines, () => dialogs.engines(send), { id: "menu-engines", title: T.engines }),
  button("rules", T.rules, () => { void about(table.game.id).then(dialogs.rules).catch((error) => notice(error.message, "error")); }, { id: "menu-rules", title: T.rules }),
  button("settings", T.settings, () => dialogs.preferences(), { id: "menu-settings", title: T.settings }));

const typedInput = el("input", { type: "text", placeholder: T.typeHint, "aria-label": T.typeTurn, spellcheck: "false", autocomplete: "off", id: "typed-turn" });
byId("typed").append(typedInput);
byId("typed").addEventListener("submit", (event) => {
  event.preventDefault();
  const token = typedInput.value.trim();
  if (token && stage.play(token)) { typed = token; typedInput.value = ""; }
});

/** What is refused need not be typed again. */
function retype() {
  if (typedInput.value === "") typedInput.value = typed;
  if (document.activeElement === typedInput) typedInput.select();
  typed = "";
}

onSetting((name) => {
  if (["theme", "hideScore"].includes(name)) dress();
  if (["coordinates", "hints"].includes(name)) stage.redraw();
  if (name === "autoFlip") { stage.autoFlip(); stage.redraw(); }
  if (["arrows", "hideScore"].includes(name)) drawArrows();
});

listen({
  ArrowLeft: () => step(-1), ArrowRight: () => step(1), Home: () => visit(table.game.root), End: last,
  ArrowUp: () => visit(forkFrom(here.cursor, -1)), ArrowDown: () => visit(forkFrom(here.cursor, 1)), m: () => visit(mistakeFrom(here.cursor)),
  Escape: (event) => { if (isChoosing()) closeMenu(); else if (event.shiftKey) stage.turn.cancel(); else stage.turn.back(); },
  Enter: () => byId("confirm")?.click(),
  f: () => stage.flip(), a: () => analyse(!table.analysis), e: evaluateTurn, b: playBest, u: () => send({ t: "takeback" }),
  n: () => byId("menu-new").click(), p: () => byId("menu-edit").click(), t: () => typedInput.focus(), s: () => set("hideScore", !settings.hideScore),
});
takeIn();
tick(() => stage.seats.tick());

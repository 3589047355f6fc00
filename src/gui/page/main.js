// The entry point: connects the shared state, the board and the panels.

import { AnalysisView } from "./analysis-view.js";
import { drawArrows } from "./analysis-arrows.js";
import { ask, connect, greet, messageOf, send } from "./api.js";
import { BoardController } from "./board-controller.js";
import { closeAnyMenu, isChoosing } from "./choice-menu.js";
import { tick } from "./clock.js";
import { CommentView } from "./comment-view.js";
import { Controls } from "./controls.js";
import { byId, el, putIfChanged } from "./dom.js";
import { GraphView } from "./graph-view.js";
import { openDialog, openRecord, readLink, reportSaved, saveDialog, showSeries, watchInput } from "./import-export.js";
import { takeBack } from "./game-commands.js";
import { giveHint, isHinting, takeHintLines } from "./hint.js";
import { listen } from "./keyboard.js";
import { watchLayout } from "./layout.js";
import { mistakes } from "./mistakes.js";
import { isStudying, onMode, rememberedMode, setMode } from "./mode.js";
import { MoveList } from "./move-list.js";
import { forkFrom, lastFrom, liesBetween, mistakeFrom, pathTo, stepFrom } from "./navigation.js";
import { dropNotice, notice, speak, watchActions } from "./notices.js";
import { endingText } from "./result-text.js";
import { addScreen, onArrival, showBoard, showScreen, visitScreen } from "./router.js";
import { textOf } from "./scene.js";
import { onSetting, set, settings } from "./settings.js";
import { playSound, watchFirstAction } from "./sounds.js";
import { isStudy, node, store, take } from "./store.js";
import { T } from "./texts.js";
import { buildTopBar, drawTopBar } from "./top-bar.js";
import { bottomSide, forgetViews, keepView, nameOf, viewHere, viewOf, viewState } from "./view-state.js";

/** Milliseconds before the analysis follows the cursor. */
const FOLLOW = 60;

dress();
for (const [id, label] of Object.entries(T.regions)) byId(id).setAttribute("aria-label", label);
byId("moves-title").textContent = T.moveList;
// A link is opened once, when the state is known.
let link = readLink();

/** Calls a function of the dialogs, which are loaded when they are needed first. @param {keyof typeof import("./dialogs.js")} name */
const inDialogs =
  (name) =>
  (/** @type {any[]} */ ...args) =>
    void import("./dialogs.js").then((/** @type {any} */ dialogs) => dialogs[name](...args));

const controller = new BoardController({
  changePlayer: inDialogs("changePlayer"),
  marked: showArrows,
  played: (id) => go(id),
});
/** @type {Promise<import("./position-editor.js").PositionEditor>|null} */
let editor = null;
const comments = new CommentView(byId("comment"), {
  send: (request) => void send(request),
  left: () => {
    comments.show(viewState.cursor);
    catchUp();
  },
});
const peek = (/** @type {string[]|null} */ tokens, /** @type {number|undefined} */ at) =>
  void controller.peek(tokens, at);
const graph = new GraphView(byId("graph"), { go: visit, peek, play: playLine });
const analysis = new AnalysisView(byId("analysis"), {
  toggle: (on) => analyse(on),
  again: () => store.analysis && analyse(true),
  only: evaluateMove,
  peek,
  play: playLine,
  shown: showArrows,
});
const controls = new Controls({
  go: visit,
  step,
  last: () => visit(lastFrom(viewState.cursor)),
  flip: () => controller.flip(),
  hint: () => void giveHint(controller),
  newGame: () => void newGame(),
  showSeries,
  setResult: inDialogs("setResult"),
  typeMove,
});
const moveList = new MoveList(byId("record"), {
  go: visit,
  menu: (target, id) => {
    visit(id);
    controls.openMoveMenu(target, id);
  },
});

connect(received, (state) => {
  document.body.classList.toggle("offline", state !== "open");
  if (state === "open") {
    dropNotice("connection");
    forgetViews();
    unseen = 0;
    return;
  }
  if (state === "refused") notice(T.restarted, "error", { key: "connection" });
  else if (store.known) notice(T.offline, "error", { key: "connection" });
  controller.restart();
});

/** Handles a message of the server. @param {any} message */
function received(message) {
  switch (message.t) {
    case "state":
    case "patch":
      changed(message);
      break;
    case "lines":
      if (!takeHintLines(message)) analysis.take(message);
      break;
    case "thought":
      controller.players.thinks(message);
      break;
    case "traffic":
      inDialogs("showTraffic")(message.engine, message.text);
      break;
    case "notice":
      if (message.text === "review-done") reviewDone();
      else notice(messageOf(message.text), message.level);
      break;
    case "outdated":
      notice(T.outdated, "error");
      break;
    default:
  }
}

/** The shared state has changed. @param {any} message */
function changed(message) {
  const before = {
    live: store.live,
    number: store.game.number,
    ending: store.ending,
    path: pathTo(viewState.cursor),
    only: store.analysis?.only[0],
  };
  const sections = take(message);
  // A patch is missing.
  if (sections === null) return greet();
  const any = (/** @type {string[]} */ ...names) => sections.has("all") || names.some((name) => sections.has(name));
  if (store.analysis?.only[0] !== before.only) analysis.forget();
  const isFirst = before.number === undefined && isUntouched();
  moveCursor(before);
  for (const view of message.views ?? []) keepView(view);
  if (sections.has("all") && message.lines) analysis.take(message.lines);
  if (link) void openRecord(link);
  else if (isFirst) visitScreen("start");
  link = "";
  if (any("nodes", "live", "game", "review")) moveList.show(viewState.cursor);
  look();
  if (any("nodes", "live", "game", "review", "players")) {
    graph.show(viewState.cursor);
    controller.showDrawn();
  }
  if (any("analysis")) wanted = null;
  if (any("analysis", "engines")) {
    analysis.draw();
    showArrows();
  }
  if (any("engines") && document.querySelector(".engine")) inDialogs("enginesChanged")();
  if (any("thinking", "ending", "paused", "players", "clock", "series", "engines"))
    controller.refresh(any("ending") && !any("all"));
  controls.draw();
  comments.show(viewState.cursor);
  title();
  drawTopBar();
  if (!store.ending || before.number !== store.game.number) card?.closeResult();
  else if (!before.ending) {
    speak(endingText());
    playSound("end");
    controller.clearHint();
    if (!isStudying()) void showResult();
  }
}

/** Whether the program has just been started, and the address names no screen. Then the start screen comes first. */
function isUntouched() {
  return location.hash === "" && store.game.number === 1 && store.nodes.size === 1 && rememberedMode() === null;
}

/** The card of the result, once it was loaded. @type {typeof import("./result-card.js")|null} */
let card = null;

async function showResult() {
  card = await import("./result-card.js");
  if (store.ending && viewState.cursor === store.live) card.showResult(() => void newGame());
}

function reviewDone() {
  const learn = { label: T.learnMistakes, work: () => visitScreen("puzzles", "mistakes") };
  notice(T.reviewDone, "info", mistakes().length > 0 ? { action: learn } : {});
}

/** Moves the cursor after a change. @param {{live: number, number: number, path: number[]}} before */
function moveCursor(before) {
  const isNew = before.number !== store.game.number;
  if (isNew) {
    forgetViews();
    viewState.flipped = bottomSide() === "p2";
    controls.openMoves(false);
    // A new game is played. An opened record is studied, unless it is a game that goes on.
    const isRecord = store.nodes.size > 1 && (store.ending !== null || isStudy());
    const kept = before.number === undefined ? rememberedMode() : null;
    setMode(kept ?? (isRecord ? "study" : "play"));
  }
  if (isNew || !node(viewState.cursor)) {
    // If the line was deleted, its last remaining node.
    viewState.cursor = (isNew ? null : before.path.find((id) => node(id))) ?? store.live;
    line += 1;
    isBehind = false;
  } else if (store.live !== before.live && liesBetween(viewState.cursor, before.live, store.live)) {
    // While the user writes about a move, the cursor stays there.
    if (comments.isHeld) isBehind = true;
    else viewState.cursor = store.live;
  }
}

function title() {
  const game = textOf(store.game.about?.title) || store.game.id || "";
  const names = store.players.some((player) => player.name) ? `${nameOf("p1")} – ${nameOf("p2")}` : "";
  putIfChanged(byId("title"), [game, names], () => [game, names && el("span", { class: "names" }, ` · ${names}`)]);
  document.title = game ? `${game} · ringstack` : "ringstack";
}

/** The node whose view could not be fetched, or 0. */
let unseen = 0;

/** Shows the node at the cursor; fetches its view if necessary. */
function look() {
  const { cursor } = viewState;
  if (!store.known || !node(cursor)) return;
  if (!viewHere()) void fetchView(cursor);
  else if (viewState.shown !== cursor) render();
}

/** Nodes whose views have been requested. @type {Set<number>} */
const fetching = new Set();

/** @param {number} id */
async function fetchView(id) {
  if (fetching.has(id) || unseen === id) return;
  fetching.add(id);
  const { number } = store.game;
  try {
    const view = await ask({ t: "view", node: id });
    if (number === store.game.number && node(id)) keepView(view);
  } catch (error) {
    if (id !== viewState.cursor || !store.known) return;
    unseen = id;
    notice(messageOf(error), "error");
  } finally {
    fetching.delete(id);
  }
  if (id === viewState.cursor) look();
}

/** Shows the node at the cursor, whose view is known. */
function render() {
  const { cursor, shown } = viewState;
  const forward = node(cursor)?.parent === shown && shown !== 0;
  viewState.shown = cursor;
  viewState.peeking = false;
  byId("boards").classList.remove("swapped");
  controller.render(forward);
  if (forward) announce(viewHere()?.trace);
  select();
  graph.show(cursor);
  showArrows();
  follow();
  // Prefetch the next node.
  const next = node(cursor)?.children[0];
  if (next && !viewOf(next) && cursor !== store.live) void fetchView(next);
}

/** Announces a move by its text and a sound. @param {import("./view-state.js").Trace|null|undefined} trace */
function announce(trace) {
  speak(trace?.text ?? "");
  const captures = (trace?.steps ?? []).flat().some(({ from, to }) => from !== null && to === null);
  if (trace && !store.ending) playSound(captures ? "capture" : "place");
}

/** Updates the panels beside the board after the cursor has moved. */
function select() {
  moveList.select(viewState.cursor);
  controls.draw();
  comments.show(viewState.cursor);
  analysis.draw();
}

// Navigation.

/** Moves the cursor. @param {number|null} id */
function go(id) {
  if (id === null || !node(id)) return;
  if (id !== store.live) card?.closeResult();
  viewState.cursor = id;
  controller.stopPeeking();
  unseen = 0;
  select();
  look();
}

/** Moves the cursor for the user. Stops a line that is being played. @param {number|null} id */
function visit(id) {
  line += 1;
  if (id === null) return;
  isBehind = false;
  go(id);
}

/** @param {number} way */
function step(way) {
  visit(stepFrom(viewState.cursor, way));
}

/** The serial number of the line that is being played. */
let line = 0;

/** Plays the moves of a line, starting at a node, until the user navigates elsewhere. @param {number} id @param {string[]} tokens */
async function playLine(id, tokens) {
  visit(id);
  const mine = line;
  try {
    for (const token of tokens) {
      if (mine !== line) return;
      await controller.play(token);
    }
  } catch (error) {
    notice(messageOf(error), "error");
  }
}

/** Plays the best known move at the cursor. */
function playBest() {
  const best = analysis.bestMove ?? node(viewState.cursor)?.eval?.pv[0];
  if (best) void playLine(viewState.cursor, [best]);
  else notice(T.noBest);
}

/** Whether the game continued while the user wrote about a move, and whether a pointer is pressed. */
let isBehind = false;
let isPressed = false;

/** Moves the cursor to the live node, unless the click that ended the writing leads elsewhere. */
function catchUp() {
  if (!isBehind || isPressed || comments.isHeld) return;
  isBehind = false;
  go(store.live);
}
// A list does not report the end of a press.
addEventListener("pointerdown", ({ target }) => (isPressed = !(target instanceof HTMLSelectElement)), true);
for (const end of ["pointerup", "pointercancel"]) {
  addEventListener(end, () => ((isPressed = false), setTimeout(catchUp)), true);
}

// Analysis.

/** The node that this client asked to analyse (0 for none), until the server confirms it. @type {number|null} */
let wanted = null;
let followTimer = 0;

/** Starts or stops the analysis at the cursor. @param {boolean} on @param {string[]} [only] restricts it to these moves */
function analyse(on, only = []) {
  clearTimeout(followTimer);
  wanted = on ? viewState.cursor : 0;
  const engine = Math.max(0, Math.min(settings.engine, store.engines.length - 1));
  const limits = { lines: only.length ? 1 : settings.lines, ms: settings.analysisTime };
  void send({ t: "analyse", on, node: viewState.cursor, engine, ...limits, only });
}

/** Evaluates one move: the one that is being entered, or otherwise the one before the cursor. */
function evaluateMove() {
  setMode("study");
  const made = controller.entry.isStarted ? controller.entry.answer?.token : null;
  const at = node(viewState.cursor);
  if (made) analyse(true, [made]);
  else if (store.analysis?.only.length && store.analysis.node === viewState.cursor) analyse(true);
  else if (!at || at.parent === null) notice(T.noMove);
  else {
    visit(at.parent);
    analyse(true, [at.token]);
  }
}

/** Whether the analysis is at another node than the cursor. */
function isElsewhere() {
  return store.analysis !== null && wanted !== 0 && (wanted ?? store.analysis.node) !== viewState.cursor;
}

/** Moves the analysis to the cursor. */
function follow() {
  clearTimeout(followTimer);
  if (document.hidden || !isStudying() || isHinting() || !isElsewhere()) return;
  followTimer = setTimeout(() => isElsewhere() && analyse(true), FOLLOW);
}
// The game may have continued while the page was hidden.
document.addEventListener("visibilitychange", follow);

function showArrows() {
  drawArrows(controller.board, analysis, controller.entry.isStarted || !isStudying());
}

onMode((mode) => {
  // A player must not see the analysis of their game.
  if (mode === "play" && store.analysis) analyse(false);
  card?.closeResult();
  if (store.known) select();
  graph.show(viewState.cursor);
  showArrows();
});

/** Applies settings to the style sheet. */
function dress() {
  document.documentElement.dataset.theme = settings.theme;
  document.documentElement.classList.toggle("hide-scores", settings.hideScore);
}

/** Opens the dialog for a new game. @param {import("./new-game.js").Opponent} [opponent] */
const newGame = async (opponent) => {
  const dialog = await import("./new-game.js");
  dialog.newGame(
    (saved) => {
      showBoard();
      reportSaved(saved);
    },
    opponent ? { opponent } : null,
  );
};
const setUp = async () => {
  editor ??= import("./position-editor.js").then(({ PositionEditor }) => new PositionEditor());
  const loaded = await editor;
  if (node(viewState.cursor)) loaded.open(viewState.cursor, viewState.flipped);
};
buildTopBar({
  newGame: () => void newGame(),
  setUp: () => void setUp(),
  open: openDialog,
  save: saveDialog,
  engines: inDialogs("engines"),
  rules: inDialogs("rules"),
  settings: inDialogs("preferences"),
  keys: inDialogs("keys"),
});

const typed = el("input", {
  type: "text",
  placeholder: T.typeHint,
  "aria-label": T.typeMove,
  spellcheck: "false",
  autocomplete: "off",
});
const typedTrouble = el("p", { class: "trouble", role: "alert" });
typed.addEventListener("input", () => (typedTrouble.textContent = ""));
byId("typed").append(typed, typedTrouble);
/** Shows the field for a typed move. */
function typeMove() {
  byId("typed").hidden = false;
  if (!byId("panel").checkVisibility()) controls.openMoves(true);
  typed.focus();
}
typed.addEventListener("blur", () => {
  if (!typed.value) byId("typed").hidden = true;
});
byId("typed").addEventListener("submit", async (/** @type {Event} */ event) => {
  event.preventDefault();
  const token = typed.value.trim();
  if (!token) return;
  typedTrouble.textContent = "";
  try {
    await controller.play(token);
    if (typed.value.trim() === token) typed.value = "";
  } catch (error) {
    typedTrouble.textContent = messageOf(error);
    typed.select();
  }
});

onSetting((name) => {
  if (["theme", "hideScore"].includes(name)) dress();
  if (name === "autoFlip") controller.autoFlip();
  if (["coordinates", "hints", "autoFlip"].includes(name)) controller.redraw();
  if (["arrows", "hideScore"].includes(name)) showArrows();
});

listen({
  ArrowLeft: () => step(-1),
  ArrowRight: () => step(1),
  Home: () => visit(store.game.root),
  End: () => visit(lastFrom(viewState.cursor)),
  ArrowUp: () => visit(forkFrom(viewState.cursor, -1)),
  ArrowDown: () => visit(forkFrom(viewState.cursor, 1)),
  m: () => visit(mistakeFrom(viewState.cursor)),
  Escape: ({ shiftKey }) => {
    if (isChoosing()) closeAnyMenu();
    else if (card?.isResultShown()) card?.closeResult();
    else if (shiftKey) controller.entry.cancel();
    else controller.entry.back();
  },
  Enter: () => controller.endButton()?.click(),
  f: () => controller.flip(),
  a: () => {
    analyse(!isStudying() || !store.analysis);
    setMode("study");
  },
  e: evaluateMove,
  b: playBest,
  u: takeBack,
  n: () => void newGame(),
  p: () => void setUp(),
  t: typeMove,
  "?": inDialogs("keys"),
  h: () => void giveHint(controller),
  s: () => set("hideScore", !settings.hideScore),
});
addScreen("start", () => import("./start-screen.js"));
addScreen("learn", () => import("./learn-screen.js"));
addScreen("puzzles", () => import("./puzzle-screen.js"));
addScreen("games", () => import("./games-screen.js"));
onArrival((name) => {
  if (name === "analyse") setMode("study");
  if (name === "watch") void newGame("computers");
  drawTopBar();
});
watchInput();
watchLayout();
void showScreen();
watchActions();
watchFirstAction();
tick(() => controller.players.tick());

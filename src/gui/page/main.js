// The entry point: connects the shared state, the board and the panels.

import { AnalysisControl } from "./analysis-control.js";
import { AnalysisView } from "./analysis-view.js";
import { ask, connect, greet, messageOf, send, takeOver } from "./api.js";
import { BoardController } from "./board-controller.js";
import { closeAnyMenu, isChoosing } from "./choice-menu.js";
import { tick } from "./clock.js";
import { CommentView } from "./comment-view.js";
import { Controls } from "./controls.js";
import { Cursor } from "./cursor.js";
import { byId } from "./dom.js";
import { takeBack } from "./game-commands.js";
import { GraphView } from "./graph-view.js";
import { giveHint, takeHintLines } from "./hint.js";
import { openDialog, openRecord, readLink, saveDialog, showSeries, watchInput } from "./import-export.js";
import { listen, releaseLists } from "./keyboard.js";
import { checkLanguage } from "./language.js";
import { watchLayout } from "./layout.js";
import { mistakes } from "./mistakes.js";
import { isStudying, onMode, rememberedMode, setMode } from "./mode.js";
import { MoveList } from "./move-list.js";
import { forkFrom, lastFrom, mistakeFrom, pathTo } from "./navigation.js";
import { dropNotice, notice, speak, watchActions } from "./notices.js";
import { acceptInvitation, followRematch, onSide, ownSide, takenSide } from "./own-side.js";
import { PanelTabs } from "./panel-tabs.js";
import { connectProfile } from "./profile.js";
import { proposalStatus } from "./proposals.js";
import { draw, h } from "./render.js";
import { endingText } from "./result-text.js";
import { addScreen, currentScreen, onArrival, showBoard, showScreen, visitScreen } from "./router.js";
import { adopt, onSetting, set, settings } from "./settings.js";
import { playSound, watchFirstAction } from "./sounds.js";
import { isStudy, node, publish, store, subscribe, take } from "./store.js";
import { T } from "./texts.js";
import { buildTopBar, drawTopBar } from "./top-bar.js";
import { buildTypedMove } from "./typed-move.js";
import { ViewRequests } from "./view-requests.js";
import { bottomSide, forgetViews, keepView, nameOf, viewHere, viewOf, viewState } from "./view-state.js";

dress();
for (const [id, label] of Object.entries(T.regions)) byId(id).setAttribute("aria-label", label);
byId("moves-title").textContent = T.moveList;
acceptInvitation();
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
  played: (id) => cursor.go(id),
});
const play = (/** @type {string} */ token) => controller.play(token);
const cursor = new Cursor({ moved, isHeld: () => comments.isHeld, play });
const visit = (/** @type {number|null} */ id) => cursor.visit(id);
const playLine = (/** @type {number} */ id, /** @type {string[]} */ tokens) => void cursor.playLine(id, tokens);
/** On a phone the list of a tab is below the board. */
const showStage = () => byId("stage").scrollIntoView({ block: "nearest" });
const views = new ViewRequests(look);
const typeMove = buildTypedMove({ play, openMoves: () => controls.openMoves(true) });
/** @type {Promise<import("./position-editor.js").PositionEditor>|null} */
let editor = null;
const comments = new CommentView(byId("comment"), {
  send: (request) => void send(request),
  left: () => {
    comments.show(viewState.cursor);
    cursor.catchUp();
  },
});
const peek = (/** @type {string[]|null} */ tokens, /** @type {number|undefined} */ at) =>
  void controller.peek(tokens, at);
const graph = new GraphView(byId("graph"), { go: visit, peek, play: playLine });
const analysing = new AnalysisControl({
  visit,
  entered: () => (controller.entry.isStarted ? (controller.entry.answer?.token ?? null) : null),
});
const analysis = new AnalysisView(byId("analysis"), {
  toggle: (on) => analysing.analyse(on),
  again: () => store.analysis && analysing.analyse(true),
  only: () => analysing.evaluateMove(),
  peek,
  play: playLine,
  shown: showArrows,
});
const controls = new Controls({
  go: visit,
  step: (way) => cursor.step(way),
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

const tabs = new PanelTabs({
  go: (id) => (visit(id), showStage()),
  peek,
  play: (id, tokens) => (playLine(id, tokens), showStage()),
  closed: () => moveList.show(viewState.cursor),
});

connect(received, (state) => {
  document.body.classList.toggle("offline", state !== "open");
  if (state === "open") {
    dropNotice("connection");
    if (takenSide()) reportSide();
    forgetViews();
    views.retry();
    return;
  }
  if (state === "refused") notice(T.restarted, "error", { key: "connection" });
  else if (state === "elsewhere")
    notice(T.openElsewhere, "error", { key: "connection", action: { label: T.useHere, work: takeOver } });
  else if (store.known) notice(T.offline, "error", { key: "connection" });
  controller.restart();
});

connectProfile((change) => void send({ t: "profile", ...change }));

subscribe(["profile"], profileChanged);
subscribe(["unsaved"], () => {
  if (!store.unsaved) return dropNotice("unsaved");
  notice(T.unsaved, "error", { key: "unsaved", detail: messageOf(store.unsaved) });
});
addEventListener("beforeunload", (event) => {
  if (store.unsaved) event.preventDefault();
});
subscribe(["nodes", "live", "game", "review"], () => moveList.show(viewState.cursor));
subscribe([], look);
subscribe(["nodes", "live", "game", "review", "players"], () => {
  graph.show(viewState.cursor);
  controller.showDrawn();
});
subscribe(["analysis"], () => analysing.confirmed());
subscribe(["analysis", "engines"], () => {
  analysis.draw();
  showArrows();
});
subscribe(["thinking", "ending", "paused", "players", "devices", "clock", "series", "engines"], (changed) =>
  controller.refresh(changed.has("ending") && !changed.has("all")),
);
subscribe([], () => {
  controls.draw();
  comments.show(viewState.cursor);
  tabs.show();
  title();
  drawTopBar();
  card?.drawResult();
});

/** Reports the side of this client to the server. It is reported again after each new connection. */
function reportSide() {
  ask({ t: "side", side: takenSide() }).catch(() => {});
}

/** Handles a message of the server. @param {import("./store.js").ServerMessage} message */
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

/** The shared state has changed. @param {Extract<import("./store.js").ServerMessage, {t: "state"|"patch"}>} message */
function changed(message) {
  const before = {
    live: store.live,
    number: store.game.number,
    started: store.started,
    ending: store.ending,
    path: pathTo(viewState.cursor),
    only: store.analysis?.only[0],
    proposal: store.proposal?.number,
    isKnown: store.known,
  };
  const sections = take(message);
  // A patch is missing.
  if (sections === null) return greet();
  if (store.analysis?.only[0] !== before.only) analysis.forget();
  const isFirst = !before.isKnown && isUntouched();
  // The page was loaded, or the program was restarted: it numbers its games anew.
  const isStart = before.started !== store.started;
  const isNew = isStart || before.number !== store.game.number;
  if (isNew) beginGame(before);
  if (isNew) followRules();
  cursor.follow(before, isNew);
  for (const view of message.views) keepView(view);
  if (message.t === "state" && message.lines) analysis.take(message.lines);
  if (link) void openRecord(link);
  else if (isFirst) visitScreen("start");
  link = "";
  publish(sections);
  if (store.proposal?.number !== before.proposal) announceProposal();
  if (!store.ending || isNew) card?.closeResult();
  if (isStart) void showResult();
  else if (store.ending && !isNew && !before.ending) {
    speak(endingText());
    void controller.settled.then(() => playSound("end"));
    controller.clearHint();
    void showResult();
  }
}

/** Another device may have changed settings, or made progress that the shown list of lessons or puzzles lacks. */
function profileChanged() {
  adopt(store.profile.settings);
  checkLanguage();
  if (["#learn", "#puzzles"].includes(location.hash)) void showScreen();
}

/** Whether the program has just been started, and the address names no screen. Then the start screen comes first. */
function isUntouched() {
  return location.hash === "" && store.game.number === 1 && store.nodes.size === 1 && rememberedMode() === null;
}

/** A proposal has arrived or is gone. Another screen or a dialog hides the line of the status that shows it. */
function announceProposal() {
  dropNotice("proposal");
  const proposed = proposalStatus();
  if (!proposed) return;
  speak(proposed.text);
  if (proposed.isMine) return;
  playSound("enter");
  const isHidden = currentScreen() !== "" || document.querySelector("dialog[open]");
  const show = () => {
    for (const box of document.querySelectorAll("dialog")) box.close();
    showBoard();
  };
  if (isHidden) notice(proposed.text, "info", { key: "proposal", action: { label: T.toBoard, work: show } });
}

/** The card of the result, once it was loaded. @type {typeof import("./result-card.js")|null} */
let card = null;

async function showResult() {
  if (!store.ending || isStudying()) return;
  card = await import("./result-card.js");
  if (viewState.cursor === store.live) card.showResult(() => void newGame());
}

function reviewDone() {
  void tabs.open("summary");
  const learn = { label: T.learnMistakes, work: () => visitScreen("puzzles", "mistakes") };
  notice(T.reviewDone, "info", mistakes().length > 0 ? { action: learn } : {});
}

/** Prepares the page for a game that has just begun. @param {{started: number}} before */
function beginGame(before) {
  forgetViews();
  followRematch();
  viewState.flipped = bottomSide() === "p2";
  controls.openMoves(false);
  // A new game is played. An opened record is studied, unless it is a game that goes on.
  const goesOn = store.ending === null && (!isStudy() || ownSide() !== null);
  const isRecord = store.nodes.size > 1 && !goesOn;
  const kept = before.started !== store.started ? rememberedMode() : null;
  setMode(kept ?? (isRecord ? "study" : "play"));
}

/** Open rules are those of the game on the board. */
function followRules() {
  if (currentScreen() === "" && document.querySelector(".rules-panel")) inDialogs("followRules")();
}

function title() {
  const game = store.game.about?.title || store.game.id || "";
  const names = store.players.some((player) => player.name) ? `${nameOf("p1")} – ${nameOf("p2")}` : "";
  draw(byId("title"), game, names && h("span", { class: "names" }, ` · ${names}`));
  document.title = game ? `${game} · ringstack` : "ringstack";
}

/** Shows the node at the cursor; fetches its view if necessary. */
function look() {
  const at = viewState.cursor;
  if (!store.known || !node(at)) return;
  if (!viewHere()) void views.fetch(at);
  else if (viewState.shown !== at) render();
}

/** Shows the node at the cursor, whose view is known. */
function render() {
  const { cursor: at, shown } = viewState;
  const forward = node(at)?.parent === shown && shown !== 0;
  viewState.shown = at;
  viewState.peeking = false;
  byId("boards").classList.remove("swapped");
  controller.render(forward);
  if (forward) speak(viewHere()?.trace?.text.text ?? "");
  select();
  graph.show(at);
  showArrows();
  analysing.follow();
  // Prefetch the next node.
  const next = node(at)?.children[0];
  if (next && !viewOf(next) && at !== store.live) void views.fetch(next);
}

/** Updates the panels beside the board after the cursor has moved. */
function select() {
  card?.drawResult();
  moveList.show(viewState.cursor);
  controls.draw();
  comments.show(viewState.cursor);
  analysis.draw();
  tabs.show();
}

/** The user or a move has moved the cursor. */
function moved() {
  if (viewState.cursor !== store.live) card?.closeResult();
  controller.stopPeeking();
  views.retry();
  select();
  look();
}

/** Plays the best known move at the cursor. */
function playBest() {
  const best = analysis.bestMove ?? node(viewState.cursor)?.eval?.pv[0];
  if (best) void cursor.playLine(viewState.cursor, [best]);
  else notice(T.noBest);
}

function showArrows() {
  analysis.drawArrows(controller.board, isStudying() && !controller.entry.isStarted);
}

onMode((mode) => {
  // A player must not see the analysis of their game.
  if (mode === "play" && store.analysis) analysing.analyse(false);
  card?.closeResult();
  if (store.known) select();
  graph.show(viewState.cursor);
  showArrows();
});

onSide(() => {
  reportSide();
  viewState.flipped = bottomSide() === "p2";
  controller.redraw();
  controller.refresh();
  controls.draw();
});

/** Applies settings to the style sheet. */
function dress() {
  document.documentElement.dataset.theme = settings.theme;
  document.documentElement.classList.toggle("hide-scores", settings.hideScore);
}

/** Opens the dialog for a new game. @param {import("./new-game.js").Opponent} [opponent] */
const newGame = async (opponent) => {
  const dialog = await import("./new-game.js");
  dialog.newGame(opponent ? { opponent } : null);
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
  invite: inDialogs("invite"),
  engines: inDialogs("engines"),
  rules: inDialogs("rules"),
  settings: inDialogs("preferences"),
  keys: inDialogs("keys"),
});

onSetting((name) => {
  if (["theme", "hideScore"].includes(name)) dress();
  if (name === "autoFlip") controller.autoFlip();
  if (["coordinates", "hints", "autoFlip", "assistance"].includes(name)) controller.redraw();
  if (name === "assistance") controls.draw();
  if (["arrows", "hideScore"].includes(name)) showArrows();
});

listen({
  ArrowLeft: () => cursor.step(-1),
  ArrowRight: () => cursor.step(1),
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
    const begins = !isStudying() || !store.analysis;
    setMode("study");
    analysing.analyse(begins);
  },
  e: () => analysing.evaluateMove(),
  b: playBest,
  u: takeBack,
  n: () => void newGame(),
  p: () => void setUp(),
  t: typeMove,
  x: () => {
    void tabs.open(isStudying() && tabs.isExploring ? "moves" : "explorer");
    setMode("study");
  },
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
  // The board serves these sections. The same link must lead there again.
  if (name === "analyse" || name === "watch") history.replaceState(null, "", "#board");
  drawTopBar();
  followRules();
  tabs.reload();
});
for (const [name, work] of Object.entries(releaseLists()))
  document.querySelector("main")?.addEventListener(name.slice(2), /** @type {any} */ (work));
watchInput();
watchLayout();
void showScreen();
watchActions();
watchFirstAction();
tick(() => controller.players.tick());

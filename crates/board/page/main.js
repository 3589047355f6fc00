// The entry point: connects the shared state, the board and the panels.

import { AnalysisControl } from "./analysis-control.js";
import { AnalysisView } from "./analysis-view.js";
import { ask, connect, greet, messageOf, refusalText, send, takeOver } from "./api.js";
import { BoardController } from "./board-controller.js";
import { tick } from "./clock.js";
import { CommentView } from "./comment-view.js";
import { Controls } from "./controls.js";
import { Cursor } from "./cursor.js";
import { keys, showTraffic } from "./dialogs.js";
import { drawDialogs } from "./dialog.js";
import { byId } from "./dom.js";
import { download } from "./download.js";
import { takeBack } from "./game-commands.js";
import { GamesScreen } from "./games-screen.js";
import { GraphView } from "./graph-view.js";
import { giveHint, takeHintLines } from "./hint.js";
import { openAddress, watchInput } from "./import-export.js";
import { keepCursor, keptCursor } from "./kept-cursor.js";
import { listen } from "./keyboard.js";
import { checkLanguage } from "./language.js";
import { watchLayout } from "./layout.js";
import { LearnScreen } from "./learn-screen.js";
import { isStudying, rememberedMode, setMode } from "./mode.js";
import { MoveList } from "./move-list.js";
import { forkFrom, lastFrom, mistakeFrom, pathTo } from "./navigation.js";
import { boardKnown, newGame } from "./new-game.js";
import { dropNotice, notice, speak, watchActions } from "./notices.js";
import { followRematch, isOwner, ownSide, reportSide, takenSide, takeSeat } from "./own-side.js";
import { page } from "./page.js";
import { PanelTabs } from "./panel-tabs.js";
import { PositionEditor } from "./position-editor.js";
import { connectProfile } from "./profile.js";
import { proposalStatus } from "./proposals.js";
import { PuzzleScreen } from "./puzzle-screen.js";
import { drawNow, onRedraw, redraw } from "./redraw.js";
import { draw } from "./render.js";
import { closeResult, isResultShown, showResult } from "./result-card.js";
import { endingText } from "./result-text.js";
import { addScreens, currentScreen, showBoard, showScreen, visitScreen } from "./router.js";
import { showRules } from "./rules-panel.js";
import { adopt, set, settings } from "./settings.js";
import { playSound, watchFirstAction } from "./sounds.js";
import { startScreen } from "./start-screen.js";
import { StatisticsScreen } from "./statistics-screen.js";
import { node, store, take } from "./store.js";
import { watchSwipes } from "./swipe.js";
import { T } from "./texts.js";
import { showThreat } from "./threat.js";
import { ViewRequests } from "./view-requests.js";
import { arrived, reload, say } from "./waiting.js";
import { bottomSide, forgetViews, keepView, viewHere, viewOf, viewState } from "./view-state.js";

// The address keeps no token.
history.replaceState(null, "", location.pathname + location.hash);

const controller = new BoardController({
  played: (id) => cursor.go(id),
  arrived: boardArrived,
  arrows: () => analysis.arrows,
});
const cursor = new Cursor({ moved, isHeld: () => comments.isHeld, play: (token) => controller.play(token) });
const comments = new CommentView(() => cursor.catchUp());
const controls = new Controls(cursor, controller);
const views = new ViewRequests(() => void redraw());
const visit = (/** @type {number|null} */ id) => cursor.visit(id);
const play = (/** @type {number} */ id, /** @type {string[]} */ tokens) => void cursor.playLine(id, tokens);
/** @type {import("./consequences.js").Handlers["peek"]} */
const peek = (tokens, at, places) => void controller.peek(tokens, at, places);
/** On a phone the list of a tab is below the board. */
const showStage = () => byId("stage").scrollIntoView({ block: "nearest" });
const analysing = new AnalysisControl({
  visit,
  entered: () => (controller.entry.isStarted ? (controller.entry.answer?.token ?? null) : null),
});
const analysis = new AnalysisView(analysing, { peek, play, threat });
const graph = new GraphView({ go: visit, peek, play });
const moveList = new MoveList({
  go: visit,
  menu: (target, id) => {
    visit(id);
    controls.openMoveMenu(target, id);
  },
});
const tabs = new PanelTabs({
  go: (id) => (visit(id), showStage()),
  peek,
  play: (id, tokens) => (play(id, tokens), showStage()),
});
const setUp = () => {
  if (node(viewState.cursor)) new PositionEditor(viewState.cursor, viewState.flipped);
};
const commands = { enter, setUp };

onRedraw(() => {
  const at = viewState.cursor;
  if (store.known && node(at) && !viewHere()) void views.fetch(at);
  draw(document.body, page({ analysis, commands, comments, controller, controls, graph, moveList, tabs, visit }));
});

connect(received, (state, detail) => {
  document.body.classList.toggle("offline", state !== "open");
  if (state === "open") {
    say(null);
    if (takenSide()) reportSide();
    forgetViews();
    views.retry();
    tabs.explorer.forget();
    return;
  }
  if (state === "refused") say({ text: T.restarted });
  else if (state === "elsewhere")
    say({ text: T.openElsewhere, action: { label: T.useHere, work: () => (say(null), takeOver()) } });
  else if (state === "lost") say({ text: T.offline });
  else sayTrouble(state, detail);
  controller.restart();
  void redraw();
});

// The settings of a guest are not those of the owner.
connectProfile((change) => void (isOwner() && send({ t: "profile", ...change })));

addEventListener("beforeunload", (event) => {
  if (store.unsaved && !isUnread()) event.preventDefault();
});

/** @param {string} trouble its key @param {string} detail */
function sayTrouble(trouble, detail) {
  const texts = /** @type {Record<string, (detail: string) => string>} */ (T.troubles);
  say({ text: (texts[trouble] ?? T.troubles.crashed)(detail), action: reload() });
}

/** The names of the files that are not stored, and what gives them to the user. @type {{names: string[], give?: () => void}} */
let unstored = { names: [] };

/** The transport reports something. @param {import("./connection.js").Report} report */
function reported({ part, trouble, detail = "", engine, unstored: names, foreign, give, remove }) {
  if (part !== undefined) arrived(part);
  if (trouble) sayTrouble(trouble, detail);
  if (engine) {
    const retry = { label: T.retry, work: () => void send({ t: "restart", engine: 0 }) };
    notice(T.engineMissing(engine), "error", { key: "engine", action: [retry, reload()] });
  }
  // The same names come again with each try.
  if (names && names.join() !== unstored.names.join()) {
    unstored = { names, give };
    reportUnsaved();
  }
  if (foreign) {
    const keep = { label: T.profileExport, work: () => give?.(), stays: true };
    const drop = { label: T.removeForeign, work: () => remove?.() };
    notice(T.foreign(foreign.join(", ")), "info", { key: "foreign", action: [keep, drop] });
  }
}

/** Handles a message of the server. @param {import("./store.js").ServerMessage|import("./connection.js").Report} message */
function received(message) {
  switch (message.t) {
    case "state":
    case "patch":
      changed(message);
      break;
    case "seat":
      takeSeat(message);
      break;
    case "lines":
      if (!takeHintLines(message)) analysis.take(message);
      break;
    case "thought":
      controller.players.thinks(message);
      break;
    case "traffic":
      showTraffic(message.engine, message.text);
      break;
    case "notice":
      notice(refusalText(message.refusal), "error");
      break;
    case "declined":
      notice(T.proposalDeclined);
      break;
    case "reviewed":
      reviewDone();
      break;
    case "outdated":
      notice(T.outdated, "error", { key: "outdated", action: reload() });
      break;
    case "report":
      reported(message);
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
    unsaved: store.unsaved,
    isKnown: store.known,
  };
  // A patch is missing.
  if (!take(message)) return greet();
  if ("analysis" in message) analysing.confirmed();
  if (store.analysis?.only[0] !== before.only) analysis.forget();
  const isFirst = !before.isKnown && isUntouched();
  // The page was loaded, or the program was restarted: it numbers its games anew.
  const isStart = before.started !== store.started;
  const isNew = isStart || before.number !== store.game.number;
  if (isNew) beginGame(before);
  cursor.follow(before, isNew);
  // After a reload a study goes on at its move.
  if (isStart && isStudying()) viewState.cursor = keptCursor() ?? viewState.cursor;
  for (const view of message.views) keepView(view);
  if (message.t === "state" && message.lines) analysis.take(message.lines);
  if (isFirst) visitScreen("start");
  else if (message.t === "state") void openAddress();
  // Another device may have changed settings.
  if ("profile" in message && (isOwner() || !before.isKnown)) {
    adopt(store.profile.settings);
    checkLanguage();
  }
  if (store.unsaved !== before.unsaved) reportUnsaved();
  if (store.proposal?.number !== before.proposal) announceProposal();
  if (isStart) showResult();
  else if (store.ending && !isNew && !before.ending) {
    speak(endingText());
    const show = { label: T.toBoard, work: showBoard };
    if (currentScreen() !== "") notice(endingText(), "info", { key: "ending", action: show });
    void controller.arrived().then(() => (playSound("end"), showResult()));
  }
  drawDialogs();
  if (!before.isKnown) boardKnown();
  void redraw();
}

/** Says what could not be saved. */
function reportUnsaved() {
  if (!store.unsaved) return dropNotice("unsaved");
  if (isUnread()) {
    const action = { label: T.profileAnew, work: () => void beginProfileAnew() };
    return notice(refusalText(store.unsaved), "error", { key: "unsaved", action });
  }
  const { names, give } = unstored;
  const games = names.filter((name) => name.startsWith("board-")).length;
  const detail = [refusalText(store.unsaved), games > 0 && T.unsavedGames(games)].filter(Boolean).join(" ");
  const action = give && { label: T.profileExport, work: give, stays: true };
  notice(T.unsaved, "error", { key: "unsaved", detail, action });
}

/** Whether settings and progress could not be read. They are not replaced. */
const isUnread = () => store.unsaved?.key === "profile-unread";

/** Gives the file of the settings that cannot be read to the user, and begins a new one. */
async function beginProfileAnew() {
  try {
    const { text } = await ask({ t: "profile_anew" });
    download("ringstack-profile-unread.json", text, "application/json");
  } catch (error) {
    notice(messageOf(error), "error");
  }
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

function reviewDone() {
  void tabs.open("summary");
  speak(T.reviewDone);
  if (currentScreen() === "") return;
  notice(T.reviewDone, "info", { action: { label: T.toBoard, work: showBoard } });
}

/** Prepares the page for a game that has just begun. @param {{started: number}} before */
function beginGame(before) {
  forgetViews();
  followRematch();
  viewState.flipped = bottomSide() === "p2";
  controls.isOpen = false;
  closeResult();
  followRules();
  // A new game is played. An opened record is studied, unless it is a game that goes on.
  const goesOn = store.ending === null && (!store.game.study || ownSide() !== null);
  const isRecord = store.nodes.size > 1 && !goesOn;
  const kept = before.started !== store.started ? rememberedMode() : null;
  enter(kept ?? (isRecord ? "study" : "play"));
}

/** Open rules are those of the game on the board. */
function followRules() {
  if (currentScreen() === "") void showRules();
}

/** The board shows another node. */
function boardArrived() {
  const { cursor: at } = viewState;
  byId("boards")?.classList.remove("swapped");
  if (isStudying()) keepCursor(at);
  analysing.follow();
  // Prefetch the next node.
  const next = node(at)?.children[0];
  if (next && !viewOf(next) && at !== store.live) void views.fetch(next);
}

/** The user or a move has moved the cursor. */
function moved() {
  controller.stopPeeking();
  views.retry();
  void redraw();
}

/** Plays the best known move at the cursor. */
function playBest() {
  const best = analysis.bestMove ?? node(viewState.cursor)?.eval?.pv[0];
  if (best) void cursor.playLine(viewState.cursor, [best]);
  else notice(T.noBest);
}

/** Shows the threat at the cursor. It is help, so it belongs to the study. */
function threat() {
  setMode("study");
  void showThreat(controller);
}

/** Enters a mode. @param {import("./mode.js").Mode} mode */
function enter(mode) {
  // A player must not see the analysis of their game.
  if (mode === "play" && isStudying() && store.analysis) analysing.analyse(false);
  setMode(mode);
}

listen({
  ArrowLeft: () => cursor.step(-1),
  ArrowRight: () => cursor.step(1),
  Home: () => visit(store.game.root),
  End: () => visit(lastFrom(viewState.cursor)),
  ArrowUp: () => visit(forkFrom(viewState.cursor, -1)),
  ArrowDown: () => visit(forkFrom(viewState.cursor, 1)),
  m: () => visit(mistakeFrom(viewState.cursor)),
  Escape: ({ shiftKey }) => {
    if (isResultShown()) closeResult();
    else if (controller.premove.touches.length > 0) controller.dropPremove();
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
  o: () => analysing.evaluateMove(),
  b: playBest,
  u: takeBack,
  n: () => newGame(),
  p: setUp,
  t: () => controls.typed.open(),
  e: () => {
    tabs.open(isStudying() && tabs.isExploring ? "moves" : "explorer");
    setMode("study");
  },
  x: threat,
  "?": keys,
  h: () => void giveHint(controller),
  s: () => set("hideScore", !settings.hideScore),
});
const screens = {
  start: startScreen,
  learn: new LearnScreen(),
  puzzles: new PuzzleScreen(),
  games: new GamesScreen(),
  statistics: new StatisticsScreen(),
};
addScreens(screens, (name) => {
  if (name === "analyse") setMode("study");
  if (name === "watch") newGame({ opponent: "computers" });
  // The board serves these sections. The same link must lead there again.
  if (name === "analyse" || name === "watch") history.replaceState(null, "", "#board");
  followRules();
  // The games may have changed.
  tabs.explorer.forget();
});
watchInput();
void showScreen();
drawNow();
byId("stuck").remove();
watchLayout();
watchActions();
watchFirstAction();
watchSwipes((way) => cursor.step(way));
tick(() => void redraw());

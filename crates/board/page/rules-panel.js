// The rules of the game with a picture for each paragraph, in a panel that can stay open beside the board.

import { about, ask, messageOf } from "./api.js";
import { boardState } from "./board-state.js";
import { BoardView } from "./board-view.js";
import { button } from "./dom.js";
import { draw, h, make } from "./render.js";
import { store } from "./store.js";
import { T } from "./texts.js";

/** The open panel. @type {HTMLElement|null} */
let panel = null;
/** What had the focus before. @type {any} */
let before = null;
/** The game whose rules are shown. */
let shown = "";

/** Opens the panel with the rules of a game, by default of that on the board, or closes it. @param {string} [id] */
export function toggleRules(id = store.game.id) {
  if (panel) return close();
  before = document.activeElement;
  const onkeydown = (/** @type {KeyboardEvent} */ event) => {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    close();
  };
  // It is not modal: the board beside it can be used.
  const made = make(h("div.rules-panel", { role: "dialog", "aria-label": T.rules, onkeydown }));
  panel = made;
  document.body.append(made);
  void showRules(id);
  made.querySelector("button").focus();
}

/** Shows the rules of a game in the panel, if it is open. @param {string} [id] */
export async function showRules(id = store.game.id) {
  if (!panel || shown === id) return;
  shown = id;
  panel.scrollTop = 0;
  fill(panel, T.rules, T.waiting);
  const [title, ...text] = await about(id).then(
    (game) => [game.title, ...game.rules.map(paragraph)],
    (error) => [T.rules, messageOf(error)],
  );
  if (panel && shown === id) fill(panel, title, text);
}

/** @param {HTMLElement} host @param {import("./render.js").Child} title @param {import("./render.js").Child} text */
function fill(host, title, text) {
  const leave = button("close", T.close, close, { short: true, class: "quiet" });
  draw(host, [h("div.rules-head", h("h2", title), leave), h("div.prose", { key: shown }, text)]);
}

function close() {
  panel?.remove();
  panel = null;
  shown = "";
  before?.focus?.({ preventScroll: true });
}

/** A paragraph and its picture. @param {import("../types.js").Rule} rule */
function paragraph({ text, picture }) {
  const mounted = (/** @type {HTMLElement} */ host) => {
    if (!picture) return;
    const { game, fen, points } = picture;
    ask({ t: "position", game, fen }).then(
      ({ touches }) => show(host, touches.scene, points),
      () => host.remove(),
    );
  };
  return [h("p", text), picture && h("div.rule-picture", { role: "img", "aria-label": text, inert: true, mounted })];
}

/** Draws a scene that cannot be touched, with marked places. @param {HTMLElement} host @param {import("./scene.js").Scene} scene @param {string[]} points */
function show(host, scene, points) {
  const boards = make(h("div.boards"));
  host.append(boards);
  const none = () => {};
  const view = new BoardView(boards, { touch: none, grab: () => false, drop: none, hover: none });
  view.show(boardState(scene, { drawn: points.map((from) => ({ ink: "blue", from })) }));
}

// The rules of the game with a picture for each paragraph, in a panel that can stay open beside the board.

import { about, ask, messageOf } from "./api.js";
import { BoardView } from "./board-view.js";
import { button, el, put, setText } from "./dom.js";
import { store } from "./store.js";
import { T } from "./texts.js";

/** The open panel. @type {any} */
let panel = null;
/** What had the focus before. @type {any} */
let before = null;
/** The game whose rules are shown. */
let shown = "";
const title = el("h2");
const text = el("div", { class: "prose" });

/** Opens the panel with the rules of a game, by default of that on the board, or closes it. @param {string} [id] */
export function toggleRules(id = store.game.id) {
  if (panel) return close();
  before = document.activeElement;
  const leave = button("close", T.close, close, { short: true, class: "quiet" });
  const onkeydown = (/** @type {KeyboardEvent} */ event) => {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    close();
  };
  // It is not modal: the board beside it can be used.
  const look = { class: "rules-panel", role: "dialog", "aria-label": T.rules };
  panel = el("div", { ...look, onkeydown }, el("div", { class: "rules-head" }, title, leave), text);
  document.body.append(panel);
  leave.focus();
  showRules(id);
}

/** Shows the rules of a game in the open panel. @param {string} [id] */
export function showRules(id = store.game.id) {
  if (!panel || shown === id) return;
  shown = id;
  setText(title, T.rules);
  put(text, T.waiting);
  panel.scrollTop = 0;
  about(id).then(
    (game) => {
      if (shown !== id) return;
      setText(title, game.title);
      put(text, ...game.rules.flatMap(paragraph));
    },
    (error) => shown === id && put(text, messageOf(error)),
  );
}

function close() {
  panel?.remove();
  panel = null;
  shown = "";
  before?.focus?.({ preventScroll: true });
}

/** A paragraph and its picture. @param {import("../types.js").Rule} rule */
function paragraph(rule) {
  const text = el("p", {}, rule.text);
  if (!rule.picture) return [text];
  const { game, fen, points } = rule.picture;
  const boards = el("div", { class: "boards" });
  const picture = el("div", { class: "rule-picture", role: "img", "aria-label": rule.text }, boards);
  ask({ t: "position", game, fen }).then(
    ({ touches }) => draw(boards, touches.scene, points),
    () => picture.remove(),
  );
  return [text, picture];
}

/** Draws a scene that cannot be touched, with marked places. @param {HTMLElement} boards @param {import("./scene.js").Scene} scene @param {string[]} points */
function draw(boards, scene, points) {
  const none = () => {};
  const view = new BoardView(boards, { touch: none, grab: () => false, drop: none, hover: none });
  view.show(scene);
  view.mark({ drawn: points.map((from) => ({ ink: "blue", from })) });
  for (const part of boards.querySelectorAll(".hits")) part.remove();
  for (const board of boards.querySelectorAll("svg")) {
    board.removeAttribute("role");
    board.removeAttribute("aria-label");
  }
}

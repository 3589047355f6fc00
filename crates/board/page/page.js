// The page: the top bar, and the board with its panels or the screen in its place. It is a function of the state.

import { button } from "./dom.js";
import { wholeBoard } from "./embed.js";
import { review } from "./game-commands.js";
import { releaseLists } from "./keyboard.js";
import { currentMode } from "./mode.js";
import { classes, h } from "./render.js";
import { resultCard } from "./result-card.js";
import { currentScreen, focusBoard, shownScreen } from "./router.js";
import { pausedPlate, statusView } from "./status-view.js";
import { T } from "./texts.js";
import { topBar } from "./top-bar.js";
import { store } from "./store.js";
import { viewState } from "./view-state.js";
import { waiting } from "./waiting.js";

/**
 * @typedef {object} Views
 * @property {import("./analysis-view.js").AnalysisView} analysis
 * @property {import("./comment-view.js").CommentView} comments
 * @property {import("./board-controller.js").BoardController} controller
 * @property {import("./controls.js").Controls} controls
 * @property {import("./graph-view.js").GraphView} graph
 * @property {import("./move-list.js").MoveList} moveList
 * @property {import("./panel-tabs.js").PanelTabs} tabs
 * @property {import("./top-bar.js").Commands} commands
 * @property {(id: number) => void} visit
 */

const lists = releaseLists();

/** Moves the keyboard focus past the top bar. @param {Event} event */
function skip(event) {
  event.preventDefault();
  const name = currentScreen();
  if (name === "") focusBoard();
  else document.getElementById(`screen-${name}`)?.focus();
}

/** @param {Views} views */
export function page(views) {
  const { name, screen } = shownScreen();
  return [
    h("a.skip", { href: "#boards", onclick: skip }, T.skip),
    topBar(views.commands),
    h("main", lists, [
      waiting(),
      table(views, name !== ""),
      screen && h("section.screen", { key: name, id: `screen-${name}`, tabindex: -1, ...screen.props }, screen.draw()),
    ]),
  ];
}

/** How far a review is, and the button that stops it. */
function reviewBar() {
  const { review: running } = store;
  if (!running) return null;
  const label = T.reviewing(running.done, running.total);
  return h("div.review-bar", [
    h("progress", { max: running.total, value: running.done, "aria-label": label }),
    h("span", label),
    button("close", T.stopReview, review),
  ]);
}

/** The board and its panels. @param {Views} views @param {boolean} hidden */
function table({ analysis, comments, controller, controls, graph, moveList, tabs, visit }, hidden) {
  const at = viewState.cursor;
  const head = tabs.head();
  return h("div.table", { id: "screen-board", "data-mode": currentMode(), hidden: hidden || !store.known }, [
    controller.column(analysis.bar(), resultCard()),
    pausedPlate(),
    h("aside", { class: classes("panel", controls.isOpen && "open"), "aria-label": T.regions.panel }, [
      analysis.draw(),
      h("div.moves-card.card", { "data-tab": tabs.tab }, [
        reviewBar(),
        h("header.moves-head", [
          wholeBoard ? null : h("h2", T.moveList),
          head,
          controls.steps(),
          wholeBoard && h("a.whole", { href: wholeBoard, target: "_blank", rel: "noopener" }, "ringstack ↗"),
        ]),
        moveList.draw(at),
        tabs.content(),
        controls.typed.draw(),
        comments.draw(at),
        statusView(visit),
        controls.actions(),
      ]),
      graph.draw(at),
    ]),
  ]);
}

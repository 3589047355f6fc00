// The top bar: the sections of the page, the mode of the board, and the menu.

import { openMenu } from "./choice-menu.js";
import { button, byId, el, icon, setAttribute } from "./dom.js";
import { currentMode, onMode, setMode } from "./mode.js";
import { makeOneStop } from "./one-stop.js";
import { draw, h } from "./render.js";
import { currentScreen, focusBoard, hasScreen } from "./router.js";
import { humanSides, store } from "./store.js";
import { T } from "./texts.js";

/** The sections; the board itself serves those that are no screens. */
const SECTIONS = /** @type {const} */ (["start", "learn", "puzzles", "analyse", "watch", "games"]);
const ON_BOARD = ["analyse", "watch"];

/**
 * @typedef {object} Commands
 * @property {() => void} newGame
 * @property {() => void} open
 * @property {() => void} setUp
 * @property {() => void} save
 * @property {() => void} invite
 * @property {() => void} engines
 * @property {() => void} rules
 * @property {() => void} settings
 * @property {() => void} keys
 */

/** Builds the bar. @param {Commands} on */
export function buildTopBar(on) {
  const skip = byId("skip");
  skip.textContent = T.skip;
  skip.addEventListener("click", (/** @type {Event} */ event) => {
    event.preventDefault();
    if (currentScreen() === "") focusBoard();
    else byId(`screen-${currentScreen()}`).focus();
  });
  draw(byId("home"), icon("left"));
  const modes = /** @type {const} */ (["play", "study"]).map((mode) =>
    el(
      "button",
      { type: "button", "aria-pressed": String(mode === currentMode()), onclick: () => setMode(mode) },
      T.modes[mode],
    ),
  );
  byId("mode").append(...modes);
  onMode((mode) => {
    modes.forEach((one, n) => setAttribute(one, "aria-pressed", String((n === 0) === (mode === "play"))));
    drawTopBar();
  });
  const items = () => [
    { label: T.newGame, drawing: "plus", work: on.newGame },
    { label: T.open, drawing: "open", work: on.open },
    { label: T.edit, drawing: "edit", work: on.setUp },
    { label: T.save, drawing: "save", work: on.save },
    { label: T.invite, drawing: "person", work: on.invite },
    { label: T.engines, drawing: "engine", work: on.engines },
    { label: T.rules, drawing: "rules", work: on.rules },
    { label: T.settings, drawing: "settings", work: on.settings },
    { label: T.keys, drawing: "keys", work: on.keys },
    ...(byId("mode").checkVisibility()
      ? []
      : /** @type {const} */ (["play", "study"]).map((mode) => ({
          label: T.modes[mode],
          checked: mode === currentMode(),
          work: () => setMode(mode),
        }))),
  ];
  const more = button("more", T.menu, () => openMenu(more, T.menu, items()), {
    class: "quiet",
    short: true,
    "aria-haspopup": "menu",
  });
  const quiet = { class: "quiet" };
  byId("menu").append(
    button("plus", T.newGame, on.newGame, { ...quiet, title: T.newGame }),
    button("rules", T.rules, on.rules, { ...quiet, title: T.rules }),
    button("settings", T.settings, on.settings, { ...quiet, title: T.settings }),
    more,
  );
  for (const id of ["mode", "menu"]) makeOneStop(byId(id));
}

/** The section that the page shows. */
function currentSection() {
  const screen = currentScreen();
  if (screen) return screen;
  if (currentMode() === "study") return "analyse";
  return store.known && humanSides().length === 0 ? "watch" : "start";
}

/** Marks the current section. */
export function drawTopBar() {
  const isBoard = currentScreen() === "";
  byId("title").hidden = byId("mode").hidden = !isBoard;
  byId("home").hidden = currentScreen() === "start";
  const shown = SECTIONS.filter((name) => ON_BOARD.includes(name) || hasScreen(name));
  draw(
    byId("nav"),
    shown.map((name) =>
      h(
        "a",
        { key: name, href: `#${name}`, "aria-current": name === currentSection() ? "page" : null },
        T.sections[name],
      ),
    ),
  );
}

// The top bar: the sections of the page, the mode of the board, and the menu.

import { openMenu } from "./choice-menu.js";
import { button, byId, icon } from "./dom.js";
import { currentMode, onMode, setMode } from "./mode.js";
import { makeOneStop } from "./one-stop.js";
import { draw, h } from "./render.js";
import { currentScreen, focusBoard, hasScreen } from "./router.js";
import { isRemote } from "./socket.js";
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
 * @property {(game?: string) => void} rules the rules of a game, by default of that on the board
 * @property {() => void} settings
 * @property {() => void} keys
 */

const MODES = /** @type {const} */ (["play", "study"]);

/** @type {Commands} */
let on;
/** What narrow windows show in the bar for an open exercise: its title, the way back and its name, and the game of the rules. @typedef {{title: string, href: string, back: string, game: string}} Exercise */
/** @type {Exercise|null} */
let exercise = null;

/** @param {Exercise|null} next */
export function setExercise(next) {
  exercise = next;
  drawTopBar();
}

/** Builds the bar. @param {Commands} commands */
export function buildTopBar(commands) {
  on = commands;
  const skip = byId("skip");
  skip.textContent = T.skip;
  skip.addEventListener("click", (/** @type {Event} */ event) => {
    event.preventDefault();
    if (currentScreen() === "") focusBoard();
    else byId(`screen-${currentScreen()}`).focus();
  });
  draw(byId("home"), icon("left"));
  onMode(drawTopBar);
  drawTopBar();
  for (const id of ["mode", "menu"]) makeOneStop(byId(id));
}

/** The section that the page shows. */
function currentSection() {
  const screen = currentScreen();
  if (screen) return screen;
  if (currentMode() === "study") return "analyse";
  return store.known && humanSides().length === 0 ? "watch" : "start";
}

/** The commands that are not in the bar, and in narrow windows the modes. */
function menuItems() {
  const modes = MODES.map((mode) => ({
    label: T.modes[mode],
    checked: mode === currentMode(),
    work: () => setMode(mode),
  }));
  const shared = [
    { label: T.invite, drawing: "person", work: on.invite },
    { label: T.engines, drawing: "engine", work: on.engines },
  ];
  return [
    { label: T.newGame, drawing: "plus", work: on.newGame },
    { label: T.open, drawing: "open", work: on.open },
    { label: T.edit, drawing: "edit", work: on.setUp },
    { label: T.save, drawing: "save", work: on.save },
    // The board without a server has one device and one engine.
    ...(isRemote ? shared : []),
    { label: T.rules, drawing: "rules", work: () => on.rules(exercise?.game) },
    { label: T.settings, drawing: "settings", work: on.settings },
    { label: T.keys, drawing: "keys", work: on.keys },
    ...(byId("mode").checkVisibility() ? [] : modes),
  ];
}

/** Draws the bar for the current screen and mode. */
export function drawTopBar() {
  const isBoard = currentScreen() === "";
  byId("title").hidden = byId("mode").hidden = !isBoard;
  byId("home").hidden = currentScreen() === "start";
  byId("home").href = exercise?.href ?? "#start";
  byId("home").setAttribute("aria-label", exercise?.back ?? T.regions.home);
  draw(byId("exercise-title"), exercise?.title);
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
  draw(
    byId("mode"),
    MODES.map((mode) => button(null, T.modes[mode], () => setMode(mode), { "aria-pressed": mode === currentMode() })),
  );
  const command = (/** @type {any} */ drawing, /** @type {string} */ label, /** @type {() => void} */ work) =>
    button(drawing, label, work, { class: "quiet", title: label, "aria-label": label });
  draw(
    byId("menu"),
    command("plus", T.newGame, on.newGame),
    command("rules", T.rules, () => on.rules(exercise?.game)),
    command("settings", T.settings, on.settings),
    button("more", T.menu, ({ currentTarget }) => openMenu(currentTarget, T.menu, menuItems()), {
      class: "quiet",
      short: true,
      "aria-haspopup": "menu",
    }),
  );
}

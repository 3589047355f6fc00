// The screens of the page: the board, and screens that take its place. The fragment of the address names the
// screen and its arguments, for example `#games` or `#learn/rule-set/lesson`. A fragment that names no screen is the start.

import { byId } from "./dom.js";
import { decoded, recordIn } from "./link-text.js";
import { redraw } from "./redraw.js";

/** What narrow windows show in the bar for an open exercise: its title, the way back and its name, and the game of the rules. @typedef {{title: string, href: string, back: string, game: string}} Exercise */
/**
 * @typedef {object} Screen a screen other than the board
 * @property {(args: string[]) => void} [show] called each time the address leads to it
 * @property {() => void} [hide]
 * @property {() => import("./render.js").Child} draw its content
 * @property {import("./render.js").Props} [props] of its element
 * @property {Exercise|null} [exercise]
 * @property {import("./keyboard.js").Keys} [keys] its shortcuts
 */

/** The names of the board. It serves some sections. */
const BOARD = ["", "board", "analyse", "watch"];

/** The screens by name. @type {Map<string, Screen>} */
const screens = new Map();
/** The screen that is shown, and its name; empty for the board. @type {{name: string, screen: Screen|null}} */
let shown = { name: "", screen: null };
/** @type {(name: string) => void} */
let arrived = () => {};

/** @param {Record<string, Screen>} added by name @param {(name: string) => void} listener is called with the name of the address when its screen, or the board, is shown */
export function addScreens(added, listener) {
  for (const [name, screen] of Object.entries(added)) screens.set(name, screen);
  arrived = listener;
}

/** The name and the arguments in the address. @returns {string[]} */
function words() {
  return location.hash.slice(1).split("/").map(decoded);
}

/** Leads to a screen; without arguments to the board. @param {...string} args */
export function visitScreen(...args) {
  location.hash = args.map(encodeURIComponent).join("/");
}

/** Leads to the board, if another screen is shown. */
export function showBoard() {
  if (currentScreen() !== "") visitScreen("board");
}

/** Whether the board gets the keyboard focus when it is shown. */
let awaitsFocus = false;

/** Moves the keyboard focus to the board, if it is shown or will be. */
export function focusBoard() {
  awaitsFocus = byId("screen-board").hidden;
  byId("boards").querySelector("[data-place][tabindex='0']")?.focus({ preventScroll: true });
}

/** The name of the screen in the address; empty for the board. */
export function currentScreen() {
  const [name] = words();
  if (screens.has(name)) return name;
  return BOARD.includes(name) || recordIn(location.hash) ? "" : "start";
}

/** The screen that is shown, and its name. */
export function shownScreen() {
  return shown;
}

/** Shows the screen of the address. */
export async function showScreen() {
  const [name, ...args] = words();
  shown.screen?.hide?.();
  const { name: before } = shown;
  shown = { name: currentScreen(), screen: screens.get(currentScreen()) ?? null };
  arrived(name);
  shown.screen?.show?.(args);
  await redraw();
  // Another screen begins at its top.
  if (shown.name !== before) scrollTo(0, 0);
  if (awaitsFocus && currentScreen() === "") focusBoard();
}

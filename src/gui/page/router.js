// The screens of the page: the board, and screens that take its place. The fragment of the address names the
// screen and its arguments, for example `#games` or `#learn/rule-set/lesson`. Every fragment that names no screen is the board.

import { byId } from "./dom.js";

/**
 * @typedef {object} Screen a screen other than the board
 * @property {(args: string[]) => void} show fills the screen; called each time the address leads to it
 * @property {() => void} hide
 * @property {import("./keyboard.js").Keys} [keys] its shortcuts
 */

/** The screens by name; each is made when it is shown for the first time. @type {Map<string, () => Promise<Screen>>} */
const screens = new Map();
/** @type {Map<string, Promise<Screen>>} */
const made = new Map();
/** @type {Screen|null} */
let shown = null;

/**
 * Adds a screen. `load` imports its module, which exports `create(root)`.
 * @param {string} name @param {() => Promise<{create: (root: HTMLElement) => Screen}>} load
 */
export function addScreen(name, load) {
  screens.set(name, async () => (await load()).create(byId(`screen-${name}`)));
}

/** Whether a screen was added. @param {string} name */
export function hasScreen(name) {
  return screens.has(name);
}

/** Called with the name of the address after its screen is shown, or the board. @type {(name: string) => void} */
let arrived = () => {};

/** @param {(name: string) => void} listener */
export function onArrival(listener) {
  arrived = listener;
}

/** The name and the arguments in the address. @returns {string[]} */
function words() {
  return location.hash.slice(1).split("/").map(decodeURIComponent);
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

/** The name of the screen that is shown; empty for the board. */
export function currentScreen() {
  const [name] = words();
  return screens.has(name) ? name : "";
}

/** The screen that is shown; `null` for the board. */
export function shownScreen() {
  return shown;
}

/** Shows the screen of the address. */
export async function showScreen() {
  const name = currentScreen();
  for (const [other] of screens) byId(`screen-${other}`).hidden = other !== name;
  byId("screen-board").hidden = name !== "";
  if (awaitsFocus && name === "") focusBoard();
  shown?.hide();
  shown = null;
  arrived(words()[0]);
  const make = screens.get(name);
  if (!make) return;
  if (!made.has(name)) made.set(name, make());
  const screen = await made.get(name);
  if (!screen || currentScreen() !== name) return;
  shown = screen;
  screen.show(words().slice(1));
}

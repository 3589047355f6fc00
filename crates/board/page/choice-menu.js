// Menus: the commands of a button or a move, and the question that appears when a touch has several meanings.

import { button } from "./dom.js";
import { h, make } from "./render.js";
import { T } from "./texts.js";

/**
 * @typedef {object} MenuItem
 * @property {string} label
 * @property {() => void} work
 * @property {any} [drawing] the name of an icon
 * @property {string|null} [why] the reason why the item is not available
 * @property {boolean} [checked] makes the item one of few; they share a line
 * @property {string} [name] the accessible name, if the label is a sign
 */

/** The direction of each arrow key. @type {Record<string, number>} */
const WAYS = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 };
/** The minimum distance of the menu from the edge of the window, in pixels. */
const MARGIN = 6;

/** The open menu. @type {HTMLElement|null} */
let openedMenu = null;
/** Whether the open menu asks about a touch. */
let isQuestion = false;
/** The button of a menu that a press elsewhere has just closed: its own click must not open it again. */
let pressed = { target: /** @type {any} */ (null), at: 0 };
/** Milliseconds from such a press to its click. */
const CLICK = 400;

/** Withdraws the question about a touch. Menus of commands stay open while the game continues. */
export function closeMenu() {
  if (isQuestion) hide();
}

function hide() {
  const menu = openedMenu;
  openedMenu = null;
  menu?.hidePopover();
}

/**
 * Asks the user to choose one of the entries.
 * @template {Pick<import("./scene.js").Next, "touch"|"label">} E
 * @param {any} target the touched element
 * @param {E[]} entries
 * @returns {Promise<E|null>}
 */
export function choose(target, entries) {
  return new Promise((resolve) => {
    const items = entries.map((entry) => ({ label: entry.label?.text ?? entry.touch, work: () => resolve(entry) }));
    openMenu(target, T.chooseOne, items, () => resolve(null));
  });
}

/**
 * Opens a menu at an element.
 * @param {any} target
 * @param {string} label
 * @param {(MenuItem|null|false|undefined)[]} items
 * @param {() => void} [closed] called after the menu was closed without a choice
 */
export function openMenu(target, label, items, closed) {
  if (target === pressed.target && performance.now() - pressed.at < CLICK) return;
  hide();
  const present = items.filter((item) => !!item);
  const few = present.filter(({ checked }) => checked !== undefined);
  const others = present.filter(({ checked }) => checked === undefined);
  let isChosen = false;
  const choose = (/** @type {() => void} */ work) => {
    isChosen = true;
    hide();
    work();
  };
  const describe = (/** @type {MenuItem[]} */ some) => some.map((item) => menuButton(item, choose));
  const onkeydown = (/** @type {KeyboardEvent} */ event) => {
    const way = WAYS[event.key];
    if (event.key === "Tab") hide();
    // The browser closes the menu; the page does nothing more.
    if (event.key === "Escape") event.stopPropagation();
    if (!way) return;
    event.preventDefault();
    event.stopPropagation();
    const index = buttons.findIndex((one) => one === document.activeElement);
    buttons.at((index + way) % buttons.length)?.focus();
  };
  const onbeforetoggle = (/** @type {ToggleEvent} */ { newState }) => {
    if (newState === "open") return;
    target?.removeAttribute?.("aria-expanded");
    if (openedMenu === menu) {
      openedMenu = null;
      pressed = { target, at: performance.now() };
    }
    if (!isChosen) closed?.();
  };
  const ontoggle = (/** @type {ToggleEvent} */ { newState }) => newState === "closed" && menu.remove();
  const menu = make(
    h("div.choice-menu", { role: "menu", "aria-label": label, popover: "auto", onkeydown, onbeforetoggle, ontoggle }, [
      few.length > 0 && h("div.few", { role: "group" }, describe(few)),
      describe(others),
    ]),
  );
  const buttons = /** @type {HTMLElement[]} */ ([...menu.querySelectorAll("button")]);
  isQuestion = closed !== undefined;
  openedMenu = menu;
  (document.querySelector("main") ?? document.body).append(menu);
  menu.showPopover();
  if (target?.getAttribute?.("aria-haspopup")) target.setAttribute("aria-expanded", "true");
  place(menu, target?.getBoundingClientRect());
  buttons[0]?.focus({ preventScroll: true });
}

/** The button that opens a menu. @param {string} label @param {string} look @param {(target: any) => void} open */
export function menuOpener(label, look, open) {
  const onclick = (/** @type {any} */ { currentTarget }) => open(currentTarget);
  return button("more", label, onclick, { short: true, class: look, "aria-haspopup": "menu" });
}

/** @param {MenuItem} item @param {(work: () => void) => void} choose */
function menuButton({ label, work, drawing = null, why = null, checked, name }, choose) {
  const onclick = () => why === null && choose(work);
  const role = checked === undefined ? "menuitem" : "menuitemradio";
  // A finger has no use for the name of a key.
  const text = matchMedia("(pointer: coarse)").matches ? label.replace(/ \([^ ]\)$/, "") : label;
  return button(drawing, text, onclick, {
    role,
    title: why ?? name,
    "aria-label": name,
    "aria-checked": checked,
    "aria-disabled": why !== null || null,
  });
}

/** Puts the menu below what was touched, or above it. @param {HTMLElement} menu @param {DOMRect|undefined} box */
function place(menu, box) {
  const { offsetWidth: width, offsetHeight: height } = menu;
  const [left, top, bottom] = box
    ? [box.left, box.top, box.bottom]
    : [innerWidth / 2, innerHeight / 2, innerHeight / 2];
  menu.style.left = `${Math.max(MARGIN, Math.min(innerWidth - width - MARGIN, left))}px`;
  const below = bottom + height + MARGIN <= innerHeight;
  menu.style.top = `${below ? bottom + 4 : Math.max(MARGIN, top - height - 4)}px`;
}

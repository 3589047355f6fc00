// The menu that appears when a touch has several meanings.

import { el } from "./dom.js";
import { T } from "./texts.js";

/** @typedef {import("./scene.js").Next} Next */

/** The direction of each arrow key. @type {Record<string, number>} */
const WAYS = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 };
/** The minimum distance of the menu from the edge of the window, in pixels. */
const MARGIN = 6;

/** Resolves the open menu with an entry or with `null`. @type {((entry: Next|null) => void)|null} */
let decide = null;

/** Whether a menu is open. */
export function isChoosing() {
  return decide !== null;
}

/** Closes the menu without a choice. */
export function closeMenu() {
  decide?.(null);
}

/**
 * Asks the user to choose one of the entries.
 * @param {any} target the touched element
 * @param {Next[]} entries
 * @returns {Promise<Next|null>}
 */
export function choose(target, entries) {
  closeMenu();
  return new Promise((resolve) => {
    const done = (/** @type {Next|null} */ entry) => {
      const focused = menu.contains(document.activeElement);
      decide = null;
      menu.remove();
      if (focused) target?.focus({ preventScroll: true });
      resolve(entry);
    };
    const items = entries.map((entry) => {
      const onclick = () => done(entry);
      return el("button", { type: "button", role: "menuitem", onclick }, entry.label || entry.touch);
    });
    const onkeydown = (/** @type {KeyboardEvent} */ event) => {
      const way = WAYS[event.key];
      if (!way && event.key !== "Escape") return;
      event.preventDefault();
      event.stopPropagation();
      const index = items.findIndex((item) => item === document.activeElement);
      if (way) items[(index + way + items.length) % items.length].focus();
      else done(null);
    };
    const menu = el("div", { class: "choice-menu", role: "menu", "aria-label": T.chooseOne, onkeydown }, ...items);
    decide = done;
    document.body.append(menu);
    place(menu, target?.getBoundingClientRect());
    items[0]?.focus();
  });
}

/** Puts the menu below what was touched, or above it. @param {HTMLElement} menu @param {DOMRect|undefined} box */
function place(menu, box) {
  const { offsetWidth: width, offsetHeight: height } = menu;
  const [left, top, bottom] = box
    ? [box.left, box.top, box.bottom]
    : [innerWidth / 2, innerHeight / 2, innerHeight / 2];
  menu.style.left = `${Math.max(MARGIN, Math.min(innerWidth - width - MARGIN, left))}px`;
  menu.style.top = `${bottom + height > innerHeight ? Math.max(MARGIN, top - height - 4) : bottom + 4}px`;
}

addEventListener("pointerdown", ({ target }) => {
  if (decide && !(target instanceof Element && target.closest(".choice-menu"))) closeMenu();
});

// The small menu of a place with several meanings.

import { el } from "./dom.js";
import { T } from "./texts.js";

/** @typedef {import("./scene.js").Next} Next */

/** Where keys lead in the menu. @type {Record<string, number>} */
const WAYS = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 };

/** @type {((entry: Next|null) => void)|null} */
let decide = null;

/** Whether a menu is open. */
export function isChoosing() {
  return decide !== null;
}

/** Closes the menu; nothing is chosen. */
export function closeMenu() {
  decide?.(null);
}

/** Moves the focus to the next entry, round and round. @param {HTMLElement} list @param {number} way */
function walk(list, way) {
  const entries = [...list.querySelectorAll("button")];
  const now = entries.findIndex((entry) => entry === document.activeElement);
  entries[(now + way + entries.length) % entries.length]?.focus();
}

/**
 * Asks which of the entries is meant.
 * @param {any} target what was touched
 * @param {Next[]} entries
 * @returns {Promise<Next|null>}
 */
export function choose(target, entries) {
  closeMenu();
  return new Promise((resolve) => {
    const box = target?.getBoundingClientRect() ?? { left: innerWidth / 2, top: innerHeight / 2, bottom: innerHeight / 2 };
    const done = (entry) => {
      const focused = list.contains(document.activeElement);
      decide = null;
      list.remove();
      if (focused) target?.focus({ preventScroll: true });
      resolve(entry);
    };
    const list = el("div", { class: "menu-here", role: "menu", "aria-label": T.chooseOne, onkeydown: (event) => {
      const way = WAYS[event.key];
      if (!way && event.key !== "Escape") return;
      event.preventDefault();
      event.stopPropagation();
      if (way) walk(list, way);
      else done(null);
    } },
      ...entries.map((entry) => el("button", { type: "button", role: "menuitem", onclick: () => done(entry) }, entry.label || entry.touch)));
    decide = done;
    document.body.append(list);
    const width = list.offsetWidth, height = list.offsetHeight;
    list.style.left = `${Math.max(6, Math.min(innerWidth - width - 6, box.left))}px`;
    list.style.top = `${box.bottom + height > innerHeight ? Math.max(6, box.top - height - 4) : box.bottom + 4}px`;
    list.querySelector("button")?.focus();
  });
}

addEventListener("pointerdown", (event) => { if (decide && !(event.target instanceof Element && event.target.closest(".menu-here"))) closeMenu(); });

// The small menu of a place with several meanings.

import { el } from "./dom.js";
import { T } from "./texts.js";

/** @typedef {import("./scene.js").Next} Next */

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

/**
 * Asks which of the entries is meant.
 * @param {Element|null|undefined} target what was touched
 * @param {Next[]} entries
 * @returns {Promise<Next|null>}
 */
export function choose(target, entries) {
  closeMenu();
  return new Promise((resolve) => {
    const box = target?.getBoundingClientRect() ?? { left: innerWidth / 2, top: innerHeight / 2, bottom: innerHeight / 2 };
    const done = (entry) => { decide = null; list.remove(); resolve(entry); };
    const list = el("div", { class: "menu-here", role: "menu", "aria-label": T.chooseOne, onkeydown: (event) => { if (event.key === "Escape") { event.stopPropagation(); done(null); } } },
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

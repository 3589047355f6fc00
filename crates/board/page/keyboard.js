// Keyboard shortcuts of the page. They are inactive in dialogs and text fields.

import { currentScreen, shownScreen } from "./router.js";

/** The action of each key. @typedef {Record<string, (event: KeyboardEvent) => void>} Keys */

/** The shortcuts that work on all screens; the others need the board of the game. */
const EVERYWHERE = ["n", "?"];

/** @param {Keys} keys */
export function listen(keys) {
  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
    const target = event.target instanceof HTMLElement ? event.target : null;
    if (target?.closest("input:not([type=checkbox]), textarea, select")) {
      if (event.key === "Escape") target.blur();
      return;
    }
    // Caps Lock makes no difference.
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const isEverywhere = currentScreen() === "" || EVERYWHERE.includes(key);
    const work = isEverywhere ? keys[key] : shownScreen().screen?.keys?.[key];
    if (!work || (event.key === "Enter" && target?.closest("button, a"))) return;
    event.preventDefault();
    work(event);
  });
}

/** Handlers that remove the focus from a list after a choice with the pointer, so that the shortcuts work again. @returns {import("./render.js").Props} */
export function releaseLists() {
  let pointed = false;
  return {
    onpointerdown: () => (pointed = true),
    onkeydown: () => (pointed = false),
    onchange: ({ target }) => {
      if (pointed && target instanceof HTMLSelectElement) target.blur();
    },
  };
}

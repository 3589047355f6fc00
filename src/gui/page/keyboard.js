// Keyboard shortcuts of the page. They are inactive in dialogs and text fields.

import { currentScreen } from "./router.js";

/** The shortcuts that work on all screens; the others need the board of the game. */
const EVERYWHERE = ["n", "?"];

/** @param {Record<string, (event: KeyboardEvent) => void>} keys the action of each key */
export function listen(keys) {
  releaseLists();
  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
    const target = event.target instanceof HTMLElement ? event.target : null;
    if (target?.closest("input:not([type=checkbox]), textarea, select")) {
      if (event.key === "Escape") target.blur();
      return;
    }
    // Caps Lock makes no difference.
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const work = currentScreen() === "" || EVERYWHERE.includes(key) ? keys[key] : undefined;
    if (!work || (event.key === "Enter" && target?.closest("button, a"))) return;
    event.preventDefault();
    work(event);
  });
}

/** Removes the focus from a list after a choice with the pointer, so that the shortcuts work again. */
function releaseLists() {
  let pointed = false;
  addEventListener("pointerdown", () => (pointed = true), true);
  addEventListener("keydown", () => (pointed = false), true);
  addEventListener("change", ({ target }) => {
    if (pointed && target instanceof HTMLSelectElement && !target.closest("dialog")) target.blur();
  });
}

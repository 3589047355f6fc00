// The keyboard, where nothing else has it: no dialog, no field that is written in.

/**
 * @param {Record<string, (event: KeyboardEvent) => void>} keys what each key does
 */
export function listen(keys) {
  letGo();
  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
    if (event.target instanceof Element && event.target.closest("input:not([type=checkbox]), textarea, select")) {
      if (event.key === "Escape") event.target.blur();
      return;
    }
    // Letters mean the same where capitals are locked.
    const does = keys[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (!does || (event.key === "Enter" && event.target instanceof Element && event.target.closest("button"))) return;
    event.preventDefault();
    does(event);
  });
}

/** What has been chosen with a pointer is done: keys go to the game again, not to the menu. */
function letGo() {
  let pointed = false;
  addEventListener("pointerdown", () => { pointed = true; }, true);
  addEventListener("keydown", () => { pointed = false; }, true);
  addEventListener("change", ({ target }) => { if (pointed && target instanceof HTMLSelectElement && !target.closest("dialog")) target.blur(); });
}

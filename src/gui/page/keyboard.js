// Keys of the whole page, where nothing else uses them: no dialog, no field that is written in.

/** @param {Record<string, (event: KeyboardEvent) => void>} keys what each key does */
export function listen(keys) {
  releaseLists();
  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
    const target = event.target instanceof HTMLElement ? event.target : null;
    if (target?.closest("input:not([type=checkbox]), textarea, select")) {
      if (event.key === "Escape") target.blur();
      return;
    }
    // Letters mean the same with Caps Lock.
    const work = keys[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (!work || (event.key === "Enter" && target?.closest("button"))) return;
    event.preventDefault();
    work(event);
  });
}

/** A list that was used with a pointer gives the keys back to the game. */
function releaseLists() {
  let pointed = false;
  addEventListener("pointerdown", () => (pointed = true), true);
  addEventListener("keydown", () => (pointed = false), true);
  addEventListener("change", ({ target }) => {
    if (pointed && target instanceof HTMLSelectElement && !target.closest("dialog")) target.blur();
  });
}

// What keeps the page from going on. Until the state of the board is known, the page shows that it loads, or one sentence
// with the reason and what helps. Later the sentence is a notice.

import { button } from "./dom.js";
import { dropNotice, notice } from "./notices.js";
import { redraw } from "./redraw.js";
import { h } from "./render.js";
import { store } from "./store.js";
import { T } from "./texts.js";

/** @typedef {{text: string, action?: import("./notices.js").Action}} Trouble */

/** @type {Trouble|null} */
let trouble = null;
/** The part of a file that has arrived; `null` if none is awaited. @type {number|null} */
let part = null;

/** What helps in most cases. @returns {import("./notices.js").Action} */
export const reload = () => ({ label: T.reload, work: () => location.reload() });

/** Says what is the matter; `null` if the board goes on. @param {Trouble|null} next */
export function say(next) {
  trouble = next;
  part = null;
  if (next && store.known) notice(next.text, "error", { key: "connection", action: next.action });
  else dropNotice("connection");
  void redraw();
}

/** A part of a file has arrived. @param {number} next */
export function arrived(next) {
  part = next < 1 ? next : null;
  void redraw();
}

/** The bar of the file that is arriving. */
export function arrivalBar() {
  return part !== null && h("progress.arriving", { value: String(part), max: "1", "aria-label": T.loading });
}

/** What takes the place of the screens until the state of the board is known. */
export function waiting() {
  if (store.known) return null;
  const { text, action } = trouble ?? { text: T.loading };
  return h("section.waiting", { role: "status" }, [
    h("p", text),
    action && button(null, action.label, action.work, { class: "main" }),
  ]);
}

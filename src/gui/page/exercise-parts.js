// Parts that the screens of the lessons and the puzzles share.

import { messageOf } from "./api.js";
import { button, el, icon, put } from "./dom.js";
import { toggleRules } from "./rules-panel.js";
import { T } from "./texts.js";

/** Milliseconds between attempts to reach the server. */
const RETRY = 400;

/**
 * Fills a screen, and tries again while that fails: when the page opens at the screen, there is no connection yet.
 * @param {HTMLElement} root shows the reason of a failure
 * @param {() => boolean} isWanted whether the screen still shows this
 * @param {() => Promise<void>} fill
 */
export async function fillScreen(root, isWanted, fill) {
  while (isWanted()) {
    try {
      await fill();
      return;
    } catch (error) {
      if (!isWanted()) return;
      put(root, el("p", { role: "status" }, messageOf(error)));
      await new Promise((done) => setTimeout(done, RETRY));
    }
  }
}

/** Shows the page of an exercise. If it is shown already, it keeps the focus. @param {HTMLElement} root @param {HTMLElement} page */
export function showPage(root, page) {
  root.classList.remove("overview");
  if (root.childNodes.length !== 1 || root.firstChild !== page) put(root, page);
}

/** @param {string} label @param {number} done @param {number} all @param {import("./dom.js").Child} [more] stands beside the label */
export function progressBar(label, done, all, more) {
  return el(
    "div",
    { class: "exercise-progress" },
    el("span", {}, label),
    more,
    el("progress", { max: all, value: done, "aria-label": label }),
  );
}

/** The head of the list of exercises. @param {{href: string, back: string, game: string, title: string}} about @param {HTMLElement} progress */
export function listHead({ href, back, game, title }, progress) {
  return el(
    "header",
    {},
    el("a", { class: "exercise-back", href, "aria-label": back }, icon("back"), el("span", {}, back)),
    button("rules", T.rules, () => toggleRules(game), { short: true, class: "quiet", "data-key": "rules" }),
    el("h2", {}, title),
    progress,
  );
}

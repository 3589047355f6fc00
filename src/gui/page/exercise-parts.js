// Parts that the screens of the lessons and the puzzles share.

import { messageOf } from "./api.js";
import { button, icon } from "./dom.js";
import { draw, h } from "./render.js";
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
      draw(root, h("p", { role: "status" }, messageOf(error)));
      await new Promise((done) => setTimeout(done, RETRY));
    }
  }
}

/** @param {string} label @param {number} done @param {number} all @param {import("./render.js").Child} [more] stands beside the label */
export function progressBar(label, done, all, more) {
  return h(
    "div",
    { class: "exercise-progress" },
    h("span", {}, label),
    more,
    h("progress", { max: all, value: done, "aria-label": label }),
  );
}

/** The head of the list of exercises. @param {{href: string, back: string, game: string, title: string}} about @param {import("./render.js").Child} progress */
export function listHead({ href, back, game, title }, progress) {
  return h(
    "header",
    {},
    h("a", { class: "exercise-back", href, "aria-label": back }, icon("back"), h("span", {}, back)),
    button("rules", T.rules, () => toggleRules(game), { short: true, class: "quiet" }),
    h("h2", {}, title),
    progress,
  );
}

// Notices at the top of the window, and announcements for screen readers.

import { button, byId, el } from "./dom.js";
import { T } from "./texts.js";

/** The maximum number of visible notices. */
const MAX_NOTICES = 3;
/** Milliseconds before a notice disappears. */
const STAY = 12_000;
const MODIFIERS = new Set(["Shift", "Control", "Alt", "Meta"]);
/** An action this soon after a notice may be its cause, and does not remove it. In milliseconds. */
const CAUSE = 250;

/**
 * Shows a notice until the next action. A notice with a key stays until it is dropped.
 * @param {string} text
 * @param {"info"|"error"} [level]
 * @param {{key?: string, detail?: string, action?: {label: string, work: () => void}}} [more] `action` becomes a button
 */
export function notice(text, level = "info", { key = "", detail = "", action } = {}) {
  const host = byId("notices");
  if (key) dropNotice(key);
  const old = [...host.children].find((one) => one.text === text);
  // A permanent notice with the same text is already shown.
  if (old?.dataset.key) return;
  old?.remove();
  const close = () => box.remove();
  const box = el(
    "div",
    { class: `notice ${level}`, "data-key": key },
    el(
      "div",
      {},
      el("span", {}, text, detail && el("span", { class: "detail" }, ` ${detail}`)),
      action && button(null, action.label, () => (close(), action.work())),
    ),
    button("close", T.close, close, { short: true, class: "quiet" }),
  );
  box.text = text;
  box.shownAt = performance.now();
  host.append(box);
  while (host.childElementCount > MAX_NOTICES) host.firstChild.remove();
  if (document.querySelector("dialog[open]")) raise(host);
  if (!key) setTimeout(close, STAY);
}

/** Moves the notices above an open dialog. @param {any} host */
function raise(host) {
  if (host.matches(":popover-open")) host.hidePopover();
  host.showPopover();
}

/** @param {string} key */
export function dropNotice(key) {
  byId("notices").querySelector(`[data-key="${key}"]`)?.remove();
}

/** Removes notices at the next action of the user. */
export function watchActions() {
  const drop = (/** @type {Event} */ event) => {
    const host = byId("notices");
    if (host.contains(event.target) || (event instanceof KeyboardEvent && MODIFIERS.has(event.key))) return;
    for (const box of [...host.children]) {
      if (!box.dataset.key && performance.now() - box.shownAt > CAUSE) box.remove();
    }
  };
  addEventListener("pointerdown", drop, true);
  addEventListener("keydown", drop, true);
}

/** Announces a text to screen readers. @param {string} text */
export function speak(text) {
  byId("spoken").textContent = text;
}

// Notices at the upper edge of the window, and announcements for screen readers.

import { button, byId, el } from "./dom.js";
import { T } from "./texts.js";

/** Notices at once. */
const MAX_NOTICES = 3;
/** Milliseconds a notice stays if the user does nothing. */
const STAY = 12_000;
const MODIFIERS = new Set(["Shift", "Control", "Alt", "Meta"]);
/** Milliseconds in which an action is the one that caused the notice. */
const CAUSE = 250;

/**
 * Shows a line until the next action; one with a key stays until it is dropped.
 * @param {string} text
 * @param {"info"|"error"} [level]
 * @param {{key?: string, detail?: string, action?: {label: string, work: () => void}}} [more] `action` becomes a button
 */
export function notice(text, level = "info", { key = "", detail = "", action } = {}) {
  const host = byId("notices");
  if (key) dropNotice(key);
  const old = [...host.children].find((one) => one.text === text);
  // One that stays says the same already.
  if (old?.dataset.key) return;
  old?.remove();
  const close = () => box.remove();
  const box = el(
    "div",
    { class: `notice ${level}`, "data-key": key },
    el("span", {}, text, detail && el("span", { class: "detail" }, ` ${detail}`)),
    action ? button(null, action.label, () => (close(), action.work())) : null,
    button("close", T.close, close, { short: true, class: "quiet" }),
  );
  box.text = text;
  box.shownAt = performance.now();
  host.append(box);
  while (host.childElementCount > MAX_NOTICES) host.firstChild.remove();
  if (document.querySelector("dialog[open]")) raise(host);
  if (!key) setTimeout(close, STAY);
}

/** Puts the notices above a dialog that was opened after them. @param {any} host */
function raise(host) {
  if (host.matches(":popover-open")) host.hidePopover();
  host.showPopover();
}

/** @param {string} key */
export function dropNotice(key) {
  byId("notices").querySelector(`[data-key="${key}"]`)?.remove();
}

/** What was noted is old as soon as the user does something else. */
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

/** Announces something to users who do not see the board. @param {string} text */
export function speak(text) {
  byId("spoken").textContent = text;
}

// Notices in the top bar, in place of the title, and announcements for screen readers.

import { button, byId } from "./dom.js";
import { drawNow, redraw } from "./redraw.js";
import { h } from "./render.js";
import { T } from "./texts.js";

/** The maximum number of notices. The bar has space for the newest one. */
const MAX_NOTICES = 3;
/** Milliseconds before a notice disappears. */
const STAY = 12_000;
const MODIFIERS = new Set(["Shift", "Control", "Alt", "Meta"]);
/** An action this soon after a notice may be its cause, and does not remove it. In milliseconds. */
const CAUSE = 250;

/** `stays`: the notice stays after the action. @typedef {{label: string, work: () => void, stays?: boolean}} Action */
/** `key` marks a permanent notice; actions become buttons. @typedef {{text: string, level: "info"|"error", key: string, detail: string, action?: Action|Action[], shownAt: number}} Notice */

/** The notices, the newest last. @type {Notice[]} */
let notices = [];

/**
 * Shows a notice until the next action. A notice with a key stays until it is dropped.
 * @param {string} text
 * @param {"info"|"error"} [level]
 * @param {Partial<Pick<Notice, "key"|"detail"|"action">>} [more]
 */
export function notice(text, level = "info", { key = "", detail = "", action } = {}) {
  // A permanent notice with the same text is already shown.
  if (!key && notices.some((one) => one.key && one.text === text)) return;
  const own = { text, level, key, detail, action, shownAt: performance.now() };
  const others = notices.filter((one) => one.text !== text && (!key || one.key !== key));
  show([...others, own].slice(-MAX_NOTICES));
  if (!key) setTimeout(() => keep((one) => one !== own), STAY);
  if (!document.querySelector("dialog:modal")) return;
  drawNow();
  raise(byId("notices"));
}

/** Moves the notices above an open dialog. @param {any} host */
function raise(host) {
  if (host.matches(":popover-open")) host.hidePopover();
  host.showPopover();
}

/** @param {Notice[]} next */
function show(next) {
  notices = next;
  void redraw();
}

/** The notices in the top bar. */
export function noticeList() {
  return h("div.notices", { id: "notices", role: "alert", popover: "manual" }, notices.map(box));
}

/** Keeps some of the notices. @param {(one: Notice) => boolean} isKept */
function keep(isKept) {
  if (!notices.every(isKept)) show(notices.filter(isKept));
}

/** @param {Notice} own */
function box(own) {
  const { text, level, detail, action, shownAt } = own;
  const close = () => keep((one) => one !== own);
  return h("div", { key: shownAt, class: `notice ${level}` }, [
    h("div", [
      h("span", { title: text }, text, detail && h("span.detail", ` ${detail}`)),
      [action ?? []].flat().map((one) => button(null, one.label, () => (one.stays || close(), one.work()))),
    ]),
    // The action of an error is the only way on.
    !(level === "error" && action) && button("close", T.close, close, { short: true, class: "quiet" }),
  ]);
}

/** @param {string} key */
export function dropNotice(key) {
  keep((one) => one.key !== key);
}

/** Removes notices at the next action of the user. */
export function watchActions() {
  const drop = (/** @type {Event} */ event) => {
    if (byId("notices").contains(event.target)) return;
    if (event instanceof KeyboardEvent && MODIFIERS.has(event.key)) return;
    keep((one) => one.key !== "" || performance.now() - one.shownAt <= CAUSE);
  };
  addEventListener("pointerdown", drop, true);
  addEventListener("keydown", drop, true);
  // Without a dialog, the notices return into the bar.
  addEventListener("close", () => byId("notices").hidePopover(), true);
}

/** Announces a text to screen readers. @param {string} text */
export function speak(text) {
  byId("spoken").textContent = text;
}

// What is said at the lower edge of the window, and what is said aloud.

import { button, byId, el } from "./dom.js";
import { T } from "./texts.js";

/** Notices at once. */
const MOST = 4;

/**
 * Shows a line for a while; one with a key stays until it is dropped or said again.
 * @param {string} text
 * @param {string} [level] "info" or "error"
 * @param {string} [key]
 */
export function notice(text, level = "info", key = "") {
  const host = byId("notices");
  if (key) dropNotice(key);
  // The same once more says nothing new.
  for (const old of host.children) if (old.firstChild?.textContent === text) { old.remove(); break; }
  const box = el("div", { class: `notice ${level}`, "data-key": key }, el("span", {}, text), button("close", T.close, () => box.remove(), { short: true, class: "quiet" }));
  host.append(box);
  while (host.childElementCount > MOST) host.firstChild.remove();
  if (document.querySelector("dialog[open]")) raise(host);
  if (!key) setTimeout(() => box.remove(), level === "error" ? 12_000 : 4_000);
}

/** Puts the notices above a dialog that has been opened after them. @param {any} host */
function raise(host) {
  if (host.matches(":popover-open")) host.hidePopover();
  host.showPopover();
}

/** @param {string} key */
export function dropNotice(key) {
  byId("notices").querySelector(`[data-key="${key}"]`)?.remove();
}

/** Says something to people who do not see the board. @param {string} text */
export function speak(text) {
  byId("spoken").textContent = text;
}

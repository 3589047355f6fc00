// The side that this client has taken, if two players use two devices. The tab keeps it, also when it is reloaded.

import { store } from "./store.js";

/** @typedef {import("./store.js").Side} Side */

const KEY = "ringstack-side";

/** @type {Set<() => void>} */
const listeners = new Set();
/** @type {Side|null} */
let taken = stored();

/** @param {string|null} word @returns {Side|null} */
function side(word) {
  return word === "p1" || word === "p2" ? word : null;
}

function stored() {
  try {
    return side(sessionStorage.getItem(KEY));
  } catch {
    // Storage may be disabled.
    return null;
  }
}

/** The side that this client plays; `null` for both. A taken side counts only while two humans play. @returns {Side|null} */
export function ownSide() {
  return store.players.every((player) => player.kind === "human") ? taken : null;
}

/** Takes a side; `null` for both. @param {Side|null} next */
export function takeSide(next) {
  taken = next;
  try {
    sessionStorage.setItem(KEY, next ?? "");
  } catch {
    // Without storage a reload forgets the side.
  }
  for (const listener of listeners) listener();
}

/** @param {() => void} listener */
export function onSide(listener) {
  listeners.add(listener);
}

/** Takes the side that the link of an invitation names, and removes it from the address. */
export function acceptInvitation() {
  const invited = side(new URLSearchParams(location.hash.slice(1)).get("side"));
  if (!invited) return;
  takeSide(invited);
  history.replaceState(null, "", `${location.pathname}${location.search}#board`);
}

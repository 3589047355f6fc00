// The side of this client: of a game by link, that of its seat, or the one that a page of the owner has taken if two
// players use two devices. The tab keeps a taken side, also when it is reloaded, together with the number of the game: a
// rematch swaps the sides.

import { ask, isConnected, RefusedError, refusalText } from "./api.js";
import { notice } from "./notices.js";
import { redraw } from "./redraw.js";
import { otherSide, store } from "./store.js";

/** @typedef {import("./store.js").Side} Side */

const KEY = "ringstack-side";

let { taken, number } = stored();

/** @param {string|null} word @returns {Side|null} */
function side(word) {
  return word === "p1" || word === "p2" ? word : null;
}

/** @returns {{taken: Side|null, number: number}} */
function stored() {
  try {
    const [word, number] = (sessionStorage.getItem(KEY) ?? "").split(" ");
    return { taken: side(word), number: Number(number) };
  } catch {
    // Storage may be disabled.
    return { taken: null, number: 0 };
  }
}

function keep() {
  try {
    sessionStorage.setItem(KEY, `${taken ?? ""} ${number}`);
  } catch {
    // Without storage a reload forgets the side.
  }
}

/** @typedef {import("../types.js").Permissions} Permissions */

/** What this client may do, as the server says. @type {Omit<import("../types.js").SeatSection, "can"> & {can: Partial<Permissions>}} */
let seat = { role: "owner", side: null, can: {} };

/** The server has given this client a seat. @param {typeof seat} given */
export function takeSeat(given) {
  seat = given;
  void redraw();
}

/** The side for which this client can resign. */
export const resigningSide = () => seat.can.resign ?? null;

/** The key of the reason why this client may not do something now; `null` if it may. @param {Exclude<keyof Permissions, "resign">} what */
export const refusalOf = (what) => seat.can[what]?.key ?? null;

/** The same as a text. @param {Exclude<keyof Permissions, "resign">} what */
export function whyNot(what) {
  const refusal = seat.can[what];
  return refusal ? refusalText(refusal) : null;
}

/** Whether this client holds the key of the board itself, and not that of a seat. */
export function isOwner() {
  return seat.role === "owner";
}

export function isWatcher() {
  return seat.role === "watcher";
}

/** Whether the seats of devices count: two people play on this board. */
function hasSeats() {
  return !store.game.link && !store.game.one_device && store.players.every((player) => player.kind === "human");
}

/** The side that this client plays; `null` for both, or none. @returns {Side|null} */
export function ownSide() {
  return store.game.link?.own ?? deviceSide();
}

/** The side that this client plays on its device; `null` for both, or none. @returns {Side|null} */
export function deviceSide() {
  return hasSeats() ? takenSide() : null;
}

/** The side of this client, also if it does not count. */
export function takenSide() {
  return isOwner() ? (taken ?? seat.side) : seat.side;
}

/** Whether this client moves for a side. @param {Side} side */
export function holds(side) {
  const own = ownSide();
  if (own) return own === side;
  if (!isOwner()) return false;
  return !hasSeats() || store.devices[side === "p1" ? 0 : 1] === null;
}

/** Takes a side; `null` for both. @param {Side|null} next */
export function takeSide(next) {
  taken = next;
  keep();
  reportSide();
  void redraw();
}

/** Reports the side that the owner has taken to the server. It is reported again after each new connection. */
export function reportSide() {
  if (!isConnected() || !isOwner()) return;
  ask({ t: "side", side: taken }).catch((error) => {
    if (!(error instanceof RefusedError)) return;
    taken = null;
    keep();
    notice(error.message, "error");
  });
}

/** Another game is on the board. If it is a rematch of the game before, the players have swapped sides. */
export function followRematch() {
  const { game } = store;
  const isNext = game.number === number + 1;
  number = game.number;
  if (taken && isNext && game.swapped) takeSide(otherSide(taken));
  else keep();
}

// The side of this client: of a game by link, or the one that it has taken if two players use two devices. The tab keeps
// a taken side, also when it is reloaded, together with the number of the game: a rematch swaps the sides.

import { ask, isConnected } from "./api.js";
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

/** The side that this client plays; `null` for both. @returns {Side|null} */
export function ownSide() {
  return store.game.link?.own ?? deviceSide();
}

/** The side that this client has taken for its device; `null` for both. It counts only while two humans play on this board. @returns {Side|null} */
export function deviceSide() {
  if (store.game.link) return null;
  return store.players.every((player) => player.kind === "human") ? taken : null;
}

/** The taken side, also if it does not count. */
export function takenSide() {
  return taken;
}

/** Takes a side; `null` for both. @param {Side|null} next */
export function takeSide(next) {
  taken = next;
  keep();
  reportSide();
  void redraw();
}

/** Reports the side of this client to the server. It is reported again after each new connection. */
export function reportSide() {
  if (isConnected()) ask({ t: "side", side: taken }).catch(() => {});
}

/** Another game is on the board. If it is a rematch of the game before, the players have swapped sides. */
export function followRematch() {
  const { game } = store;
  const isNext = game.number === number + 1;
  number = game.number;
  if (taken && isNext && game.swapped) takeSide(otherSide(taken));
  else keep();
}

/** Takes the side that the link of an invitation names, and removes it from the address. */
export function acceptInvitation() {
  const invited = side(new URLSearchParams(location.hash.slice(1)).get("side"));
  if (!invited) return;
  takeSide(invited);
  history.replaceState(null, "", `${location.pathname}${location.search}#board`);
}

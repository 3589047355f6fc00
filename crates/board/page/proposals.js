// What one player of a game between two devices proposes to the other, and the answer.

import { send } from "./api.js";
import { deviceSide, isWatcher } from "./own-side.js";
import { otherSide, store, titleOf } from "./store.js";
import { T } from "./texts.js";
import { nameOf } from "./view-state.js";

/** @typedef {import("./store.js").Side} Side */

/** Whether the device of a side is connected; `null` if the page need not say it. @param {Side} side */
export function isConnected(side) {
  const isConnected = store.devices[side === "p1" ? 0 : 1];
  const own = deviceSide();
  if (own) return own === side ? null : isConnected === true;
  // Spectators see both players.
  return store.devices.includes(null) ? null : isConnected;
}

/** The open proposal as a text, with the buttons of this client; `null` if there is none. */
export function proposalStatus() {
  const { proposal } = store;
  if (!proposal) return null;
  const own = deviceSide();
  const { from } = proposal;
  const subject =
    proposal.kind === "game" ? T.proposals.game(titleOf(proposal.game ?? "")) : T.proposals[proposal.kind];
  const button = (/** @type {string} */ label, /** @type {boolean} */ accept, main = false) => ({
    label,
    main,
    work: () => void send({ t: "answer_proposal", number: proposal.number, accept }),
  });
  if (from !== own || isWatcher()) {
    const text = T.proposed(from ? nameOf(from) : T.otherDevice, subject);
    return { text, isMine: false, buttons: own ? [button(T.accept, true, true), button(T.decline, false)] : [] };
  }
  const withdraw = button(T.withdraw, false);
  const others = from ? [otherSide(from)] : /** @type {Side[]} */ (["p1", "p2"]);
  const isAlone = !others.some((side) => store.devices[side === "p1" ? 0 : 1]);
  // Nobody else can answer.
  if (isAlone)
    return { text: T.proposedAlone(subject), isMine: true, buttons: [button(T.doNow, true, true), withdraw] };
  return { text: T.proposedOwn(subject), isMine: true, buttons: [withdraw] };
}

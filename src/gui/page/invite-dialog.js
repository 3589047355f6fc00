// The dialog for two players on two devices: the link with its QR code, and the side that this device plays.

import { ask } from "./api.js";
import { choice, copyRow, dialog, field, fillLater } from "./dialog.js";
import { el } from "./dom.js";
import { ownSide, takeSide } from "./own-side.js";
import { humanSides, otherSide, store } from "./store.js";
import { T } from "./texts.js";
import { nameOf } from "./view-state.js";

/** @typedef {import("./store.js").Side} Side */

/** Opens the dialog. */
export function invite() {
  if (!store.shared) {
    dialog(T.invite, el("p", {}, T.inviteProgram));
    return;
  }
  const link = el("div", { class: "invitation" });
  const copied = el("p", { class: "none", role: "status" });
  const side = choice([["", T.bothSides], ...sideOptions()], ownSide() ?? "", {
    onchange: () => {
      takeSide(side.value || null);
      draw();
    },
  });
  const draw = () => {
    // The other device takes the other side.
    const own = ownSide();
    void fillLater(
      link,
      ask({ t: "invite", side: own && otherSide(own) }).then(({ address }) => [
        el("img", { class: "qr", alt: T.qrCode, src: `/qr.svg?${address.split("#")[1]}` }),
        copyRow(T.link, address, copied),
      ]),
    );
  };
  const isForTwo = humanSides().length === 2;
  dialog(
    T.invite,
    el("p", {}, T.inviteHow),
    isForTwo && field(T.devicePlays, side),
    el("p", { class: "small" }, isForTwo ? T.inviteSides : T.inviteHumans),
    link,
    copied,
  );
  draw();
}

/** The sides with the names of their players. @returns {[string, string][]} */
function sideOptions() {
  return [
    ["p1", nameOf("p1") || T.firstPlayer],
    ["p2", nameOf("p2") || T.secondPlayer],
  ];
}

// The dialog for two players on two devices: the link with its QR code, and the side that this device plays.

import { ask } from "./api.js";
import { copyRow, Dialog, field, selectOf } from "./dialog.js";
import { deviceSide, takeSide } from "./own-side.js";
import { h } from "./render.js";
import { humanSides, otherSide, store } from "./store.js";
import { T } from "./texts.js";
import { nameOf } from "./view-state.js";

/** @typedef {import("./store.js").Side} Side */

/** Opens the dialog. */
export function invite() {
  if (!store.shared) {
    new Dialog(T.invite, () => [h("p", T.inviteProgram)]);
    return;
  }
  let address = "";
  let copied = "";
  const load = async () => {
    const own = deviceSide();
    try {
      // The other device takes the other side.
      ({ address } = await ask({ t: "invite", side: own && otherSide(own) }));
      box.draw();
    } catch (error) {
      box.fail(error);
    }
  };
  const onchange = (/** @type {any} */ { target }) => {
    takeSide(target.value || null);
    void load();
  };
  const report = (/** @type {string} */ text) => {
    copied = text;
    box.draw();
  };
  const box = new Dialog(T.invite, ({ troubleLine }) => {
    const isForTwo = humanSides().length === 2;
    const options = { "": T.bothSides, p1: nameOf("p1") || T.firstPlayer, p2: nameOf("p2") || T.secondPlayer };
    const sides = selectOf(options, { value: deviceSide() ?? "", onchange });
    return [
      h("p", T.inviteHow),
      isForTwo && field(T.devicePlays, sides),
      h("p.small", isForTwo ? T.inviteSides : T.inviteHumans),
      h("div.invitation", [
        address && h("img.qr", { alt: T.qrCode, src: `/qr.svg?${address.split("#")[1]}` }),
        address && copyRow(T.link, address, report),
      ]),
      troubleLine,
      h("p.none", { role: "status" }, copied),
    ];
  });
  void load();
}

// The dialog for two players on two devices: the link with its QR code, and the sides of the devices.

import { ask } from "./api.js";
import { copyRow, Dialog, field, selectOf } from "./dialog.js";
import { deviceSide, isOwner, takeSide } from "./own-side.js";
import { h } from "./render.js";
import { humanSides, otherSide, store } from "./store.js";
import { T } from "./texts.js";
import { nameOf } from "./view-state.js";

/** Opens the dialog. */
export function invite() {
  if (!store.shared) {
    new Dialog(T.invite, () => [h("p", T.inviteProgram)]);
    return;
  }
  let address = "";
  let copied = "";
  const isForTwo = humanSides().length === 2 && !store.game.one_device && isOwner();
  /** The side that the other device plays; empty if it watches. @type {import("./store.js").Side|""} */
  let invited = isForTwo && !store.devices.every(Boolean) ? otherSide(deviceSide() ?? "p1") : "";
  const load = async () => {
    try {
      ({ address } = await ask({ t: "invite", side: invited || null }));
      box.draw();
    } catch (error) {
      box.fail(error);
    }
  };
  const chooseOwn = (/** @type {any} */ { target }) => {
    takeSide(target.value || null);
    if (target.value) invited = otherSide(target.value);
    void load();
  };
  const chooseInvited = (/** @type {any} */ { target }) => {
    invited = target.value;
    void load();
  };
  const report = (/** @type {string} */ text) => {
    copied = text;
    box.draw();
  };
  const box = new Dialog(T.invite, ({ troubleLine }) => {
    const names = { p1: nameOf("p1") || T.firstPlayer, p2: nameOf("p2") || T.secondPlayer };
    const own = selectOf({ "": T.bothSides, ...names }, { value: deviceSide() ?? "", onchange: chooseOwn });
    const other = selectOf({ ...names, "": T.watchesOnly }, { value: invited, onchange: chooseInvited });
    return [
      h("p", T.inviteHow),
      isForTwo && h("div.pair", [field(T.devicePlays, own), field(T.otherDevicePlays, other)]),
      h("p.small", isForTwo ? T.inviteSides : T.inviteHumans),
      h("div.invitation", [
        address && h("img.qr", { alt: T.qrCode, src: `/qr.svg?${new URL(address).search.slice(1)}` }),
        address && copyRow(T.link, address, report),
      ]),
      troubleLine,
      h("p.none", { role: "status" }, copied),
    ];
  });
  void load();
}

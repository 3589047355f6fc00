// Games in and out: files that are dropped, texts that are pasted, links, what is saved.

import * as dialogs from "./dialogs.js";
import { byId } from "./dom.js";
import { notice } from "./notices.js";
import { picture } from "./picture.js";
import { table } from "./state.js";
import { send } from "./talk.js";
import { T } from "./texts.js";

/** Opens a record or a position; whether that is on its way. @param {string} text */
export function openRecord(text) {
  return text.trim() !== "" && send({ t: "import", text });
}

/** The same for what may have come by accident: a game that somebody plays is not lost by it. @param {string} text */
export function offerRecord(text) {
  const goesOn = !table.ending && table.nodes.size > 1;
  if (goesOn && text.trim() !== "") dialogs.ask(T.replace, T.replaceYes, T.replaceNo, () => openRecord(text));
  else openRecord(text);
}

/** Whether something is written where an event happens. @param {Event} event */
function isWritten(event) {
  return event.target instanceof Element && event.target.closest("input, textarea") !== null;
}

/** Whether the page takes what is dragged over it: files everywhere, texts beside what is written. @param {DragEvent} event */
function takes(event) {
  const types = event.dataTransfer?.types ?? [];
  return types.includes("Files") || (types.includes("text/plain") && !isWritten(event));
}

/** Shows what can be saved. @param {any} message the record and the position as texts */
export function showShare(message) {
  const link = `${location.origin}/#game=${encodeURIComponent(table.game.id)}&fen=${encodeURIComponent(message.fen)}`;
  const saveSvg = () => dialogs.download(`${table.game.id}.svg`, picture(byId("boards"), byId("defs")), "image/svg+xml");
  dialogs.share(message, link, saveSvg, (text) => notice(text, "info"));
}

/** The position a link leads to, as a record; the address is cleaned. */
export function readLink() {
  const fragment = new URLSearchParams(location.hash.slice(1));
  history.replaceState(null, "", "/");
  const game = fragment.get("game"), fen = fragment.get("fen");
  return game && fen ? `${game} ${fen}` : "";
}

/** Takes what is dropped or pasted, and links that are followed. */
export function takeIn() {
  addEventListener("hashchange", () => offerRecord(readLink()));
  addEventListener("dragover", (event) => { if (takes(event)) event.preventDefault(); });
  addEventListener("drop", async (event) => {
    if (!takes(event)) return;
    event.preventDefault();
    const dropped = event.dataTransfer?.getData("text/plain") ?? "";
    if (!event.dataTransfer?.types.includes("Files")) { offerRecord(dropped); return; }
    const text = await dialogs.readFile(event.dataTransfer?.files[0], (why) => notice(why, "error"));
    if (text !== null) offerRecord(text);
  });
  addEventListener("paste", (event) => {
    if (document.querySelector("dialog[open]") || isWritten(event)) return;
    offerRecord(event.clipboardData?.getData("text") ?? "");
  });
}

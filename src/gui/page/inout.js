// Games in and out: files that are dropped, texts that are pasted, links, what is saved.

import * as dialogs from "./dialogs.js";
import { byId } from "./dom.js";
import { notice } from "./notices.js";
import { picture } from "./picture.js";
import { table } from "./state.js";
import { send } from "./talk.js";

/** Opens a record or a position. @param {string} text */
export function openRecord(text) {
  if (text.trim() !== "") send({ t: "import", text });
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
  addEventListener("hashchange", () => openRecord(readLink()));
  addEventListener("dragover", (event) => { if (event.dataTransfer?.types.includes("Files")) event.preventDefault(); });
  addEventListener("drop", async (event) => {
    event.preventDefault();
    const text = await dialogs.readFile(event.dataTransfer?.files[0], (why) => notice(why, "error"));
    if (text !== null) openRecord(text);
  });
  addEventListener("paste", (event) => {
    if (document.querySelector("dialog[open]") || (event.target instanceof Element && event.target.closest("input, textarea"))) return;
    openRecord(event.clipboardData?.getData("text") ?? "");
  });
}

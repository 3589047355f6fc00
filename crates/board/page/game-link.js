// Games with a friend by link, without a server: each move is sent as a link that holds the whole game, with any
// messenger.

import { ask } from "./api.js";
import { Dialog, copyRow } from "./dialog.js";
import { button } from "./dom.js";
import { invite } from "./invite-dialog.js";
import { dropNotice, notice } from "./notices.js";
import { h } from "./render.js";
import { settings } from "./settings.js";
import { store, titleOf } from "./store.js";
import { T } from "./texts.js";

/** What a fragment with such a game begins with. */
const PREFIX = "#link/";

/** Opens a game by link. @param {string} link */
export function openLink(link) {
  // That the last link was copied is no news any more.
  dropNotice("");
  return ask({ t: "open_link", link, name: settings.playerName });
}

/** Says what a link brought, unless the board shows it. @param {import("../types.js").LinkNews} news */
export function reportNews(news) {
  if (news !== "added") notice(T.linkNews[news]);
}

/** The address to send. @param {string} data */
const addressOf = (data) => `${location.origin}${location.pathname}${PREFIX}${data}`;

/** Whether the address of this page leads nowhere on another computer. */
export const isLocal = () => ["127.0.0.1", "localhost", "[::1]"].includes(location.hostname);

/** Copies a link; where the browser cannot, shows it. @param {string} url */
async function copy(url) {
  try {
    await navigator.clipboard.writeText(url);
    notice(T.linkCopied);
  } catch {
    showText(T.linkHow, T.link, url);
  }
}

/** Shows a text to copy. @param {string} how what to do with it @param {string} label @param {string} text */
function showText(how, label, text) {
  let copied = "";
  const box = new Dialog(T.byLink, () => [
    h("p", how),
    copyRow(label, text, (report) => ((copied = report), box.draw())),
    // A friend in the same network reaches this board itself.
    isLocal() && store.shared && h("p", button("person", T.invite, invite)),
    h("p.none", { role: "status" }, copied),
  ]);
}

/** Opens the share sheet of the system. @param {string} url */
async function share(url) {
  try {
    await navigator.share({ text: T.linkText(titleOf(store.game.id)), url });
  } catch (error) {
    if (!(error instanceof DOMException && error.name === "AbortError")) await copy(url);
  }
}

/** The button that sends the link of the game on the board; `null` if the friend needs none. @returns {import("./status-view.js").StatusButton|null} */
export function linkButton() {
  const data = store.game.link?.send;
  if (!data) return null;
  if (isLocal()) {
    const work = () => showText(T.linkLocal, T.gameText, `${PREFIX}${data}`);
    return { label: T.gameTextSend, drawing: "copy", main: true, work };
  }
  const url = addressOf(data);
  // The share sheet can copy, too.
  if (typeof navigator.share !== "function")
    return { label: T.linkCopy, drawing: "copy", main: true, work: () => void copy(url) };
  return { label: T.linkShare, drawing: "forward", main: true, work: () => void share(url) };
}

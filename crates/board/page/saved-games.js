// Changes of saved games: export, rename, duplicate, delete and restore.

import { ask, messageOf, refusalText, send } from "./api.js";
import { bound, Dialog, field, form, PLAIN, submitButton } from "./dialog.js";
import { download } from "./download.js";
import { notice } from "./notices.js";
import { h } from "./render.js";
import { T } from "./texts.js";

/** @typedef {import("./store.js").Entry} Entry */

/** Downloads games as one file. @param {Entry[]} entries */
export async function exportGames(entries) {
  if (entries.length === 0) return;
  const files = entries.map(({ file }) => file ?? "");
  try {
    const { pgn, errors } = await ask({ t: "export_saved", files });
    const name = files.length === 1 ? (files[0] ?? "").replace(/\.json$/, ".pgn") : `games-${files.length}.pgn`;
    if (pgn) download(name, pgn, "text/plain");
    if (errors.length > 0) notice(T.notExported(errors.length), "error", { detail: refusalText(errors[0]) });
  } catch (error) {
    notice(messageOf(error), "error");
  }
}

/** Copies games. @param {Entry[]} entries */
export function duplicate(entries) {
  // The oldest first, so that the copies have the same order.
  return send({ t: "duplicate_saved", files: entries.map(({ file }) => file ?? "").sort() });
}

/** Deletes games. @param {string[]} files */
export function remove(files) {
  return send({ t: "delete_saved", files });
}

/** Restores deleted games. @param {string[]} files */
export function restore(files) {
  return send({ t: "restore_saved", files });
}

/** The dialog that changes the names in a game. @param {Entry} entry @param {() => void} renamed */
export function rename(entry, renamed) {
  const [first, second] = entry.players;
  const names = { first, second, event: entry.event ?? "" };
  const submit = async () => {
    const { first, second, event } = names;
    const sent = ask({ t: "rename_saved", file: entry.file ?? "", names: { players: [first, second], event } });
    if ((await box.submit(sent)) !== undefined) renamed();
  };
  const input = (/** @type {keyof typeof names} */ name, autofocus = false) =>
    h("input", { ...PLAIN, ...bound(names, name), maxlength: 100, autofocus });
  const box = new Dialog(T.renameTitle, ({ troubleLine }) =>
    form(() => void submit(), {}, [
      field(T.firstPlayer, input("first", true)),
      field(T.secondPlayer, input("second")),
      field(T.event, input("event")),
      troubleLine,
      h("footer", submitButton(T.rename)),
    ]),
  );
}

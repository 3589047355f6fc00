// Changes of saved games: export, rename, duplicate, delete and restore.

import { ask, messageOf, send } from "./api.js";
import { dialog, field, submit, troubleLine } from "./dialog.js";
import { el } from "./dom.js";
import { download } from "./download.js";
import { notice } from "./notices.js";
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
    if (errors.length > 0) notice(T.notExported(errors.length), "error", { detail: errors[0] });
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
  const input = (/** @type {string} */ value, autofocus = false) =>
    el("input", { type: "text", value, autocomplete: "off", maxlength: 100, autofocus });
  const players = entry.players.map((name, n) => input(name, n === 0));
  const event = input(entry.event ?? "");
  const trouble = troubleLine();
  const onsubmit = async (/** @type {Event} */ submitted) => {
    submitted.preventDefault();
    /** @type {import("../types.js").GameNames} */
    const names = { players: [players[0].value, players[1].value], event: event.value };
    const answer = await submit(box, trouble, ask({ t: "rename_saved", file: entry.file ?? "", names }));
    if (answer !== undefined) renamed();
  };
  const box = dialog(
    T.renameTitle,
    el(
      "form",
      { method: "dialog", onsubmit },
      field(T.firstPlayer, players[0]),
      field(T.secondPlayer, players[1]),
      field(T.event, event),
      trouble,
      el("footer", {}, el("button", { type: "submit", class: "main" }, T.rename)),
    ),
  );
}

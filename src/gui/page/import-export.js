// Opening and saving games: the dialogs, dropped files, pasted text and links.

import { addAllRow, addGames } from "./add-games.js";
import { ask, messageOf, refusalText } from "./api.js";
import { boardPicture } from "./board-picture.js";
import { copyRow, dialog, fillLater, gameList, gameName, troubleLine } from "./dialog.js";
import { button, byId, el } from "./dom.js";
import { download } from "./download.js";
import { notice } from "./notices.js";
import { showBoard, showScreen, visitScreen } from "./router.js";
import { exportGames } from "./saved-games.js";
import { store, titleOf } from "./store.js";
import { T } from "./texts.js";
import { viewState } from "./view-state.js";

/**
 * @typedef {import("./store.js").Entry} Entry
 * @typedef {import("../types.js").ClientRequest} ClientRequest
 * @typedef {Extract<ClientRequest, {t: "import"}>} Import
 */

/** The number of saved games in the dialog that opens games. */
const MAX_RECENT = 20;
/** The maximum length of a record, in characters. */
const MAX_RECORD = 3_500_000;

/** Reports that the previous game was saved. @param {Entry|null|undefined} saved */
export function reportSaved(saved) {
  if (!saved?.file) return;
  const { file } = saved;
  notice(T.saved(gameName(saved)), "info", { action: { label: T.openAgain, work: () => void openSaved(file) } });
}

/**
 * Waits for the answer to a request that opens a game. Returns it, or `null` after a refusal.
 * @template {import("../types.js").ImportAnswer} A
 * @param {Promise<A>} sent
 * @param {HTMLElement|null} [trouble]
 */
async function openGame(sent, trouble = null) {
  try {
    const answer = await sent;
    if ("saved" in answer) reportSaved(answer.saved);
    if ("saved" in answer || "proposed" in answer) showBoard();
    return answer;
  } catch (error) {
    if (trouble?.isConnected) trouble.textContent = messageOf(error);
    else notice(messageOf(error), "error");
    return null;
  }
}

/**
 * Opens a record or a position. For several games it shows a list to choose from.
 * @param {string} text
 * @param {{box?: any, trouble?: HTMLElement}} [from] the dialog it comes from
 */
export async function openRecord(text, { box, trouble } = {}) {
  if (text.trim() === "") return;
  // A link to a game or a position of the board, from any device.
  const [, fragment = ""] = /^\s*https?:\S+#(\S+)\s*$/.exec(text) ?? [];
  await importRecord({ t: "import", text: linkedRecord(fragment) || text }, { box, trouble });
}

/**
 * Sends an import. If it is done or asks a question, closes the dialog it comes from.
 * @param {Import} request
 * @param {{box?: any, trouble?: HTMLElement}} [from]
 */
async function importRecord(request, { box, trouble } = {}) {
  const answer = await openGame(ask(request), trouble);
  if (!answer) return;
  box?.close();
  if ("games" in answer) chooseGame(request, answer.games);
  else if ("refused" in answer) askKeepLegal(request, answer);
  else if (answer.others) offerOthers(request, answer.others);
}

/** @param {Import} request @param {Entry[]} games */
function chooseGame(request, games) {
  const trouble = troubleLine();
  const open = (/** @type {Entry} */ { number, legal }) =>
    void importRecord({ ...request, number, keep_legal: legal !== undefined }, { box, trouble });
  const all = addAllRow(request.text, games.length, () => box);
  const box = dialog(T.chooseGame(games.length), trouble, gameList(games, open), all);
}

/** Asks whether to open the moves before an illegal one. @param {Import} request @param {{refused: import("../types.js").Refusal, legal: number}} answer */
function askKeepLegal(request, { refused, legal }) {
  const trouble = troubleLine();
  const keep = () => void importRecord({ ...request, keep_legal: true }, { box, trouble });
  const buttons = [
    button(null, T.cancel, () => box.close()),
    button(null, T.openLegal(legal), keep, { class: "main", autofocus: true }),
  ];
  const box = dialog(
    T.illegalMove,
    el("p", {}, refusalText(refused)),
    el("p", { class: "small" }, T.restIsComment),
    trouble,
    el("footer", {}, ...buttons),
  );
}

/** Says that a record fits other games too, and offers them. @param {Import} request @param {string[]} others */
function offerOthers(request, others) {
  const choose = () => {
    const trouble = troubleLine();
    const open = (/** @type {string} */ game) => void importRecord({ ...request, game }, { box, trouble });
    const rows = others.map((game) => {
      const opener = el("button", { type: "button", class: "game-entry", onclick: () => open(game) }, titleOf(game));
      return el("li", {}, opener);
    });
    const box = dialog(T.chooseRules, trouble, el("ul", { class: "games" }, ...rows));
  };
  notice(T.severalGames(titleOf(store.game.id)), "info", {
    detail: others.map(titleOf).join(" · "),
    action: { label: T.change, work: choose },
  });
}

/** @param {string} file */
export async function openSaved(file) {
  return (await openGame(ask({ t: "open_saved", file }))) !== null;
}

/** A list of saved games. Opening one closes the dialog. @param {Entry[]} games @param {() => any} box */
function savedList(games, box) {
  const open = async (/** @type {Entry} */ entry) => {
    if (await openSaved(entry.file ?? "")) box().close();
  };
  return gameList(games, open, (entry) => void exportGames([entry]));
}

/** Shows the finished games of the series. */
export function showSeries() {
  const games = store.series?.games ?? [];
  const box = dialog(
    T.series,
    savedList(games, () => box),
    el(
      "footer",
      {},
      button("save", T.exportAll, () => void exportGames(games)),
    ),
  );
}

/** The dialog that opens games. */
export function openDialog() {
  const trouble = troubleLine();
  const text = el("textarea", {
    rows: 6,
    spellcheck: "false",
    placeholder: T.openHint,
    "aria-label": T.openText,
    autofocus: true,
  });
  const open = (/** @type {string|null} */ record) => record !== null && void openRecord(record, { box, trouble });
  const chosen = async () => {
    const files = [...file.files];
    if (files.length < 2) return open(await readFile(files[0], trouble));
    box.close();
    await openFiles(files);
  };
  const file = el("input", { type: "file", multiple: true, onchange: () => void chosen() });
  const onsubmit = (/** @type {Event} */ event) => {
    event.preventDefault();
    open(text.value);
  };
  const buttons = [
    el("label", { class: "file" }, T.openFile, file),
    el("button", { type: "submit", class: "main" }, T.openIt),
  ];
  const saved = el("div", { class: "saved" });
  const box = dialog(
    T.openTitle,
    el("form", { method: "dialog", onsubmit }, text, trouble, el("footer", {}, ...buttons)),
    el("h3", {}, T.savedGames),
    saved,
  );
  const found = ask({ t: "saves" }).then(({ folder, games }) => [
    games.length > 0 ? savedList(games.slice(0, MAX_RECENT), () => box) : el("p", { class: "none" }, T.noSaved),
    games.length > MAX_RECENT && button(null, T.showAll(games.length), () => (box.close(), visitScreen("games"))),
    folder && el("p", { class: "small" }, T.savedIn(folder)),
  ]);
  void fillLater(saved, found);
}

/** The text of a file. On failure, `null`; the reason is shown to the user. @param {File|undefined} file @param {HTMLElement|null} trouble */
async function readFile(file, trouble) {
  if (!file) return null;
  try {
    const text = file.size > MAX_RECORD ? null : await decoded(await file.arrayBuffer());
    if (text === null || text.length > MAX_RECORD) throw new Error(T.tooLong);
    if (trouble) trouble.textContent = "";
    return text;
  } catch (error) {
    const why = error instanceof DOMException ? T.unread : messageOf(error);
    if (trouble) trouble.textContent = why;
    else notice(`${file.name}: ${why}`, "error");
    return null;
  }
}

/** The text of the bytes of a file. The server unpacks them, and decodes what is not UTF-8. @param {ArrayBuffer} bytes @returns {Promise<string>} */
async function decoded(bytes) {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    const characters = Array.from(new Uint8Array(bytes), (byte) => String.fromCharCode(byte));
    const { text } = await ask({ t: "decode", bytes: btoa(characters.join("")) });
    return text;
  }
}

/** Opens a file, or adds the games of several files. @param {File[]} files */
export async function openFiles(files) {
  const texts = [];
  for (const file of files) {
    const text = await readFile(file, null);
    if (text !== null) texts.push(text);
  }
  if (files.length > 1) await addGames(texts);
  else for (const text of texts) await openRecord(text);
}

/** The dialog that saves the game and the position. */
export async function saveDialog() {
  let texts;
  try {
    texts = await ask({ t: "export", node: viewState.cursor });
  } catch (error) {
    notice(messageOf(error), "error");
    return;
  }
  const { id } = store.game;
  const link = (/** @type {Record<string, string>} */ fields) =>
    `${location.origin}${location.pathname}#${new URLSearchParams(fields)}`;
  const copied = el("p", { class: "none", role: "status" });
  const record = el("textarea", { rows: 5, readonly: true, spellcheck: "false", "aria-label": T.record });
  record.value = texts.pgn;
  const savePicture = () => download(`${id}.svg`, boardPicture(byId("boards"), byId("defs")), "image/svg+xml");
  const saveRecord = () => download(`${id}.pgn`, `${texts.pgn}\n`, "text/plain");
  const buttons = [
    button("save", T.savePicture, savePicture),
    button("save", T.saveFile, saveRecord, { class: "main" }),
  ];
  const saves = store.saves && el("p", { class: "small" }, T.savedIn(store.saves));
  dialog(
    T.saveTitle,
    copyRow(T.fen, texts.fen, copied),
    copyRow(T.list, texts.list, copied),
    copyRow(T.gameLink, link({ record: texts.list }), copied),
    copyRow(T.positionLink, link({ game: id, fen: texts.fen }), copied),
    record,
    copied,
    saves,
    el("footer", {}, ...buttons),
  );
}

/** The game or the position in the fragment of a link, as a record; "" if there is none. @param {string} fragment */
function linkedRecord(fragment) {
  const fields = new URLSearchParams(fragment);
  const [game, fen] = [fields.get("game"), fields.get("fen")];
  return fields.get("record") ?? (game && fen ? `${game} ${fen}` : "");
}

/** The game or the position in the fragment of the URL, as a record. Removes it, and the token. */
export function readLink() {
  const record = linkedRecord(location.hash.slice(1));
  history.replaceState(null, "", location.pathname + (record ? "" : location.hash));
  return record;
}

/** Whether the target of an event is a text field. @param {Event} event */
function isInTextField(event) {
  return event.target instanceof Element && event.target.closest("input, textarea") !== null;
}

/** Whether the page accepts the dragged data: files everywhere, text outside text fields. @param {DragEvent} event */
function takes(event) {
  const types = event.dataTransfer?.types ?? [];
  return types.includes("Files") || (types.includes("text/plain") && !isInTextField(event));
}

/** Opens dropped files, pasted or dropped text, and links. */
export function watchInput() {
  addEventListener("hashchange", () => {
    const link = readLink();
    if (link) void openRecord(link);
    void showScreen();
  });
  addEventListener("dragover", (event) => takes(event) && event.preventDefault());
  addEventListener("drop", async (event) => {
    if (!takes(event)) return;
    event.preventDefault();
    const { files, types } = /** @type {DataTransfer} */ (event.dataTransfer);
    if (types.includes("Files")) await openFiles([...files]);
    else await openRecord(event.dataTransfer?.getData("text/plain") ?? "");
  });
  addEventListener("paste", (event) => {
    if (document.querySelector("dialog[open]") || isInTextField(event)) return;
    void openRecord(event.clipboardData?.getData("text") ?? "");
  });
}

// Opening and saving games: the dialogs, dropped files, pasted text and links.

import { addAllRow, addGames } from "./add-games.js";
import { ask, isConnected, messageOf, refusalText, send } from "./api.js";
import { boardPicture, pngOf } from "./board-picture.js";
import { copyRow, Dialog, form, gameList, gameName, submitButton } from "./dialog.js";
import { button, byId } from "./dom.js";
import { download } from "./download.js";
import { GameFilter } from "./game-filter.js";
import { openLink, reportNews } from "./game-link.js";
import { linkIn, recordIn } from "./link-text.js";
import { setMode } from "./mode.js";
import { notice } from "./notices.js";
import { h } from "./render.js";
import { showBoard, showScreen, visitScreen } from "./router.js";
import { exportGames } from "./saved-games.js";
import { store, titleOf } from "./store.js";
import { T } from "./texts.js";
import { VisibleRows } from "./visible-rows.js";
import { viewState } from "./view-state.js";

/**
 * @typedef {import("./store.js").Entry} Entry
 * @typedef {import("../types.js").ClientRequest} ClientRequest
 * @typedef {Extract<ClientRequest, {t: "import"}>} Import
 */

/** The number of saved games in the dialog that opens games. */
const MAX_RECENT = 20;
/** Milliseconds before the progress of a long file is shown. */
const PROGRESS = 300;
/** The maximum length of a record, in characters. */
const MAX_RECORD = 64 << 20;

/** Reports that the previous game was saved. @param {Entry|null|undefined} saved */
export function reportSaved(saved) {
  if (!saved?.file) return;
  const { file } = saved;
  notice(T.saved(gameName(saved)), "info", { action: { label: T.openAgain, work: () => void openSaved(file) } });
}

/**
 * Waits for the answer to a request that opens a game. Returns it, or `null` after a refusal.
 * @template {import("../types.js").ImportAnswer|import("../types.js").LinkAnswer} A
 * @param {Promise<A>} sent
 * @param {Dialog} [box] the dialog it comes from
 */
async function openGame(sent, box) {
  try {
    const answer = await sent;
    if ("saved" in answer) reportSaved(answer.saved);
    if ("saved" in answer || "proposed" in answer) showBoard();
    return answer;
  } catch (error) {
    report(error, box);
    return null;
  }
}

/** Shows why something failed. @param {unknown} error @param {Dialog} [box] @param {string} [subject] */
function report(error, box, subject) {
  if (box?.element.open) box.fail(error);
  else notice(subject ? T.labelled(subject, messageOf(error)) : messageOf(error), "error");
}

/** Opens a record or a position. For several games it shows a list to choose from. @param {string} text @param {Dialog} [box] the dialog it comes from */
export async function openRecord(text, box) {
  if (text.trim() === "") return;
  const data = linkIn(text);
  if (data) return openGameLink(data, box);
  // A link to a game or a position of the board, from any device.
  const linked = /^\s*<?https?:/i.test(text) ? recordIn(text) : "";
  await importRecord({ t: "import", text: linked || text }, box);
}

/** Opens a game by link. @param {string} data @param {Dialog} [box] the dialog it comes from */
async function openGameLink(data, box) {
  const answer = await openGame(openLink(data), box);
  if (!answer) return;
  box?.close();
  reportNews(answer.news);
}

/** Sends an import. If it is done or asks a question, closes the dialog it comes from. @param {Import} request @param {Dialog} [box] */
async function importRecord(request, box) {
  const answer = await openGame(withProgress(ask(request)), box);
  if (!answer) return;
  box?.close();
  if ("games" in answer) chooseGame(request, answer.games, answer.count);
  else if ("refused" in answer) askKeepLegal(request, answer);
  else {
    if (answer.warning) notice(refusalText(answer.warning), "info");
    if (answer.others) offerOthers(request, answer.others);
  }
}

/**
 * Shows how far a long file has been read, with a button that stops it.
 * @template A
 * @param {Promise<A>} sent
 */
async function withProgress(sent) {
  /** @type {{box?: Dialog}} */
  const shown = {};
  const timer = setInterval(() => {
    if (!store.opening) return;
    shown.box ??= new Dialog(T.openingFile, () => [
      h("progress", {
        value: store.opening?.done ?? 100,
        max: store.opening?.total ?? 100,
        "aria-label": T.openingFile,
      }),
      h("footer", [button(null, T.stop, () => void send({ t: "stop_opening" }), { class: "main" })]),
    ]);
  }, PROGRESS);
  try {
    return await sent;
  } finally {
    clearInterval(timer);
    shown.box?.close();
  }
}

/** @param {Import} request @param {Entry[]} games @param {number} count the number of games in the file */
function chooseGame(request, games, count) {
  const open = (/** @type {Entry} */ { number, legal }) =>
    void importRecord({ ...request, number, keep_legal: legal !== undefined }, box);
  const all = addAllRow(request.text, count, () => box);
  const rows = new VisibleRows(() => box.draw());
  const filter = new GameFilter(() => (rows.reset(), box.draw()));
  const box = new Dialog(T.chooseGame(count), ({ troubleLine }) => {
    const found = games.filter((entry) => filter.keeps(entry));
    return [
      h("div.library-tools", [filter.draw()]),
      troubleLine,
      games.length < count && h("p.small", T.firstListed(games.length)),
      h("p.small", { role: "status" }, found.length > 0 ? T.some(found.length, games.length) : T.noneFound),
      gameList(rows.of(found), open),
      rows.end(found.length),
      all(),
    ];
  });
}

/** Asks whether to open the moves before an illegal one. @param {Import} request @param {{refused: import("../types.js").Refusal, legal: number}} answer */
function askKeepLegal(request, { refused, legal }) {
  const keep = () => void importRecord({ ...request, keep_legal: true }, box);
  const box = new Dialog(T.illegalMove, ({ troubleLine }) => [
    h("p", refusalText(refused)),
    h("p.small", T.restIsComment),
    troubleLine,
    h("footer", [
      button(null, T.cancel, () => box.close()),
      button(null, T.openLegal(legal), keep, { class: "main", autofocus: true }),
    ]),
  ]);
}

/** Says that a record fits other games too, and offers them. @param {Import} request @param {string[]} others */
function offerOthers(request, others) {
  const choose = () => {
    const row = (/** @type {string} */ game) => {
      const onclick = () => void importRecord({ ...request, game }, box);
      return h("li", h("button.game-entry", { type: "button", onclick }, titleOf(game)));
    };
    const box = new Dialog(T.chooseRules, ({ troubleLine }) => [troubleLine, h("ul.games", others.map(row))]);
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

/** A list of saved games. Opening one closes the dialog. @param {Entry[]} games @param {() => Dialog} box */
function savedList(games, box) {
  const open = async (/** @type {Entry} */ entry) => {
    if (await openSaved(entry.file ?? "")) box().close();
  };
  return gameList(games, open, (entry) => void exportGames([entry]));
}

/** Shows the finished games of the series. */
export function showSeries() {
  const games = store.series?.games ?? [];
  const box = new Dialog(T.series, () => [
    savedList(games, () => box),
    h("footer", [button("save", T.exportAll, () => void exportGames(games))]),
  ]);
}

/** The dialog that opens games. */
export function openDialog() {
  let text = "";
  /** The saved games, once they are known. @type {import("./render.js").Child} */
  let saved = null;
  const choose = async (/** @type {any} */ { target }) => {
    const files = [...target.files];
    if (files.length < 2) return openRecord((await readFile(files[0], box)) ?? "", box);
    box.close();
    await openFiles(files);
  };
  const box = new Dialog(T.openTitle, ({ troubleLine }) => [
    form(() => void openRecord(text, box), {}, [
      h("textarea", {
        rows: 6,
        spellcheck: "false",
        placeholder: T.openHint,
        "aria-label": T.openText,
        autofocus: true,
        oninput: ({ target }) => (text = target.value),
      }),
      troubleLine,
      h("footer", [
        h("label.file", T.openFile, h("input", { type: "file", multiple: true, onchange: choose })),
        submitButton(T.openIt),
      ]),
    ]),
    h("h3", T.savedGames),
    h("div.saved", saved),
  ]);
  const show = (/** @type {import("./render.js").Child} */ content) => {
    saved = content;
    box.draw();
  };
  ask({ t: "saves" }).then(
    ({ folder, games }) =>
      show([
        games.length > 0 ? savedList(games.slice(0, MAX_RECENT), () => box) : h("p.none", T.noSaved),
        games.length > MAX_RECENT && button(null, T.showAll(games.length), () => (box.close(), visitScreen("games"))),
        folder && h("p.small", T.savedIn(folder)),
      ]),
    (error) => show(h("p.trouble", messageOf(error))),
  );
}

/** The text of a file. On failure, `null`; the reason is shown to the user. @param {File|undefined} file @param {Dialog} [box] */
async function readFile(file, box) {
  if (!file) return null;
  try {
    const text = file.size > MAX_RECORD ? null : await decoded(file, box);
    if (text === null || text.length > MAX_RECORD) throw new Error(T.tooLong);
    return text;
  } catch (error) {
    report(error instanceof DOMException ? new Error(T.unread) : error, box, file.name);
    return null;
  }
}

/** The text of a file. The server unpacks it, and decodes what is not UTF-8; of an index of games, which opens in the explorer, "". @param {File} file @param {Dialog} [box] @returns {Promise<string>} */
async function decoded(file, box) {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(await file.arrayBuffer());
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    const answer = await ask({ t: "decode", bytes: await base64(file) });
    if ("text" in answer) return answer.text;
    box?.close();
    setMode("study");
    viewState.tab = "explorer";
    showBoard();
    notice(T.indexOpened(answer.indexed), "info");
    return "";
  }
}

/** The bytes of a file. @param {File} file @returns {Promise<string>} */
function base64(file) {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,?/, ""));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
}

/** Opens a file, or adds the games of several files. @param {File[]} files */
export async function openFiles(files) {
  const texts = [];
  for (const file of files) {
    const text = await readFile(file);
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
  let copied = "";
  const report = (/** @type {string} */ text) => {
    copied = text;
    box.draw();
  };
  const picture = boardPicture(byId("boards"), byId("defs"));
  const savePicture = () => download(`${id}.svg`, picture, "image/svg+xml");
  const savePng = async () => download(`${id}.png`, await pngOf(picture), "image/png");
  const saveRecord = () => download(`${id}.pgn`, `${texts.pgn}\n`, "text/plain");
  const box = new Dialog(T.saveTitle, () => [
    copyRow(T.fen, texts.fen, report),
    copyRow(T.list, texts.list, report),
    copyRow(T.gameLink, link({ record: texts.list }), report),
    copyRow(T.positionLink, link({ game: id, fen: texts.fen }), report),
    h("textarea", { rows: 5, readonly: true, spellcheck: "false", "aria-label": T.record, value: texts.pgn }),
    h("p.none", { role: "status" }, copied),
    store.saves && h("p.small", T.savedIn(store.saves)),
    h("footer", [
      button("save", T.savePicture, savePicture),
      button("save", T.savePng, () => void savePng()),
      button("save", T.saveFile, saveRecord, { class: "main" }),
    ]),
  ]);
}

/** The fragment of the address that is being opened. */
let opening = "";

/** Opens the game or the position in the address, which keeps it until there is an answer. */
export async function openAddress() {
  const { hash } = location;
  const record = recordIn(hash);
  if (!record || hash === opening) return;
  opening = hash;
  await openRecord(record);
  opening = "";
  // Without a connection there was no answer.
  if (isConnected() && location.hash === hash) history.replaceState(null, "", location.pathname);
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
    void openAddress();
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

// The screen of the saved games: search, open, rename, duplicate, delete and export.

import { ADDED } from "./add-games.js";
import { ask, messageOf, refusalText } from "./api.js";
import { choose } from "./choice-menu.js";
import { choice } from "./dialog.js";
import { button, el, icon, put, setText } from "./dom.js";
import { gameTitle, matches, orders, playersText, resultCell, whenOf } from "./game-entries.js";
import { openFiles, openSaved, reportSaved } from "./import-export.js";
import { newGame } from "./new-game.js";
import { notice } from "./notices.js";
import { showBoard } from "./router.js";
import { savedPicture } from "./saved-picture.js";
import { duplicate, exportGames, remove, rename, restore } from "./saved-games.js";
import { titleOf } from "./store.js";
import { T } from "./texts.js";

/** @typedef {import("./store.js").Entry} Entry */

/** The number of rows that are added at a time. */
const ROWS = 60;

/** The length and the number of comments, for narrow windows. @param {Entry} entry */
function lengthOf({ plies, comments }) {
  return ` · ${T.moves(plies)}${comments ? ` · ${T.commentCount(comments)}` : ""}`;
}

/** @param {HTMLElement} root @returns {import("./router.js").Screen} */
export function create(root) {
  const screen = new GamesScreen(root);
  addEventListener(ADDED, () => !root.hidden && void screen.load());
  return { show: () => void screen.load(), hide: () => {} };
}

class GamesScreen {
  /** @param {HTMLElement} root */
  constructor(root) {
    /** All games, the newest first. @type {Entry[]} */
    this.games = [];
    /** The games that fit the search, in order. @type {Entry[]} */
    this.found = [];
    /** The file of the game on the board. @type {string|null} */
    this.board = null;
    /** The chosen game, or "" for all. */
    this.game = "";
    /** The files of the selected games. @type {Set<string>} */
    this.selected = new Set();
    /** The files of the last deletion. @type {string[]} */
    this.deleted = [];
    this.count = el("span", { class: "library-count" });
    this.search = el("input", {
      type: "search",
      placeholder: T.searchHint,
      "aria-label": T.search,
      autocomplete: "off",
      spellcheck: "false",
      oninput: () => this.draw(),
    });
    this.chips = el("div", { class: "chips", role: "group", "aria-label": T.game });
    const order = Object.keys(orders).map((name) => /** @type {[string, string]} */ ([name, T.orders[name]]));
    this.order = choice(order, "newest", { "aria-label": T.order, onchange: () => this.draw() });
    this.tools = el("div", { class: "library-tools" }, this.search, this.chips, this.order);
    this.exportAll = button("save", T.exportAll, () => void exportGames(this.found), { class: "export-all" });
    this.bar = el("div", { class: "selection" });
    this.table = el("table", { role: "table", "aria-label": T.games });
    this.rows = el("tbody", { role: "rowgroup" });
    this.none = el("p", { class: "none library-none", role: "status" });
    this.folder = el("p", { class: "small" });
    this.more = el("div", { class: "library-more" });
    new IntersectionObserver(([seen]) => seen.isIntersecting && this.addRows()).observe(this.more);
    root.append(this.layout());
  }

  layout() {
    const file = el("input", { type: "file", multiple: true, onchange: () => this.openFiles(file) });
    const heads = [T.players, T.result, T.date, T.plies, T.comments].map((head, n) =>
      el("th", { role: "columnheader", scope: "col", class: n > 2 ? "number" : null }, head),
    );
    const head = el(
      "tr",
      { role: "row" },
      el("th", { role: "columnheader" }, el("span", { class: "spoken" }, T.select)),
      el("th", { role: "columnheader" }, el("span", { class: "spoken" }, T.picture)),
      ...heads,
      el("th", { role: "columnheader" }, el("span", { class: "spoken" }, T.actions)),
    );
    this.table.append(el("thead", { role: "rowgroup" }, head), this.rows);
    return el(
      "div",
      { class: "library" },
      el(
        "header",
        { class: "library-head" },
        el("h1", {}, T.games, " ", this.count),
        el("label", { class: "file" }, icon("open"), T.openFiles, file),
        this.exportAll,
        button("plus", T.newGame, () => this.begin(), { class: "main" }),
      ),
      this.tools,
      el("div", { class: "library-list" }, this.bar, this.table, this.none, this.more),
      this.folder,
    );
  }

  begin() {
    newGame((saved) => {
      showBoard();
      reportSaved(saved);
    }, null);
  }

  /** Fetches the list. */
  async load() {
    try {
      const { games, folder, board } = await ask({ t: "saves" });
      this.games = games;
      this.board = board;
      setText(this.folder, folder ? T.savedIn(folder) : T.notSaved);
    } catch (error) {
      notice(messageOf(error), "error");
    }
    const files = new Set(this.games.map((entry) => entry.file));
    for (const file of this.selected) if (!files.has(file)) this.selected.delete(file);
    this.drawChips();
    this.draw();
  }

  drawChips() {
    const ids = [...new Set(this.games.flatMap(({ game }) => (game ? [game] : [])))];
    if (!ids.includes(this.game)) this.game = "";
    ids.sort((a, b) => titleOf(a).localeCompare(titleOf(b)));
    const chip = (/** @type {string} */ id, /** @type {string} */ label) =>
      button(null, label, () => ((this.game = id), this.drawChips(), this.draw()), {
        class: "chip",
        "aria-pressed": String(this.game === id),
        "data-key": id,
      });
    const focused = this.chips.contains(document.activeElement);
    put(this.chips, chip("", T.allGames), ...(ids.length > 1 ? ids.map((id) => chip(id, titleOf(id))) : []));
    if (focused) this.chips.querySelector('[aria-pressed="true"]')?.focus();
  }

  /** Draws the games that fit the search. */
  draw() {
    const words = this.search.value;
    this.found = this.games.filter((entry) => (!this.game || entry.game === this.game) && matches(entry, words));
    this.found.sort(orders[this.order.value]);
    setText(
      this.count,
      this.found.length < this.games.length ? T.some(this.found.length, this.games.length) : String(this.games.length),
    );
    const rows = this.rows.childElementCount;
    put(this.rows);
    this.addRows(Math.max(ROWS, rows));
    const hasGames = this.games.length > 0;
    setText(this.none, this.found.length > 0 ? "" : hasGames ? T.noneFound : T.noSaved);
    // What needs a game is shown once there is one.
    this.tools.hidden = this.exportAll.hidden = !hasGames;
    this.table.hidden = this.exportAll.disabled = this.found.length === 0;
    this.drawBar();
  }

  /** Adds rows at the end of the table. @param {number} [count] */
  addRows(count = ROWS) {
    const from = this.rows.childElementCount;
    this.rows.append(...this.found.slice(from, from + count).map((entry) => this.row(entry)));
    this.more.hidden = this.rows.childElementCount >= this.found.length;
  }

  /** @param {Entry} entry */
  row(entry) {
    const file = entry.file ?? "";
    const name = gameTitle(entry);
    const tick = el("input", {
      type: "checkbox",
      "aria-label": T.selectGame(name),
      onchange: () => this.select(file, tick.checked, row),
    });
    tick.checked = this.selected.has(file);
    const cell = (/** @type {string} */ kind, /** @type {import("./dom.js").Child[]} */ ...content) =>
      el("td", { role: "cell", class: kind }, ...content);
    const isOnBoard = file === this.board;
    const tags = [
      isOnBoard && el("span", { class: "tag here" }, T.onBoard),
      entry.reviewed && el("span", { class: "tag" }, T.reviewed),
      entry.event && el("span", { class: "tag" }, entry.event),
      entry.round && el("span", { class: "tag" }, T.round(entry.round)),
    ];
    const facts = entry.error
      ? [
          cell("players", el("b", {}, file), el("span", { class: "trouble" }, refusalText(entry.error))),
          cell("result"),
          cell("date", whenOf(entry)),
          cell("number"),
          cell("number"),
        ]
      : [
          cell("players", el("b", {}, playersText(entry)), el("span", { class: "sub" }, titleOf(entry.game), ...tags)),
          cell("result", ...resultCell(entry)),
          cell("date", whenOf(entry), el("span", { class: "narrow" }, lengthOf(entry))),
          cell("number plies", entry.plies),
          cell("number comments", entry.comments || "–"),
        ];
    const label = isOnBoard ? T.toBoard : entry.result === "*" && !entry.error ? T.goOn : T.openIt;
    const actions = [
      button(null, label, () => void this.open(entry), {
        "aria-label": T.labelled(label, name),
        "data-key": `open ${file}`,
        disabled: Boolean(entry.error),
      }),
      button("more", T.moreOf(name), (event) => void this.menu(event.currentTarget, entry), {
        short: true,
        class: "quiet",
        "aria-haspopup": "menu",
        "data-key": `menu ${file}`,
      }),
    ];
    const row = el(
      "tr",
      { role: "row", class: tick.checked ? "selected" : null },
      cell("select-cell", el("label", {}, tick)),
      cell("thumbnail", entry.error ? null : savedPicture(entry)),
      ...facts,
      cell("actions", ...actions),
    );
    return row;
  }

  /** @param {string} file @param {boolean} on @param {HTMLElement} row */
  select(file, on, row) {
    if (on) this.selected.add(file);
    else this.selected.delete(file);
    row.classList.toggle("selected", on);
    this.drawBar();
  }

  /** The selected games, in the order of the list. */
  chosen() {
    return this.games.filter(({ file }) => this.selected.has(file ?? ""));
  }

  drawBar() {
    const chosen = this.chosen();
    const all = el("input", {
      type: "checkbox",
      "aria-label": T.selectAll,
      onchange: () => this.selectAll(all.checked),
    });
    all.checked = chosen.length > 0 && this.found.every(({ file }) => this.selected.has(file ?? ""));
    all.indeterminate = chosen.length > 0 && !all.checked;
    const had = this.bar.contains(document.activeElement);
    const restored =
      chosen.length === 0 &&
      this.deleted.length > 0 &&
      button("undo", T.restore(this.deleted.length), () => void this.restore(this.deleted));
    const isEmpty = this.found.length === 0;
    this.bar.hidden = isEmpty && !restored;
    put(
      this.bar,
      el("label", { class: "select-cell", hidden: isEmpty }, all),
      el(
        "span",
        { class: "selection-count", hidden: isEmpty },
        chosen.length > 0 ? T.chosen(chosen.length) : T.selectAll,
      ),
      ...(chosen.length > 0
        ? [
            button("save", T.exportChosen, () => void exportGames(chosen)),
            button("copy", T.duplicate, () => void this.after(duplicate(chosen))),
            button("trash", T.delete, () => void this.remove(chosen), { class: "danger" }),
          ]
        : []),
      el("span", { class: "grow" }),
      restored,
    );
    if (had) all.focus();
  }

  /** @param {boolean} on */
  selectAll(on) {
    if (on) for (const { file } of this.found) this.selected.add(file ?? "");
    else this.selected.clear();
    this.draw();
  }

  /** @param {Entry} entry */
  async open(entry) {
    if (entry.file === this.board || (await openSaved(entry.file ?? ""))) showBoard();
  }

  /** @param {any} target @param {Entry} entry */
  async menu(target, entry) {
    /** @type {Record<string, () => void>} */
    const work = {
      [T.rename]: () => rename(entry, () => void this.load()),
      [T.duplicate]: () => void this.after(duplicate([entry])),
      [T.exportOne]: () => void exportGames([entry]),
      [T.delete]: () => void this.remove([entry]),
    };
    const names = entry.error ? [T.exportOne, T.delete] : Object.keys(work);
    const next = names.map((touch) => ({ touch, label: null }));
    const found = await choose(target, next);
    if (found) work[found.touch]();
  }

  /** Updates the list after a change, or after a part of it. @param {Promise<boolean>} change */
  async after(change) {
    const isDone = await change;
    await this.load();
    return isDone;
  }

  /** @param {Entry[]} entries */
  async remove(entries) {
    const files = entries.map(({ file }) => file ?? "");
    if (!(await this.after(remove(files)))) return;
    this.deleted = files;
    this.drawBar();
    const text = entries.length === 1 ? T.deletedOne(gameTitle(entries[0])) : T.deletedMany(entries.length);
    notice(text, "info", { action: { label: T.undoDelete, work: () => void this.restore(files) } });
  }

  /** @param {string[]} files */
  async restore(files) {
    if (this.deleted === files) this.deleted = [];
    await this.after(restore(files));
  }

  /** @param {HTMLInputElement} input */
  async openFiles(input) {
    const files = [...(input.files ?? [])];
    input.value = "";
    await openFiles(files);
  }
}

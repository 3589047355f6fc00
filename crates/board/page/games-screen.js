// The screen of the saved games: search, open, rename, duplicate, delete and export.

import { additions } from "./add-games.js";
import { ask, messageOf, refusalText } from "./api.js";
import { choose, menuOpener } from "./choice-menu.js";
import { selectOf } from "./dialog.js";
import { button, icon } from "./dom.js";
import { gameTitle, orders, playersText, resultCell, whenOf } from "./game-entries.js";
import { GameFilter } from "./game-filter.js";
import { openFiles, openSaved } from "./import-export.js";
import { newGame } from "./new-game.js";
import { notice } from "./notices.js";
import { savedPicture } from "./pictures.js";
import { redraw } from "./redraw.js";
import { h } from "./render.js";
import { showBoard, visitScreen } from "./router.js";
import { duplicate, exportGames, remove, rename, restore } from "./saved-games.js";
import { store, titleOf } from "./store.js";
import { T } from "./texts.js";
import { VisibleRows } from "./visible-rows.js";

/** @typedef {import("./store.js").Entry} Entry */

/** The length and the number of comments, for narrow windows. @param {Entry} entry */
function lengthOf({ plies, comments }) {
  return ` · ${T.moves(plies)}${comments ? ` · ${T.commentCount(comments)}` : ""}`;
}

/** A game by link, and whose turn it is. @param {Entry} entry */
function byLinkText({ by_link, result }) {
  if (result !== "*") return T.byLink;
  return T.labelled(T.byLink, by_link ? T.yourTurn : T.friendsTurn);
}

export class GamesScreen {
  constructor() {
    this.props = { "aria-label": T.games };
    /** The number of additions that the list has; -1 asks for a new list. */
    this.added = -1;
    this.isLoaded = false;
    /** All games, the newest first. @type {Entry[]} */
    this.games = [];
    /** The folder of the games. @type {string|null} */
    this.folder = null;
    /** The file of the game on the board. @type {string|null} */
    this.board = null;
    this.filter = new GameFilter(() => this.change({}));
    /** The chosen game, or "" for all. */
    this.game = "";
    this.order = "newest";
    this.rows = new VisibleRows(() => void redraw());
    /** The files of the selected games. @type {Set<string>} */
    this.selected = new Set();
    /** The files of the last deletion. @type {string[]} */
    this.deleted = [];
  }

  show() {
    this.added = -1;
  }

  /** Fetches the list. */
  async load() {
    this.added = additions.count;
    try {
      const { games, folder, board } = await ask({ t: "saves" });
      Object.assign(this, { games, folder, board });
    } catch (error) {
      notice(messageOf(error), "error");
    }
    const files = new Set(this.games.map((entry) => entry.file));
    for (const file of this.selected) if (!files.has(file)) this.selected.delete(file);
    if (!this.games.some(({ game }) => game === this.game)) this.game = "";
    this.isLoaded = true;
    void redraw();
  }

  /** The games that fit the search, in order. */
  get found() {
    const fits = (/** @type {Entry} */ entry) => (!this.game || entry.game === this.game) && this.filter.keeps(entry);
    return this.games.filter(fits).sort(orders[this.order]);
  }

  draw() {
    if (store.known && this.added !== additions.count) void this.load();
    if (!this.isLoaded) return null;
    const { games, found } = this;
    // What needs a game is shown once there is one.
    const hasGames = games.length > 0;
    const none = found.length > 0 ? "" : hasGames ? T.noneFound : T.noSaved;
    return h("div.library", [
      this.head(found),
      hasGames && this.tools(),
      h("div.library-list", [
        this.bar(found),
        found.length > 0 && this.table(this.rows.of(found)),
        h("p.none.library-none", { role: "status" }, none),
        this.rows.end(found.length),
      ]),
      h("p.small", this.folder ? T.savedIn(this.folder) : T.notSaved),
    ]);
  }

  /** @param {Entry[]} found */
  head(found) {
    const all = this.games.length;
    const count = found.length < all ? T.some(found.length, all) : String(all);
    const onchange = (/** @type {any} */ { target }) => void this.openFiles(target);
    return h("header.library-head", [
      h("h1", T.games, " ", h("span.library-count", count)),
      h("label.file", icon("open"), T.openFiles, h("input", { type: "file", multiple: true, onchange })),
      all > 0 &&
        button("save", T.exportAll, () => void exportGames(this.found), {
          class: "export-all",
          disabled: found.length === 0,
        }),
      all > 0 && button("graph", T.statistics, () => visitScreen("statistics"), { class: "export-all" }),
      button("plus", T.newGame, () => newGame(), { class: "main" }),
    ]);
  }

  /** The search, the choice of a game, and the order. */
  tools() {
    const ids = [...new Set(this.games.flatMap(({ game }) => game || []))];
    ids.sort((a, b) => titleOf(a).localeCompare(titleOf(b)));
    const chip = (/** @type {string} */ id, /** @type {string} */ label) =>
      button(null, label, () => this.change({ game: id }), {
        key: id,
        class: "chip",
        "aria-pressed": this.game === id,
      });
    return h("div.library-tools", [
      this.filter.draw(),
      h("div.chips", { role: "group", "aria-label": T.game }, [
        chip("", T.allGames),
        ids.length > 1 && ids.map((id) => chip(id, titleOf(id))),
      ]),
      selectOf(T.orders, {
        value: this.order,
        "aria-label": T.order,
        onchange: ({ target }) => this.change({ order: target.value }),
      }),
    ]);
  }

  /** Changes what is listed. @param {Partial<Pick<GamesScreen, "game"|"order">>} what */
  change(what) {
    Object.assign(this, what);
    void redraw();
  }

  /** @param {Entry[]} rows */
  table(rows) {
    const spoken = (/** @type {string} */ text) => h("th", { role: "columnheader" }, h("span.spoken", text));
    const heads = [T.players, T.result, T.date, T.plies, T.comments].map((head, n) =>
      h("th", { role: "columnheader", scope: "col", class: n > 2 ? "number" : null }, head),
    );
    return h("table", { role: "table", "aria-label": T.games }, [
      h("thead", { role: "rowgroup" }, [
        h("tr", { role: "row" }, spoken(T.select), spoken(T.picture), heads, spoken(T.actions)),
      ]),
      h("tbody", { role: "rowgroup" }, [rows.map((entry) => this.row(entry))]),
    ]);
  }

  /** @param {Entry} entry */
  row(entry) {
    const { file = "", error } = entry;
    const name = gameTitle(entry);
    const isSelected = this.selected.has(file);
    const isOnBoard = file === this.board;
    const cell = (/** @type {string} */ kind, /** @type {import("./render.js").Child[]} */ ...content) =>
      h("td", { role: "cell", class: kind }, ...content);
    const tag = (/** @type {any} */ text, look = "tag") => text && h("span", { class: look }, text);
    const tags = [
      tag(isOnBoard && T.onBoard, "tag here"),
      entry.by_link !== undefined && tag(byLinkText(entry)),
      tag(entry.reviewed && T.reviewed),
      tag(entry.event),
      tag(entry.round && T.round(entry.round)),
    ];
    const facts = error
      ? [
          cell("players", h("b", file), h("span.trouble", refusalText(error))),
          cell("result"),
          cell("date", whenOf(entry)),
          cell("number"),
          cell("number"),
        ]
      : [
          cell(
            "players",
            h("b", playersText(entry)),
            h("span.sub", titleOf(entry.game), tags),
            h("span.sub.opening", entry.opening),
          ),
          cell("result", ...resultCell(entry)),
          cell("date", whenOf(entry), h("span.narrow", lengthOf(entry))),
          cell("number plies", entry.plies),
          cell("number comments", entry.comments || "–"),
        ];
    const label = isOnBoard ? T.toBoard : entry.result === "*" && !error ? T.goOn : T.openIt;
    const select = h("input", {
      type: "checkbox",
      "aria-label": T.selectGame(name),
      checked: isSelected,
      onchange: ({ target }) => this.select([file], target.checked),
    });
    return h("tr", { key: file, role: "row", class: isSelected ? "selected" : null }, [
      cell("select-cell", h("label", select)),
      cell("thumbnail", !error && savedPicture(entry)),
      facts,
      cell(
        "actions",
        button(null, label, () => void this.open(entry), {
          "aria-label": T.labelled(label, name),
          disabled: Boolean(error),
        }),
        menuOpener(T.moreOf(name), "quiet", (target) => void this.menu(target, entry)),
      ),
    ]);
  }

  /** @param {string[]} files @param {boolean} on */
  select(files, on) {
    for (const file of files) {
      if (on) this.selected.add(file);
      else this.selected.delete(file);
    }
    void redraw();
  }

  /** The selected games, in the order of the list. */
  chosen() {
    return this.games.filter(({ file }) => this.selected.has(file ?? ""));
  }

  /** What can be done with the selected games. @param {Entry[]} found */
  bar(found) {
    const chosen = this.chosen();
    const hasChosen = chosen.length > 0;
    const isAll = hasChosen && found.every(({ file }) => this.selected.has(file ?? ""));
    const canRestore = !hasChosen && this.deleted.length > 0;
    const isEmpty = found.length === 0;
    const all = h("input", {
      type: "checkbox",
      "aria-label": T.selectAll,
      checked: isAll,
      indeterminate: hasChosen && !isAll,
      onchange: ({ target }) =>
        this.select(
          (target.checked ? found : this.games).map(({ file = "" }) => file),
          target.checked,
        ),
    });
    return h("div.selection", { hidden: isEmpty && !canRestore }, [
      h("label.select-cell", { hidden: isEmpty }, all),
      h("span.selection-count", { hidden: isEmpty }, hasChosen ? T.chosen(chosen.length) : T.selectAll),
      hasChosen && [
        button("save", T.exportChosen, () => void exportGames(chosen)),
        button("copy", T.duplicate, () => void this.after(duplicate(chosen))),
        button("trash", T.delete, () => void this.remove(chosen), { class: "danger" }),
      ],
      h("span.grow"),
      canRestore && button("undo", T.restore(this.deleted.length), () => void this.restore(this.deleted)),
    ]);
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
    void redraw();
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

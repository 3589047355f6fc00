// The explorer: the moves that were played from the position at the cursor in other games, and their results.

import { ADDED } from "./add-games.js";
import { ask, messageOf } from "./api.js";
import { choice } from "./dialog.js";
import { el, onPointed, put, setText } from "./dom.js";
import { node, store, titleOf } from "./store.js";
import { T } from "./texts.js";
import { colourName, viewState } from "./view-state.js";

/** @typedef {{token: string, results: number[]}} NextMove the results: wins of player 1 and player 2, draws, without a result */

/** Milliseconds before the explorer follows the cursor. */
const FOLLOW = 60;

export class ExplorerView {
  /**
   * @param {HTMLElement} host
   * @param {import("./explorer-tab.js").Handlers} on
   */
  constructor(host, on) {
    this.on = on;
    /** The position that is shown, or for which moves were requested. */
    this.shown = "";
    this.timer = 0;
    /** @type {"saves"|"file"} The games that the user prefers. */
    this.preferred = "file";
    this.source = choice(
      [
        ["saves", T.savedGames],
        ["file", ""],
      ],
      "saves",
      { "aria-label": T.exploredGames, onchange: () => this.prefer() },
    );
    this.label = el("span", { class: "explored-source" }, T.savedGames);
    this.count = el("span", { class: "explored-count", role: "status" });
    this.legend = el("span", {});
    this.list = el("ol", { class: "explored", onpointerleave: () => on.peek(null) });
    this.none = el("p", { class: "none" });
    put(
      host,
      el("div", { class: "explorer-head" }, this.source, this.label, this.count),
      el(
        "div",
        { class: "explored-row heads", "aria-hidden": "true" },
        el("span", {}, T.exploredMove),
        el("span", { class: "number" }, T.games),
        this.legend,
      ),
      this.list,
      this.none,
    );
    addEventListener(ADDED, () => {
      this.forget();
      this.show();
    });
  }

  /** The games to explore. */
  get games() {
    return store.file ? this.preferred : "saves";
  }

  prefer() {
    this.preferred = this.source.value;
    this.show();
  }

  /** Requests the moves again, because the games may have changed. */
  forget() {
    this.shown = "";
  }

  /** Shows the moves at the cursor. */
  show() {
    this.source.hidden = !store.file;
    this.label.hidden = !this.source.hidden;
    this.source.lastChild.textContent = T.exploredFile(store.file?.games ?? 0);
    this.source.value = this.games;
    const wanted = `${store.game.number} ${viewState.cursor} ${this.games}`;
    if (wanted === this.shown) return;
    this.shown = wanted;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.load(wanted), FOLLOW);
  }

  /** @param {string} wanted */
  async load(wanted) {
    const at = viewState.cursor;
    if (this.list.childElementCount === 0) setText(this.none, T.waiting);
    try {
      const { games, moves } = await ask({ t: "explore", node: at, games: this.games });
      if (wanted === this.shown) this.draw(at, games, moves);
    } catch (error) {
      if (wanted !== this.shown) return;
      this.forget();
      put(this.list);
      setText(this.none, messageOf(error));
    }
  }

  /** @param {number} at @param {number} games the number of games of the same kind @param {NextMove[]} moves */
  draw(at, games, moves) {
    setText(this.count, T.exploredCount(games));
    setText(this.legend, T.exploredResults(colourName("p1"), colourName("p2")));
    setText(this.none, moves.length > 0 ? "" : this.reason(at, games));
    const all = [0, 1, 2, 3].map((n) => moves.reduce((sum, { results }) => sum + results[n], 0));
    const total = moves.length > 1 && el("li", { class: "explored-row total" }, ...this.cells(T.exploredAll, all));
    put(this.list, ...moves.map((move) => el("li", {}, this.row(at, move))), total);
  }

  /** Why there are no moves. @param {number} at @param {number} games */
  reason(at, games) {
    if (!node(at)?.status.to_act) return T.noMore;
    if (games > 0) return T.notExplored;
    if (this.games === "saves" && !store.saves) return T.notSaved;
    return T.noneToExplore(titleOf(store.game.id));
  }

  /** @param {number} at @param {NextMove} move */
  row(at, { token, results }) {
    const peek = () => this.on.peek([token], at);
    return el(
      "button",
      {
        type: "button",
        class: "explored-row",
        "data-token": token,
        ...onPointed(peek),
        onfocus: peek,
        onblur: () => this.on.peek(null),
        onclick: () => this.on.play(at, [token]),
      },
      ...this.cells(token, results),
    );
  }

  /** The cells of a row: move, number of games, results. @param {string} label @param {number[]} results */
  cells(label, results) {
    const [first, second, draws, open] = results;
    const parts = [
      ["first", first, T.winner(colourName("p1"))],
      ["draws", draws, T.draw],
      ["second", second, T.winner(colourName("p2"))],
    ];
    const bar = parts.map(([kind, count, what]) => count && part(String(kind), Number(count), String(what)));
    return [
      el("span", { class: "token", title: label }, label),
      el("span", { class: "number" }, first + second + draws + open, el("span", { class: "spoken" }, ` ${T.games}`)),
      el("span", { class: "results-bar", title: open ? T.exploredOpen(open) : null }, ...bar.map((one) => one || null)),
    ];
  }
}

/** A part of the bar of results, as wide as its share. @param {string} kind @param {number} count @param {string} what */
function part(kind, count, what) {
  const made = el("span", { class: kind }, count, el("span", { class: "spoken" }, ` ${what}`));
  made.style.flexGrow = String(count);
  return made;
}

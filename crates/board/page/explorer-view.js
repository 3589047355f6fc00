// The explorer: the moves that were played from the position at the cursor in other games, and their results.

import { additions } from "./add-games.js";
import { ask, messageOf } from "./api.js";
import { selectOf } from "./dialog.js";
import { onPointed } from "./dom.js";
import { whyNot } from "./own-side.js";
import { redraw } from "./redraw.js";
import { h } from "./render.js";
import { node, store, titleOf } from "./store.js";
import { T } from "./texts.js";
import { colourName, viewState } from "./view-state.js";

/** @typedef {{token: string, results: number[]}} NextMove the results: wins of player 1 and player 2, draws, without a result */

/** Milliseconds before the explorer follows the cursor. */
const FOLLOW = 60;

export class ExplorerView {
  /** @param {import("./move-line.js").LineHandlers} on */
  constructor(on) {
    this.on = on;
    /** The position that is shown, or for which moves were requested. */
    this.shown = "";
    this.timer = 0;
    /** @type {"saves"|"file"} The games that the user prefers. */
    this.preferred = "file";
    /** The moves of a position, and the number of games of the same kind. @type {{at: number, games: number, moves: NextMove[]}|null} */
    this.found = null;
    /** Why there are no moves. */
    this.note = "";
  }

  /** The games to explore. */
  get games() {
    return store.file ? this.preferred : "saves";
  }

  /** Requests the moves again, because the games may have changed. */
  forget() {
    this.shown = "";
  }

  /** Requests the moves at the cursor. */
  follow() {
    const why = whyNot("analyse");
    if (why !== null) {
      this.forget();
      [this.found, this.note] = [null, why];
      return;
    }
    const wanted = `${store.game.number} ${viewState.cursor} ${this.games} ${additions.count}`;
    if (wanted === this.shown) return;
    this.shown = wanted;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.load(wanted), FOLLOW);
  }

  /** @param {string} wanted */
  async load(wanted) {
    const at = viewState.cursor;
    if (!this.found) this.note = T.waiting;
    void redraw();
    try {
      const { games, moves } = await ask({ t: "explore", node: at, games: this.games });
      if (wanted !== this.shown) return;
      this.found = { at, games, moves };
      this.note = moves.length > 0 ? "" : this.reason(at, games);
    } catch (error) {
      if (wanted !== this.shown) return;
      this.found = null;
      this.note = messageOf(error);
    }
    void redraw();
  }

  /** The moves at the cursor. */
  draw() {
    this.follow();
    const { at = 0, games = 0, moves = [] } = this.found ?? {};
    const { exploring } = store;
    const all = [0, 1, 2, 3].map((n) => moves.reduce((sum, { results }) => sum + results[n], 0));
    return [
      h("div.explorer-head", [
        store.file ? this.source(store.file.games) : h("span.explored-source", T.savedGames),
        h("span.explored-count", { role: "status" }, this.found && T.exploredCount(games)),
      ]),
      h("div.explored-row.heads", { "aria-hidden": "true" }, [
        h("span", T.exploredMove),
        h("span.number", T.games),
        h("span", this.found && T.exploredResults(colourName("p1"), colourName("p2"))),
      ]),
      h("ol.explored", { onpointerleave: () => this.on.peek(null) }, [
        moves.map((move) => h("li", { key: `${at} ${move.token}` }, this.row(at, move))),
        moves.length > 1 && h("li.explored-row.total", this.cells(T.exploredAll, all)),
      ]),
      h(
        "p.none",
        { role: "status" },
        !this.found && exploring ? T.exploring(exploring.done, exploring.total) : this.note,
      ),
    ];
  }

  /** The choice of the games. @param {number} count the number of games in the opened file */
  source(count) {
    const options = { saves: T.savedGames, file: T.exploredFile(count) };
    const onchange = (/** @type {any} */ { target }) => {
      this.preferred = target.value;
      void redraw();
    };
    return selectOf(options, { "aria-label": T.exploredGames, value: this.games, onchange });
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
    const leave = () => this.on.peek(null);
    const handlers = { ...onPointed(peek), onfocus: peek, onblur: leave, onclick: () => this.on.play(at, [token]) };
    return h("button.explored-row", { type: "button", "data-token": token, ...handlers }, this.cells(token, results));
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
      h("span.token", { title: label }, label),
      h("span.number", first + second + draws + open, h("span.spoken", ` ${T.games}`)),
      h("span.results-bar", { title: open ? T.exploredOpen(open) : null }, [bar.map((one) => one || null)]),
    ];
  }
}

/** A part of the bar of results, as wide as its share. @param {string} kind @param {number} count @param {string} what */
function part(kind, count, what) {
  return h("span", { class: kind, style: { "flex-grow": String(count) } }, [count, h("span.spoken", ` ${what}`)]);
}

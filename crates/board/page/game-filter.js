// The search of a list of games: words, and a few fields that open below them.

import { PLAIN, selectOf } from "./dialog.js";
import { contains, matches, playedOn, RESULTS } from "./game-entries.js";
import { h } from "./render.js";
import { T } from "./texts.js";

const EMPTY = { words: "", player: "", result: "", from: "", to: "", least: "", most: "", opening: "" };

export class GameFilter {
  /** @param {() => void} changed */
  constructor(changed) {
    this.changed = changed;
    this.fields = { ...EMPTY };
  }

  /** Whether a game fits all fields. @param {import("./store.js").Entry} entry */
  keeps(entry) {
    const { words, player, result, from, to, least, most, opening } = this.fields;
    const day = playedOn(entry);
    const moves = entry.plies ?? 0;
    return (
      (!result || entry.result === result) &&
      moves >= Number(least) &&
      (!most || moves <= Number(most)) &&
      (!from || day >= from) &&
      (!to || (day !== "" && day.slice(0, to.length) <= to)) &&
      (entry.opening ?? "").startsWith(opening.trim().toLowerCase()) &&
      (!player || (entry.players ?? []).some((name) => contains(name, player))) &&
      matches(entry, words)
    );
  }

  /** The search and, below it, the fields. */
  draw() {
    const { fields } = this;
    const edited = (/** @type {keyof typeof EMPTY} */ name) => ({
      value: fields[name],
      oninput: (/** @type {any} */ { target }) => {
        fields[name] = target.value;
        this.changed();
      },
    });
    const input = (/** @type {keyof typeof EMPTY} */ name, props = {}) =>
      h("input", { ...PLAIN, ...edited(name), ...props });
    const number = { type: "number", min: 0, inputmode: "numeric" };
    const date = { placeholder: T.dateHint, pattern: "\\d{4}(\\.\\d\\d){0,2}" };
    const results = Object.fromEntries([["", T.anyResult], ...Object.entries(RESULTS)]);
    const field = (/** @type {string} */ label, /** @type {import("./render.js").Child[]} */ ...inputs) =>
      h("label", h("span", label), ...inputs);
    return [
      input("words", { type: "search", placeholder: T.searchHint, "aria-label": T.search }),
      h("details.filter", [
        h("summary", T.filter),
        h("div.filter-fields", [
          field(T.player, input("player")),
          field(T.result, selectOf(results, edited("result"))),
          field(T.dateFrom, input("from", date)),
          field(T.dateTo, input("to", date)),
          field(T.leastMoves, input("least", number)),
          field(T.mostMoves, input("most", number)),
          field(T.opening, input("opening", { placeholder: T.openingHint })),
        ]),
      ]),
    ];
  }
}

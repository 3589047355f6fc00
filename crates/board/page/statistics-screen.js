// The screen with the statistics of the user's own games.

import { ask, messageOf } from "./api.js";
import { icon } from "./dom.js";
import { whenOf } from "./game-entries.js";
import { levelName } from "./levels.js";
import { notice } from "./notices.js";
import { redraw } from "./redraw.js";
import { h } from "./render.js";
import { ownGames, tally } from "./statistics.js";
import { store, titleOf } from "./store.js";
import { T } from "./texts.js";

/** @typedef {import("./statistics.js").OwnGame} OwnGame */

/** The size of the plot, and the space for the numbers at its left. */
const [WIDTH, HEIGHT, LEFT] = [600, 160, 44];

export class StatisticsScreen {
  constructor() {
    this.props = { "aria-label": T.statistics };
    /** Whether the list of games was requested. */
    this.isAsked = false;
    /** The own games, once they are known. @type {OwnGame[]|null} */
    this.games = null;
  }

  show() {
    this.isAsked = false;
  }

  async load() {
    this.isAsked = true;
    try {
      this.games = ownGames((await ask({ t: "saves" })).games);
    } catch (error) {
      notice(messageOf(error), "error");
    }
    void redraw();
  }

  draw() {
    if (store.known && !this.isAsked) void this.load();
    const { games } = this;
    if (!games) return null;
    const reviewed = games.filter(({ accuracy }) => accuracy !== null);
    return h("div.statistics", [
      h("header", [h("h1", T.statistics), h("a.link", { href: "#games" }, icon("list"), T.games)]),
      games.length === 0
        ? h("p.none", T.noStatistics)
        : [
            results(
              T.byGame,
              tally(games, ({ game }) => titleOf(game)),
            ),
            results(T.byLevel, tally(games, opponentOf)),
            results(
              T.bySide,
              tally(games, ({ side }) => (side === "p1" ? T.firstPlayer : T.secondPlayer)),
            ),
            h("section.card", [
              h("h2", T.accuracyOverTime),
              reviewed.length === 0 ? h("p.none", T.noAccuracy) : accuracies(reviewed),
            ]),
          ],
    ]);
  }
}

/** The engine and its level. @param {OwnGame} game */
function opponentOf({ engine, level }) {
  const { name, levels, level: own } = store.engines[engine] ?? {};
  const at = level ?? own;
  return levels && typeof at === "number" ? levelName(at, levels) : (name ?? T.engineName);
}

/** @param {string} title @param {import("./statistics.js").Tally[]} rows */
function results(title, rows) {
  /** @param {import("./statistics.js").Tally} row */
  const share = ({ won, drawn, lost }) => Math.round(((won + drawn / 2) / (won + drawn + lost)) * 100);
  return h("section.card", [
    h("table", [
      h("caption", title),
      h("thead", [
        h(
          "tr",
          h("td"),
          [T.wonGames, T.drawnGames, T.lostGames, T.scored].map((one) => h("th", { scope: "col" }, one)),
        ),
      ]),
      h("tbody", [
        rows.map((row) =>
          h("tr", { key: row.label }, [
            h("th", { scope: "row" }, row.label),
            [row.won, row.drawn, row.lost].map((count) => h("td", count)),
            h("td", T.percent(share(row))),
          ]),
        ),
      ]),
    ]),
  ]);
}

/** The accuracy of each game as a plot and as a table. @param {OwnGame[]} games */
function accuracies(games) {
  const x = (/** @type {number} */ n) => LEFT + 6 + (n * (WIDTH - LEFT - 12)) / Math.max(1, games.length - 1);
  const y = (/** @type {number} */ percent) => 8 + (1 - percent / 100) * (HEIGHT - 16);
  const points = games.map(({ accuracy }, n) => [x(n), y(accuracy ?? 0)]);
  const grid = [0, 50, 100].map((percent) => [
    h("line", { x1: LEFT, x2: WIDTH, y1: y(percent), y2: y(percent) }),
    h("text", { x: LEFT - 6, y: y(percent) + 4, "text-anchor": "end" }, T.percent(percent)),
  ]);
  return [
    h("svg.accuracies", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, "aria-hidden": "true" }, [
      grid,
      h("polyline", { points: points.join(" ") }),
      points.map(([cx, cy]) => h("circle", { cx, cy, r: 3.5 })),
    ]),
    h("details", [
      h("summary", T.asTable),
      h("table", [
        h(
          "thead",
          h(
            "tr",
            [T.date, T.game, T.accuracy].map((one) => h("th", { scope: "col" }, one)),
          ),
        ),
        h("tbody", [
          games.map(({ when, game, accuracy }) =>
            h("tr", [
              h("th", { scope: "row" }, whenOf(/** @type {any} */ ({ created: when }))),
              h("td", titleOf(game)),
              h("td", T.percent(accuracy ?? 0)),
            ]),
          ),
        ]),
      ]),
    ]),
  ];
}

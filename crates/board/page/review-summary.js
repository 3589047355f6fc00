// The summary of a reviewed game: the accuracy and the marks of each player, the turning points, and a better line for
// each marked move.

import { sentencesAbout } from "./consequences.js";
import { betterLine } from "./move-line.js";
import { countMoves, numberText } from "./navigation.js";
import { h } from "./render.js";
import { mainLine, node, store } from "./store.js";
import { T } from "./texts.js";
import { nameOf } from "./view-state.js";

/** @typedef {import("./store.js").TreeNode} TreeNode */
/** @typedef {import("./consequences.js").Handlers & {go: (id: number) => void}} Handlers */

/** The number of turning points. */
const TURNS = 3;
const BAD_MARKS = ["??", "?", "?!"];

/** @param {Handlers} on */
export function summary(on) {
  const marked = mainLine().filter(({ verdict }) => verdict);
  const turns = marked
    .toSorted((a, b) => (b.lost ?? 0) - (a.lost ?? 0))
    .slice(0, TURNS)
    .sort((a, b) => marked.indexOf(a) - marked.indexOf(b));
  const others = marked.filter((at) => !turns.includes(at));
  const numbers = countMoves();
  const list = (/** @type {string} */ title, /** @type {TreeNode[]} */ moves) =>
    moves.length > 0 && [
      h("h3", title),
      h("ol", [moves.map((at) => h("li", { key: at.id }, markedMove(at, numbers, on)))]),
    ];
  return [
    h("table", [
      h("thead", [
        h("tr", [
          [T.player, T.accuracy].map((head) => h("th", { scope: "col" }, head)),
          BAD_MARKS.map((mark) =>
            h("th", { scope: "col", "aria-label": T.marks[mark] }, [
              h("span.word", T.marks[mark]),
              h("b", { "data-mark": mark }, mark),
            ]),
          ),
        ]),
      ]),
      h("tbody", [/** @type {const} */ (["p1", "p2"]).map((side) => playerRow(side, marked))]),
    ]),
    list(T.turningPoints, turns),
    list(T.otherMarks, others),
    marked.length === 0 && h("p.none", T.noMarks),
  ];
}

/** @param {import("./store.js").Side} side @param {TreeNode[]} marked */
function playerRow(side, marked) {
  const accuracy = store.accuracy?.[side === "p1" ? 0 : 1] ?? null;
  const own = marked.filter((at) => node(at.parent)?.status.to_act === side);
  return h("tr", [
    h("th", { scope: "row" }, nameOf(side)),
    h("td", { title: T.accuracyHint }, accuracy === null ? "–" : T.percent(accuracy)),
    BAD_MARKS.map((mark) => h("td", { "data-mark": mark }, own.filter(({ verdict }) => verdict === mark).length)),
  ]);
}

/** A marked move and a better line. @param {TreeNode} at @param {import("./navigation.js").Numbers} numbers @param {Handlers} on */
function markedMove(at, numbers, on) {
  const { verdict: mark, lost = 0 } = at;
  const better = betterLine(at, numbers, on);
  const said = sentencesAbout(at, on);
  return [
    h("button.move-text.played", { type: "button", onclick: () => on.go(at.id) }, [
      `${numberText(numbers, at.id)} ${at.token} `,
      h("b", { "data-mark": mark }, mark),
    ]),
    h("span.lost", T.costs(lost * 100)),
    said.played.length > 0 && h("p", said.played),
    better.length > 0 && h("p.better-line", h("span", T.betterWas), better, said.better),
  ];
}

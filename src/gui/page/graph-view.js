// The score graph of a reviewed game, and the better line at a mistake.

import { el, onPointed, put, putIfChanged, svg } from "./dom.js";
import { hasCurve, isReviewed, reviewMark, shareOf } from "./review.js";
import { isCalibrated } from "./score.js";
import { mainLine, node, store } from "./store.js";
import { T } from "./texts.js";
import { nameOf } from "./view-state.js";

/** @typedef {import("./store.js").TreeNode} TreeNode */

const WIDTH = 400;
const HEIGHT = 90;
/** The number of moves shown of a better line. */
const MAX_BETTER = 6;
/** The class of the point for each mark. @type {Record<string, string>} */
const POINTS = { "??": "blunder", "?": "mistake", "?!": "inaccuracy" };

export class GraphView {
  /**
   * @param {HTMLElement} host
   * @param {{go: (id: number) => void, peek: (tokens: string[]|null, at?: number) => void, play: (at: number, tokens: string[]) => void}} on
   */
  constructor(host, on) {
    this.host = host;
    this.on = on;
    this.picture = svg("svg", {
      class: "curve",
      viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
      preserveAspectRatio: "none",
      role: "img",
    });
    this.summary = el("div", { class: "summary" });
    this.better = el("p", { class: "better", onpointerleave: () => on.peek(null) });
    host.append(this.picture, this.better, this.summary);
    this.picture.addEventListener("click", (/** @type {MouseEvent} */ event) => {
      const line = mainLine();
      const box = this.picture.getBoundingClientRect();
      const n = Math.round(((event.clientX - box.left) / box.width) * Math.max(1, line.length - 1));
      if (line[n]) on.go(line[n].id);
    });
  }

  /** @param {number} cursor */
  show(cursor) {
    const line = mainLine();
    const reviewed = isReviewed();
    this.showBetter(reviewed ? node(cursor) : null);
    this.host.hidden = !hasCurve() && !store.review;
    if (this.host.hidden) return;
    const marks = line.map((at) => (reviewed ? reviewMark(at) : ""));
    this.draw(line, marks, cursor);
    this.count(line, marks);
  }

  /** @param {TreeNode[]} line @param {string[]} marks @param {number} cursor */
  draw(line, marks, cursor) {
    const shares = line.map(shareOf);
    const x = (/** @type {number} */ n) => (n / Math.max(1, line.length - 1)) * WIDTH;
    const y = (/** @type {number} */ share) => HEIGHT - 3 - share * (HEIGHT - 6);
    const points = shares.flatMap((share, n) => (share === null ? [] : [{ n, at: [x(n), y(share)] }]));
    if (points.length < 2) return put(this.picture);
    const curve = points.map(({ at: [a, b] }) => `${a.toFixed(1)} ${b.toFixed(1)}`).join("L");
    const [first, last] = [points[0].at[0], points[points.length - 1].at[0]];
    const now = line.findIndex((at) => at.id === cursor);
    put(
      this.picture,
      svg("rect", { class: "back", width: WIDTH, height: HEIGHT }),
      svg("path", { class: "area", d: `M${first} ${HEIGHT}L${curve}L${last} ${HEIGHT}z` }),
      svg("line", { class: "middle", x1: 0, x2: WIDTH, y1: HEIGHT / 2, y2: HEIGHT / 2 }),
      svg("path", { class: "line", d: `M${curve}` }),
      now >= 0 && svg("line", { class: "now", x1: x(now), x2: x(now), y1: 0, y2: HEIGHT }),
      ...points.map(
        ({ n, at: [cx, cy] }) =>
          marks[n] && svg("ellipse", { class: `point ${POINTS[marks[n]]}`, cx, cy, rx: 3.4, ry: 3.4 }),
      ),
    );
    this.picture.setAttribute("aria-label", T.curve(nameOf("p1")));
  }

  /** Shows the number of bad moves of each player. @param {TreeNode[]} line @param {string[]} marks */
  count(line, marks) {
    const isDoubtful = line.some((at) => at.eval && !isCalibrated(at.eval));
    const rows =
      store.review || !isReviewed()
        ? []
        : /** @type {const} */ (["p1", "p2"]).map((side) => ({
            name: nameOf(side),
            counts: Object.keys(POINTS).map((mark) => [
              mark,
              line.filter((at, n) => marks[n] === mark && node(at.parent)?.status.to_act === side).length,
            ]),
          }));
    putIfChanged(this.summary, [rows, isDoubtful], () => [
      ...rows.map(({ name, counts }) =>
        el(
          "p",
          {},
          el("b", {}, name),
          ...counts.map(([mark, n]) => el("span", { "data-mark": mark, title: T.marks[mark] }, ` ${n} ${mark}`)),
        ),
      ),
      isDoubtful && el("p", { class: "small" }, T.uncalibrated),
    ]);
  }

  /** Shows the better line at a mistake. @param {TreeNode|null} at */
  showBetter(at) {
    const mark = at ? reviewMark(at) : "";
    const parent = at?.parent ?? 0;
    const pv = mark ? (node(parent)?.eval?.pv ?? []).slice(0, MAX_BETTER) : [];
    putIfChanged(this.better, pv.length > 0 ? [parent, mark, pv] : null, () => {
      if (pv.length === 0) return [];
      const moves = pv.map((token, n) => {
        const line = pv.slice(0, n + 1);
        const peek = () => this.on.peek(line, parent);
        const handlers = { onfocus: peek, onblur: () => this.on.peek(null), onclick: () => this.on.play(parent, line) };
        return el("button", { type: "button", class: "move-text", ...onPointed(peek), ...handlers }, token);
      });
      return [el("b", { "data-mark": mark }, mark), el("span", {}, T.better(T.marks[mark])), ...moves];
    });
  }
}

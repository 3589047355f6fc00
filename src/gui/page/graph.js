// The score graph of a reviewed game: the share of games that each position wins for player 1.

import { el, onPointed, put, svg } from "./dom.js";
import { mainLine, node, table } from "./state.js";
import { isCalibrated, verdict, winShare } from "./score.js";
import { T } from "./texts.js";

const WIDTH = 400, HEIGHT = 90;
/** Turns of a better line that are shown. */
const BETTER = 6;

/** The share of player 1 at a node, by its opinion or its result; `null` when nobody knows. */
export function shareOf(at) {
  const result = at.status?.result;
  if (result && !at.status.to_act) return result.winner === "p1" ? 1 : result.winner === "p2" ? 0 : 0.5;
  return at.opinion ? winShare(at.opinion) : null;
}

/** Whether the position after every turn of the main line has been judged, so that turns can be compared. */
export function isReviewed() {
  const line = mainLine();
  return line.length > 2 && line.every((at, n) => n === 0 || shareOf(at) !== null || (at === line[line.length - 1] && !table.review));
}

/** The mark that the review gives to a turn, or nothing. */
export function reviewMark(at) {
  const before = at.parent === null ? null : node(at.parent);
  const mover = before?.status?.to_act;
  if (!before || !mover) return "";
  const was = shareOf(before), is = shareOf(at);
  // The turn the engine wanted cannot be worse than what it expected of it.
  if (was === null || is === null || before.opinion?.pv[0] === at.token) return "";
  return verdict(mover === "p1" ? was - is : is - was);
}

export class GraphView {
  /**
   * @param {HTMLElement} host
   * @param {{go: (id: number) => void, peek: (tokens: string[]|null, at?: number) => void, play: (at: number, tokens: string[]) => void}} on
   */
  constructor(host, on) {
    this.host = host;
    this.on = on;
    this.picture = svg("svg", { class: "curve", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", role: "img" });
    this.summary = el("div", { class: "summary" });
    this.better = el("p", { class: "better", onpointerleave: () => on.peek(null) });
    host.append(this.picture, this.better, this.summary);
    this.picture.addEventListener("click", (event) => {
      const line = mainLine();
      const box = this.picture.getBoundingClientRect();
      const n = Math.round(((event.clientX - box.left) / box.width) * Math.max(1, line.length - 1));
      if (line[n]) on.go(line[n].id);
    });
  }

  /** @param {number} cursor @param {{p1: string, p2: string}} names */
  show(cursor, names) {
    const line = mainLine();
    const shares = line.map(shareOf);
    const reviewed = isReviewed();
    this.showBetter(reviewed ? node(cursor) : null);
    this.host.hidden = !reviewed && !table.review;
    const known = shares.filter((share) => share !== null).length;
    if (known < 2) { put(this.picture); return; }
    const x = (n) => (n / Math.max(1, line.length - 1)) * WIDTH;
    const y = (share) => HEIGHT - 3 - share * (HEIGHT - 6);
    const points = shares.map((share, n) => (share === null ? null : [x(n), y(share)])).filter(Boolean);
    const curve = points.map(([a, b]) => `${a.toFixed(1)} ${b.toFixed(1)}`).join("L");
    const parts = [
      svg("rect", { class: "back", width: WIDTH, height: HEIGHT }),
      svg("path", { class: "area", d: `M${points[0][0]} ${HEIGHT}L${curve}L${points[points.length - 1][0]} ${HEIGHT}z` }),
      svg("line", { class: "middle", x1: 0, x2: WIDTH, y1: HEIGHT / 2, y2: HEIGHT / 2 }),
      svg("path", { class: "line", d: `M${curve}` }),
    ];
    const at = line.findIndex((found) => found.id === cursor);
    if (at >= 0) parts.push(svg("line", { class: "now", x1: x(at), x2: x(at), y1: 0, y2: HEIGHT }));
    const count = { p1: { "??": 0, "?": 0, "?!": 0 }, p2: { "??": 0, "?": 0, "?!": 0 } };
    line.forEach((found, n) => {
      const mark = reviewed ? reviewMark(found) : "";
      if (!mark) return;
      const mover = node(found.parent).status.to_act;
      count[mover][mark] += 1;
      if (shares[n] !== null) parts.push(svg("ellipse", { class: `point m${mark.length}${mark === "?!" ? "i" : ""}`, cx: x(n), cy: y(shares[n]), rx: 3.4, ry: 3.4 }));
    });
    put(this.picture, ...parts);
    this.picture.setAttribute("aria-label", T.curve(names.p1));
    const doubt = line.some((found) => found.opinion && !isCalibrated(found.opinion)) ? el("p", { class: "small" }, T.uncalibrated) : null;
    if (table.review) { put(this.summary, doubt); return; }
    put(this.summary, ...["p1", "p2"].map((side) => el("p", {}, el("b", {}, names[side]), ...Object.entries(count[side]).map(([mark, n]) => el("span", { "data-mark": mark, title: T.marks[mark] }, ` ${n} ${mark}`)))),
      doubt);
  }

  /** What would have been better than the turn that led here, where that was a bad one. @param {import("./state.js").Node|null} at */
  showBetter(at) {
    const mark = at ? reviewMark(at) : "";
    const before = at?.parent ?? null;
    const pv = mark && before !== null ? (node(before)?.opinion?.pv ?? []).slice(0, BETTER) : [];
    const key = pv.length > 0 ? `${at?.id} ${mark} ${pv.join(" ")}` : "";
    if (this.better.dataset.key === key) return;
    this.better.dataset.key = key;
    const turns = pv.map((token, n) => {
      const line = pv.slice(0, n + 1);
      const peek = () => this.on.peek(line, before ?? undefined);
      return el("button", { type: "button", class: "turn-text", ...onPointed(peek), onfocus: peek, onblur: () => this.on.peek(null), onclick: () => this.on.play(before ?? 0, line) }, token);
    });
    put(this.better, ...(key ? [el("b", { "data-mark": mark }, mark), el("span", {}, T.better(T.marks[mark])), ...turns] : []));
  }
}

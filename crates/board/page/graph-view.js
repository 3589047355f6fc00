// The score graph of a reviewed game, and the better line at a mistake.

import { button } from "./dom.js";
import { selectOf } from "./dialog.js";
import { review } from "./game-commands.js";
import { whyNot } from "./own-side.js";
import { drawNow } from "./redraw.js";
import { h } from "./render.js";
import { isStudying } from "./mode.js";
import { mistakes } from "./mistakes.js";
import { betterLine } from "./move-line.js";
import { isCalibrated, scoreText } from "./score.js";
import { visitScreen } from "./router.js";
import { set, settings } from "./settings.js";
import { countMoves } from "./navigation.js";
import { mainLine, node, store } from "./store.js";
import { T } from "./texts.js";
import { nameOf } from "./view-state.js";

/** @typedef {import("./store.js").TreeNode} TreeNode */

/** The space for the numbers at the left of the picture and below it, in pixels. */
const LEFT = 34;
const BELOW = 16;
/** The shares at which the scale has numbers, and those with a line. */
const NUMBERS = [1, 0.5, 0];
const LINES = [0.75, 0.5, 0.25];
/** The minimum distance of two move numbers, in pixels. */
const MIN_GAP = 34;
/** The choices for a review: milliseconds per position. */
const REVIEW_TIMES = [100, 200, 1000, 5000];
/** The class of the point for each mark. @type {Record<string, string>} */
const POINTS = { "??": "blunder", "?": "mistake", "?!": "inaccuracy" };

export class GraphView {
  /** @param {{go: (id: number) => void, peek: (tokens: string[]|null, at?: number) => void, play: (at: number, tokens: string[]) => void}} on */
  constructor(on) {
    this.on = on;
    this.cursor = 0;
    /** The size of the picture, in pixels. */
    this.size = { width: 0, height: 0 };
    // Drawn before the new size is shown.
    this.sizes = new ResizeObserver(([{ target }]) => {
      const { clientWidth: width = 0, clientHeight: height = 0 } = target.querySelector("svg.curve") ?? {};
      if (width === this.size.width && height === this.size.height) return;
      this.size = { width, height };
      drawNow();
    });
  }

  /** @param {number} cursor */
  draw(cursor) {
    this.cursor = cursor;
    const mounted = (/** @type {Element} */ host) => this.sizes.observe(host);
    const props = { class: "graph card", "aria-label": T.regions.graph, mounted };
    if (!isStudying()) return h("section", props);
    const line = mainLine();
    const reviewed = store.accuracy !== null;
    const marks = line.map(({ verdict }) => (reviewed && verdict) || "");
    // A curve needs the value of at least every second position.
    const known = line.filter(({ share }) => share !== undefined).length;
    const isShown = store.review !== null || (line.length > 2 && known * 2 >= line.length);
    const width = Math.max(LEFT + 40, this.size.width);
    const height = Math.max(BELOW + 40, this.size.height);
    const isDoubtful = line.some((at) => at.eval && !isCalibrated(at.eval));
    const look = {
      role: "img",
      viewBox: `0 0 ${width} ${height}`,
      "aria-label": T.curve(nameOf("p1")),
      title: isDoubtful ? T.uncalibrated : null,
      onclick: (/** @type {MouseEvent} */ event) => this.visit(event, line),
    };
    return h("section", props, [
      h("svg.curve", look, this.curve(line, marks, { width, height }, isShown)),
      h("div.graph-foot", this.foot(reviewed ? node(cursor) : null)),
    ]);
  }

  /** Goes to the move below the pointer. @param {MouseEvent} event @param {TreeNode[]} line */
  visit({ clientX, currentTarget }, line) {
    const box = /** @type {Element} */ (currentTarget).getBoundingClientRect();
    const share = (clientX - box.left - LEFT) / Math.max(1, box.width - LEFT);
    const at = line[Math.round(Math.max(0, share) * Math.max(1, line.length - 1))];
    if (at) this.on.go(at.id);
  }

  /** @param {TreeNode[]} line @param {string[]} marks @param {{width: number, height: number}} size @param {boolean} isShown */
  curve(line, marks, { width, height }, isShown) {
    const [right, bottom] = [width - 1, height - BELOW];
    const shares = line.map(({ share = null }) => (isShown ? share : null));
    const x = (/** @type {number} */ n) => LEFT + (n / Math.max(1, line.length - 1)) * (right - LEFT);
    const y = (/** @type {number} */ share) => bottom - share * (bottom - 1);
    const points = shares.flatMap((share, n) => (share === null ? [] : [{ n, at: [x(n), y(share)] }]));
    const curve = points.map(({ at: [a, b] }) => `${a.toFixed(1)} ${b.toFixed(1)}`).join("L");
    const now = line.findIndex((at) => at.id === this.cursor);
    const value = now > 0 && line[now].eval ? scoreText(line[now].eval) : "";
    const isDrawn = points.length > 1;
    const [start, end] = [points[0]?.at[0] ?? LEFT, points.at(-1)?.at[0] ?? LEFT];
    const number = (/** @type {number} */ share) => {
      const below = share === 1 ? 9 : share === 0 ? 0 : 4;
      const at = { x: LEFT - 5, y: y(share) + below, "text-anchor": "end" };
      return h("text", { class: "axis", ...at }, T.percent(share * 100));
    };
    const row = (/** @type {number} */ share) =>
      h("line", { class: share === 0.5 ? "middle" : "grid", x1: LEFT, x2: right, y1: y(share), y2: y(share) });
    return [
      h("rect.unknown", { x: LEFT, width: right - LEFT, height: bottom }),
      isDrawn && h("rect.backdrop", { x: start, width: end - start, height: bottom }),
      isDrawn && h("path.area", { d: `M${start} ${bottom}L${curve}L${end} ${bottom}z` }),
      LINES.map(row),
      isDrawn && h("path.line", { d: `M${curve}` }),
      now >= 0 && line.length > 1 && h("line.now", { x1: x(now), x2: x(now), y1: 0, y2: bottom }),
      points.map(
        ({ n, at: [cx, cy] }) => marks[n] && h("circle", { class: `point ${POINTS[marks[n]]}`, cx, cy, r: 4 }),
      ),
      NUMBERS.map(number),
      moveNumbers(line, x, height - 3),
      value && isDrawn && bubble(value, Math.min(right - 26, Math.max(LEFT + 26, x(now)))),
    ];
  }

  /** What concerns the review. @param {TreeNode|null} at the move at the cursor of a reviewed game @returns {import("./render.js").Child[]} */
  foot(at) {
    const why = store.review ? null : whyNot("review");
    const running = store.review;
    const times = REVIEW_TIMES.map((ms) => [String(ms), T.seconds(ms / 1000)]);
    const time = REVIEW_TIMES.includes(settings.reviewTime) ? settings.reviewTime : REVIEW_TIMES[1];
    const onchange = (/** @type {any} */ { target }) => set("reviewTime", Number(target.value));
    return [
      button("graph", running ? T.stopReview : T.review, review, { disabled: why !== null, title: why }),
      !running && selectOf(times, { "aria-label": T.reviewTime, title: T.reviewTime, value: time, onchange }),
      h("span.progress", running && T.reviewing(running.done, running.total)),
      !running &&
        store.accuracy &&
        mistakes().length > 0 &&
        button("puzzle", T.learnMistakes, () => visitScreen("puzzles", "mistakes"), {
          class: "learn",
          title: T.learnMistakes,
          "aria-label": T.learnMistakes,
        }),
      h("p.better", { onpointerleave: () => this.on.peek(null) }, this.better(at)),
    ];
  }

  /** The better line at a mistake. @param {TreeNode|null} at */
  better(at) {
    const mark = at?.verdict;
    if (!at || !mark) return null;
    const line = betterLine(at, countMoves(), this.on);
    return line.length > 0 && [h("b", { "data-mark": mark }, mark), h("span", T.better(T.marks[mark])), line];
  }
}

/** The numbers of some moves, below the graph. @param {TreeNode[]} line @param {(n: number) => number} x @param {number} y */
function moveNumbers(line, x, y) {
  const numbers = countMoves();
  const texts = [];
  let last = -MIN_GAP;
  for (let n = 1; n < line.length; n += 1) {
    const found = numbers.get(line[n].id);
    const isRound = found && !found.second && (found.number === 1 || found.number % 5 === 0);
    if (!isRound || x(n) - last < MIN_GAP) continue;
    last = x(n);
    texts.push(h("text.axis", { x: last, y, "text-anchor": "middle" }, String(found.number)));
  }
  return texts;
}

/** The value of the current move. @param {string} value @param {number} x */
function bubble(value, x) {
  return [
    h("rect.bubble", { x: x - 24, y: 3, width: 48, height: 17, rx: 4 }),
    h("text.bubble-text", { x, y: 15.5 }, value),
  ];
}

// Arrows on a board: for analysis, hints and the user's drawings.

import { classes, svg } from "./render.js";

/** @typedef {import("./board-geometry.js").Point} Point */
/** `colour` is the name of a colour of the page, by default that of the rank. @typedef {{path: string[], rank: number, class?: string, colour?: string}} Arrow */

/** The width of the shaft by rank. */
const WIDTHS = [0.13, 0.11, 0.09, 0.08];
/** The distance of the ends from the centres of their places. */
const TAIL = 0.1;
const TIP = 0.12;
/** The head. */
const LENGTH = 0.34;
const HALF = 0.24;
/** How much wider the casing is on each side. */
const CASE = 0.03;

/** Draws an arrow along a path, or a circle if the path has only one place. @param {Arrow} arrow @param {(id: string) => Point|undefined} here */
export function drawArrow(arrow, here) {
  const points = arrow.path.flatMap((id) => {
    const at = here(id);
    return at ? [at] : [];
  });
  const { rank, colour = `arrow-${Math.min(rank, 3)}` } = arrow;
  const look = { class: classes("arrow", arrow.class), style: { "--arrow": `var(--${colour})` } };
  const end = points.at(-1);
  const before = points.at(-2);
  if (!end) return [];
  if (!before) {
    const circle = (/** @type {string} */ part) => svg("circle", { class: part, cx: end[0], cy: end[1], r: 0.44 });
    return [svg("g", look, circle("circle-case"), circle("circle"))];
  }
  const [ux, uy] = unit(before, end);
  const [vx, vy] = unit(points[0], points[1]);
  const width = WIDTHS[rank - 1] ?? 0.07;
  const tip = [end[0] - ux * TIP, end[1] - uy * TIP];
  const neck = [tip[0] - ux * LENGTH, tip[1] - uy * LENGTH];
  const start = [points[0][0] + vx * TAIL, points[0][1] + vy * TAIL];
  const text = (/** @type {number[]} */ [x, y]) => `${x.toFixed(3)} ${y.toFixed(3)}`;
  const corner = (/** @type {number} */ side) => text([neck[0] - uy * side * HALF, neck[1] + ux * side * HALF]);
  const line = `M${[start, ...points.slice(1, -1), neck].map(text).join("L")}`;
  const head = `M${text(tip)}L${corner(1)}L${corner(-1)}z`;
  const shaft = (/** @type {string} */ part, /** @type {number} */ thick) =>
    svg("path", { class: part, d: line, "stroke-width": thick });
  return [
    svg("g", look, [
      shaft("shaft-case", width + 2 * CASE),
      svg("path", { class: "head-case", d: head, "stroke-width": 2 * CASE }),
      shaft("shaft", width),
      svg("path", { class: "head", d: head }),
    ]),
  ];
}

/** The direction from one point to another. @param {Point} a @param {Point} b @returns {Point} */
function unit(a, b) {
  const length = Math.hypot(b[0] - a[0], b[1] - a[1]) || 1;
  return [(b[0] - a[0]) / length, (b[1] - a[1]) / length];
}

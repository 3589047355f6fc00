// What lies below the pieces: wood, lines, labels, and the ground of places.

import { hull, labelPoint } from "./board-geometry.js";
import { svg } from "./render.js";

/** @typedef {import("./scene.js").Board} Board */
/** @typedef {(x: number, y: number) => import("./board-geometry.js").Point} Turn the rotation of the board */

/** How far the area of a board with lines extends beyond its outer crossings, in steps. */
const AREA = 0.5;
/** The distance of the edge from the border of the picture. */
const EDGE = 0.02;

/** @param {number[]} box */
export function drawWood([x0, y0, x1, y1]) {
  const size = { x: x0 + EDGE, y: y0 + EDGE, width: x1 - x0 - 2 * EDGE, height: y1 - y0 - 2 * EDGE };
  return [svg("rect", { class: "wood", ...size, rx: 0.36, fill: "url(#g-wood)" })];
}

/** The lines, and the area of their crossings. @param {Board} board @param {Turn} turn */
export function drawLines({ places, lines }, turn) {
  const crossings = places.filter(({ ground }) => ground === "crossing").map(({ x, y }) => turn(x, y));
  const points = hull(crossings)
    .map((at) => at.join())
    .join(" ");
  const area = crossings.length > 2 ? [svg("polygon", { class: "area", points, "stroke-width": 2 * AREA })] : [];
  const drawn = lines.map(([ax, ay, bx, by]) => {
    const [[x1, y1], [x2, y2]] = [turn(ax, ay), turn(bx, by)];
    return svg("line", { class: "line", x1, y1, x2, y2 });
  });
  return [...area, ...drawn];
}

/** @param {Board} board @param {Turn} turn */
export function drawLabels({ places, labels }, turn) {
  return labels.map((label) => {
    const [x, y] = turn(...labelPoint(label, places));
    return svg("text", { class: "label", x, y }, label.text);
  });
}

/** Draws the ground of a place, centred on the origin. @param {string} ground */
export function drawGround(ground) {
  switch (ground) {
    case "dark":
    case "light":
      return [svg("rect", { style: { fill: `var(--sq-${ground})` }, x: -0.5, y: -0.5, width: 1, height: 1 })];
    case "ring":
      return [
        svg("circle", { class: "ring-shade", cy: 0.035, r: 0.37 }),
        svg("circle", { class: "ring", r: 0.37 }),
        svg("circle", { class: "ring-light", r: 0.37 }),
      ];
    case "gone":
      return [svg("circle", { class: "gone", r: 0.34 })];
    case "crossing":
      return [svg("circle", { class: "crossing", r: 0.045 })];
    case "dot":
      return [svg("circle", { class: "dot", r: 0.11 })];
    default:
      return [svg("circle", { class: "field", r: 0.43 })];
  }
}

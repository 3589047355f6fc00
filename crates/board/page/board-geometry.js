// The geometry of boards: rotation, frames, outlines, and the neighbour in a direction.

/** @typedef {[number, number]} Point */

/** A board is wide if its width divided by its height is greater. It may stand upright on portrait screens. */
export const WIDE = 1.6;
/** How much larger the fields of an upright board must be to justify it. */
const GAIN = 1.15;
/** What bars, player rows and the prompt take from a portrait screen, in pixels. */
const TAKEN = { width: 12, height: 275 };
/** The margins around the centres of places and labels. */
const MARGIN = 0.6;
const LABEL_MARGIN = 0.32;
/** The least distance of a label from a place, so that marks leave it readable. */
const LABEL = 0.52;
/** Two places are neighbours up to this distance. */
const NEAR = 1.25;

const round = (/** @type {number} */ v) => Math.round(v * 10000) / 10000;

/**
 * The frame of a board. Square boards have equal margins on opposite sides; the corners of hexagonal boards hide
 * unequal ones.
 * @param {import("./scene.js").Board} board
 * @param {boolean} hasLabels
 */
export function frameBox({ box, places, labels }, hasLabels) {
  if (places.length === 0) return box;
  const bounds = (/** @type {Point[]} */ points, /** @type {number} */ margin) => [
    ...[0, 1].map((n) => Math.min(...points.map((at) => at[n])) - margin),
    ...[0, 1].map((n) => Math.max(...points.map((at) => at[n])) + margin),
  ];
  const centres = places.map(({ x, y }) => /** @type {Point} */ ([x, y]));
  const inner = bounds(centres, 0);
  const own = bounds(centres, MARGIN);
  const texts = hasLabels ? labels.map((label) => labelPoint(label, places)) : [];
  const all = texts.length > 0 ? bounds(texts, LABEL_MARGIN) : own;
  let margins = inner.map((edge, n) => Math.max(Math.abs(own[n] - edge), n < 2 ? edge - all[n] : all[n] - edge));
  if (places.some(({ ground }) => ground === "dark" || ground === "light"))
    margins = margins.map((margin, n) => Math.max(margin, margins[(n + 2) % 4]));
  return inner.map((edge, n) => round(n < 2 ? edge - margins[n] : edge + margins[n]));
}

/** A point after the rotation of a box by multiples of 90 degrees or others. @param {Point} point @param {number[]} box @param {number} degrees @returns {Point} */
export function turnedPoint([x, y], [x0, y0, x1, y1], degrees) {
  const [cx, cy] = [(x0 + x1) / 2, (y0 + y1) / 2];
  const angle = (degrees * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return [round(cx + (x - cx) * cos - (y - cy) * sin), round(cy + (x - cx) * sin + (y - cy) * cos)];
}

/** The bounding box of a rotated box. @param {number[]} box @param {number} degrees */
export function turnedBox([x0, y0, x1, y1], degrees) {
  const angle = (degrees * Math.PI) / 180;
  const [cos, sin] = [Math.abs(Math.cos(angle)), Math.abs(Math.sin(angle))];
  const [cx, cy, w, h] = [(x0 + x1) / 2, (y0 + y1) / 2, (x1 - x0) / 2, (y1 - y0) / 2];
  const [tw, th] = [w * cos + h * sin, w * sin + h * cos];
  return [cx - tw, cy - th, cx + tw, cy + th].map(round);
}

/**
 * Whether a wide board has larger fields when it stands upright on a screen.
 * @param {number[]} box
 * @param {{width: number, height: number}} screen in pixels
 */
export function standsUpright([x0, y0, x1, y1], { width, height }) {
  const [w, h] = [x1 - x0, y1 - y0];
  if (w / h <= WIDE || width >= height) return false;
  return Math.min((width - TAKEN.width) / h, (height - TAKEN.height) / w) > (GAIN * width) / w;
}

/** Where a label stands: not too close to the nearest place. @param {{x: number, y: number}} label @param {import("./scene.js").Place[]} places @returns {Point} */
export function labelPoint({ x, y }, places) {
  let least = LABEL;
  /** @type {Point} */
  let found = [x, y];
  for (const place of places) {
    const distance = Math.hypot(x - place.x, y - place.y);
    if (distance >= least || distance === 0) continue;
    least = distance;
    const factor = LABEL / distance;
    found = [round(place.x + (x - place.x) * factor), round(place.y + (y - place.y) * factor)];
  }
  return found;
}

/** The convex hull of points (monotone chain). @param {Point[]} points */
export function hull(points) {
  const sorted = [...points].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const half = (/** @type {Point[]} */ from) => {
    /** @type {Point[]} */
    const chain = [];
    for (const [x, y] of from) {
      for (;;) {
        const [a, b] = [chain.at(-2), chain.at(-1)];
        if (!a || !b || (b[0] - a[0]) * (y - a[1]) - (b[1] - a[1]) * (x - a[0]) > 1e-6) break;
        chain.pop();
      }
      chain.push([x, y]);
    }
    return chain.slice(0, -1);
  };
  return [...half(sorted), ...half(sorted.reverse())];
}

/**
 * The place in a direction: the neighbour with the smallest angle, otherwise the nearest place on that side.
 * Of two equal angles the counterclockwise one wins, so that opposite directions lead back.
 * @param {Map<string, Point>} points the centres of the places; neighbours have the distance 1
 * @param {string} from
 * @param {Point} way a unit vector
 * @returns {string|null}
 */
export function placeTowards(points, from, [dx, dy]) {
  const start = points.get(from);
  if (!start) return null;
  let best = null;
  let least = Infinity;
  for (const [id, [x, y]] of points) {
    const [ox, oy] = [x - start[0], y - start[1]];
    const along = ox * dx + oy * dy;
    const across = dx * oy - dy * ox;
    if (id === from || along < 0.2) continue;
    const distance = Math.hypot(ox, oy);
    const isNear = distance < NEAR && along > distance * 0.4;
    // Any neighbour is preferred to any other place. Positions on the screen are not exact.
    const cost = isNear ? Math.abs(across) - 10 : along + Math.abs(across) * 2;
    const total = cost + (across > 0 ? 0.02 : 0);
    if (total >= least) continue;
    least = total;
    best = id;
  }
  return best;
}

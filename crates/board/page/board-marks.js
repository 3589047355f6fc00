// The marks of states on a board. Each state has its own form, and a casing that separates it from the ground,
// so that no state depends on its colour. The origin of every drawing is the centre of its place.

import { svg } from "./render.js";

/** How much wider a casing is than its line. */
const CASE = 0.05;

/** A ring with a casing. @param {string} name @param {number} r @param {number} width @param {Record<string, any>} [look] */
function ring(name, r, width, look = {}) {
  return [
    svg("circle", { class: "case", r, "stroke-width": width + CASE }),
    svg("circle", { class: name, r, "stroke-width": width, ...look }),
  ];
}

/** A diagonal cross with a casing. @param {string} name @param {number} size @param {number} width */
function cross(name, size, width) {
  const d = `M${-size} ${-size}L${size} ${size}M${size} ${-size}L${-size} ${size}`;
  return [
    svg("path", { class: "case", d, "stroke-width": width + CASE }),
    svg("path", { class: name, d, "stroke-width": width }),
  ];
}

/** The ring and cross of a piece that will be taken. */
export const captured = () => [...ring("mark goes", 0.46, 0.07), ...cross("mark goes", 0.2, 0.08)];

/** The open diamond of what may be taken. @param {number} size */
function takeable(size) {
  const d = `M0 ${-size}L${size} 0L0 ${size}L${-size} 0z`;
  return [
    svg("path", { class: "case", d, "stroke-width": 0.07 + CASE }),
    svg("path", { class: "can takes", d, "stroke-width": 0.07 }),
  ];
}

/** The square and ring of a piece that stays. */
function staying() {
  return [
    ...ring("mark stays", 0.46, 0.05),
    svg("rect", { class: "stay", x: -0.14, y: -0.14, width: 0.28, height: 0.28 }),
  ];
}

/** The radius of the dot on an empty legal target, by the ground of the place. @type {Record<string, number>} */
const DOTS = { ring: 0.125, dot: 0.19 };

/** How much smaller the dots are if there are many. */
const SMALL = 0.6;

/** A legal target, or a piece that may move. @param {import("./scene.js").Place|undefined} place @param {boolean} takes whether the touch takes or removes it @param {boolean} isInner whether another ring surrounds the place @param {boolean} [isSmall] */
export function touchable(place, takes, isInner, isSmall = false) {
  if (place?.kind != null) {
    return [...ring("can full", isInner ? 0.36 : 0.45, 0.055), ...(takes ? takeable(0.2) : [])];
  }
  if (takes) return takeable(place?.ground === "ring" ? 0.14 : 0.18);
  return [svg("circle", { class: "can empty", r: (DOTS[place?.ground ?? ""] ?? 0.14) * (isSmall ? SMALL : 1) })];
}

/** A mark of the protocol. @param {string} role */
export function roleMark(role) {
  switch (role) {
    case "chosen":
    case "from":
      return ring(`mark ${role}`, 0.46, 0.1);
    case "goes":
      return captured();
    case "stays":
      return staying();
    case "row":
      return ring("mark row", 0.46, 0.05);
    default:
      return ring("mark other", 0.46, 0.05, { "stroke-dasharray": ".2 .1" });
  }
}

/** The tint below a piece. @param {"last"|"chosen"|"refused"} name @param {number} r */
export const tint = (name, r) => [svg("circle", { class: "tint", r, style: { fill: `var(--${name})` } })];

/** The destination of the last move. */
export const lastTo = () => ring("last", 0.455, 0.07, { "stroke-dasharray": ".5 .2147", "stroke-dashoffset": ".25" });

/** The origin of the last move. */
export const lastFrom = () => ring("last", 0.24, 0.05, { "stroke-dasharray": ".09 .0985" });

/** A place from which the last move removed a piece or a ring. */
export const lastTaken = () => cross("last", 0.17, 0.07);

/** A refused touch. */
export function refusal() {
  return [
    ...tint("refused", 0.46),
    ...ring("refusal", 0.46, 0.08),
    svg("circle", { class: "badge", cx: 0.36, cy: -0.36, r: 0.19 }),
    svg("path", { class: "badge-cross", d: "M.29 -.43L.43 -.29M.43 -.43L.29 -.29" }),
  ];
}

/** A hint. */
export const hinted = () => ring("hinted", 0.47, 0.08, { "stroke-dasharray": ".2 .128" });

/** A place whose ring or piece the hinted move removes. */
export const hintedRemoval = () => cross("hinted", 0.2, 0.1);

/** The keyboard focus. */
export function focused() {
  const box = (/** @type {string} */ name, /** @type {number} */ width) =>
    svg("rect", { class: name, x: -0.5, y: -0.5, width: 1, height: 1, rx: 0.2, "stroke-width": width });
  return [box("case", 0.12), box("focus", 0.06)];
}

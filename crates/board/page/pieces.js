// The look of pieces: colour, shape, mark and height. Unknown values look neutral.

import { h } from "./render.js";

const COLOURS = new Set(["white", "grey", "black", "red"]);

/** The radius of a piece. The distance between neighbours is 1. */
const RADIUS = 0.4;

/** Describes a piece, centred on the origin. @param {import("./scene.js").Kind|undefined} kind @param {number|null} height */
export function drawPiece(kind, height) {
  const colour = kind && COLOURS.has(kind.colour) ? kind.colour : "other";
  const isMarble = kind?.shape === "marble";
  /** @type {import("./render.js").Description[]} */
  const parts = [];
  const r = isMarble ? RADIUS * 0.88 : RADIUS;
  const isStack = height !== null && height > 1;
  // The edge of a stack grows with its height.
  const edge = isStack ? Math.min(0.035 * height, 0.15) : 0.035;
  const circle = (/** @type {string} */ name, /** @type {number} */ radius, y = 0, fill = "") =>
    h("circle", {
      class: name,
      r: radius.toFixed(3),
      cy: y === 0 ? null : y.toFixed(3),
      fill: fill ? `url(#g-${fill})` : null,
    });
  parts.push(circle("shade", r + 0.015, edge + 0.03));
  // Dark marbles need a border to the ring below them.
  if (isMarble) parts.push(circle("halo", r + 0.02));
  else parts.push(circle("edge", r, edge));
  parts.push(circle("face", r, 0, colour));
  if (isMarble) parts.push(circle("gloss", r, 0, "gloss"));
  else if (!isStack) parts.push(circle("groove", r * 0.72));
  switch (kind?.mark ?? "") {
    case "":
    case "plain":
      break;
    case "core":
      parts.push(circle("core", r * 0.8));
      break;
    case "double":
      parts.push(
        circle("edge", 0.28, -0.045),
        circle("face upper", 0.28, -0.07, colour),
        circle("groove", 0.14, -0.07),
      );
      break;
    case "charged":
      parts.push(circle("charge", r * 0.46));
      break;
    case "used":
      parts.push(circle("charge used", r * 0.46));
      break;
    case "ball":
      parts.push(circle("ball", 0.22, -0.03, "ball"), circle("gloss", 0.22, -0.03, "gloss"));
      break;
    default:
      parts.push(circle("unknown", r * 0.2));
  }
  if (isStack) {
    const text = String(height);
    parts.push(h("text.height", { y: 0.02, "font-size": text.length > 1 ? 0.38 : 0.46 }, text));
  }
  const style = { "--edge": `var(--piece-${colour}-edge)`, "--rim": `var(--piece-${colour}-rim)` };
  return h("g", { class: `piece ${colour}`, style }, ...parts);
}

/** A piece as a separate picture. @param {import("./scene.js").Kind|undefined} kind */
export function pieceIcon(kind) {
  return h("svg.piece-icon", { viewBox: "-.5 -.5 1 1", "aria-hidden": "true" }, drawPiece(kind, null));
}

/** The colour of a player; the number of a player who has none. @param {import("./scene.js").Scene|null} scene @param {import("./store.js").Side} side */
export function colourSign(scene, side) {
  const colour = scene?.players[side].colour ?? "";
  const number = side === "p1" ? 1 : 2;
  const part = (/** @type {string} */ name) => (COLOURS.has(colour) ? `var(--piece-${colour}${name})` : "");
  return h(
    "span.colour",
    { style: { "--hi": part("-hi"), "--low": part("") }, "aria-hidden": "true" },
    scene && !colour && number,
  );
}

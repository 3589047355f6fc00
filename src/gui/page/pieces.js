// The look of pieces: colour, shape, mark and height. Unknown values look neutral.

import { svg } from "./dom.js";

const COLOURS = new Set(["white", "grey", "black", "red"]);

/** The radius of a piece. The distance between neighbours is 1. */
export const RADIUS = 0.4;

/**
 * Draws a piece, centred on the origin.
 * @param {import("./scene.js").Kind|undefined} kind
 * @param {number|null} height
 */
export function drawPiece(kind, height) {
  const colour = kind && COLOURS.has(kind.colour) ? kind.colour : "other";
  const marble = kind?.shape === "marble";
  const group = svg("g", { class: `piece ${colour}` });
  const r = marble ? RADIUS * 0.88 : RADIUS;
  const circle = (/** @type {number} */ radius, /** @type {Record<string, any>} */ attributes) =>
    svg("circle", { r: radius.toFixed(3), ...attributes });
  // The edge of a stack grows with its height.
  const edge = height && height > 1 ? Math.min(0.035 * Math.min(height, 6), 0.14) : 0.03;
  group.append(svg("circle", { cy: (edge + 0.015).toFixed(3), r: (r + 0.012).toFixed(3), class: "shade" }));
  if (!marble) group.append(svg("circle", { cy: edge.toFixed(3), r: r.toFixed(3), class: "edge" }));
  group.append(circle(r, { fill: `url(#g-${colour})`, class: "face" }));
  if (marble) group.append(circle(r, { fill: "url(#g-gloss)" }));
  else if (!height || height < 2) group.append(circle(r * 0.72, { class: "groove" }));
  switch (kind?.mark ?? "") {
    case "":
    case "plain":
      break;
    case "core":
      group.append(circle(r * 0.8, { class: "core" }));
      break;
    case "double":
      group.append(
        svg("circle", { cy: -0.045, r: (r * 0.7).toFixed(3), class: "edge" }),
        svg("circle", { cy: -0.07, r: (r * 0.7).toFixed(3), fill: `url(#g-${colour})`, class: "face" }),
        svg("circle", { cy: -0.07, r: (r * 0.34).toFixed(3), class: "groove" }),
      );
      break;
    case "charged":
      group.append(circle(r * 0.46, { class: "charge" }));
      break;
    case "used":
      group.append(circle(r * 0.46, { class: "charge used" }));
      break;
    case "ball":
      group.append(
        svg("circle", { cy: -0.03, r: (r * 0.55).toFixed(3), class: "ball" }),
        svg("circle", { cy: -0.03, r: (r * 0.55).toFixed(3), fill: "url(#g-gloss)" }),
      );
      break;
    default:
      group.append(circle(r * 0.2, { class: "unknown" }));
  }
  if (height && height > 1) {
    const text = String(height);
    group.append(svg("text", { class: "height", y: 0.02, "font-size": text.length > 1 ? 0.36 : 0.44 }, text));
  }
  return group;
}

/**
 * A piece as a separate picture.
 * @param {import("./scene.js").Kind|undefined} kind
 */
export function pieceIcon(kind) {
  return svg("svg", { class: "piece-icon", viewBox: "-.5 -.5 1 1", "aria-hidden": "true" }, drawPiece(kind, null));
}

// The boards as an SVG file that looks like the page.

import { svg } from "./render.js";

/** Style properties copied from the page into the file. */
const LOOKS = [
  "fill",
  "stroke",
  "stroke-width",
  "stroke-dasharray",
  "stroke-dashoffset",
  "stroke-linejoin",
  "stroke-linecap",
  "opacity",
  "font-size",
  "font-family",
  "font-weight",
  "text-anchor",
  "dominant-baseline",
  "fill-opacity",
  "stroke-opacity",
  "stop-color",
];
/** The gap between two boards, in board units. */
const GAP = 0.4;

/** The text of an SVG file that shows the boards side by side. @param {Element} boards their parent @param {Element} defs the gradients they use */
export function boardPicture(boards, defs) {
  const sources = /** @type {SVGSVGElement[]} */ ([...boards.querySelectorAll("svg.board")]);
  const height = Math.max(...sources.map((source) => source.viewBox.baseVal.height));
  let x = 0;
  const parts = sources.map((source) => {
    const box = source.viewBox.baseVal;
    const { width } = box;
    const look = {
      x,
      y: (height - box.height) / 2,
      width,
      height: box.height,
      viewBox: source.getAttribute("viewBox"),
    };
    const part = svg("svg", look, ...[...source.childNodes].map((child) => child.cloneNode(true)));
    dress(source, part);
    for (const layer of part.querySelectorAll(".now, .hits")) layer.remove();
    x += box.width + GAP;
    return part;
  });
  const gradients = /** @type {Element} */ (defs.cloneNode(true));
  dress(defs, gradients);
  const whole = svg("svg", { viewBox: `0 0 ${x - GAP} ${height}`, width: (x - GAP) * 60, height: height * 60 }, [
    gradients,
    ...parts,
  ]);
  return new XMLSerializer().serializeToString(whole);
}

/** The picture of an SVG file. @param {string} text */
export async function pngOf(text) {
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(text)}`;
  await image.decode();
  const canvas = new OffscreenCanvas(image.width, image.height);
  canvas.getContext("2d")?.drawImage(image, 0, 0);
  return canvas.convertToBlob({ type: "image/png" });
}

/** Gives each part of a copy the looks of its original. @param {Element} source @param {Element} copy */
function dress(source, copy) {
  const from = source.querySelectorAll("*"),
    to = copy.querySelectorAll("*");
  from.forEach((found, n) => {
    const look = getComputedStyle(found);
    const target = to[n];
    for (const name of LOOKS) {
      const value = look.getPropertyValue(name);
      // In the file a gradient is a local reference; the page has an absolute URL.
      if (value && !value.startsWith("url(")) target.setAttribute(name, value);
    }
    target.removeAttribute("style");
  });
}

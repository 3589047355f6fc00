// A callout: a text that points at a place. It is only for the eye; the status of the page has the same text.

import { h, make } from "./render.js";

/** The space for the tip, in pixels. */
const GAP = 12;

/**
 * Shows a text above a target, or below it if there is no space or if it would cover something.
 * @param {HTMLElement} host
 * @param {Element} target
 * @param {string} text
 * @param {Element[]} uncovered what the callout should not cover
 */
export function showCallout(host, target, text, uncovered = []) {
  const box = make(h("div.callout", { "aria-hidden": "true" }, text));
  host.append(box);
  const [outer, inner, own] = [host, target, box].map((element) => element.getBoundingClientRect());
  const middle = inner.x + inner.width / 2 - outer.x;
  const left = Math.max(0, Math.min(outer.width - own.width, middle - own.width / 2));
  const [above, below] = [inner.y - own.height - GAP, inner.bottom + GAP];
  const covers = (/** @type {number} */ top) =>
    uncovered.some((element) => {
      const { x, y, right, bottom } = element.getBoundingClientRect();
      return bottom > top && y < top + own.height && right > outer.x + left && x < outer.x + left + own.width;
    });
  const isBelow = above < 0 || (covers(above) && !covers(below) && below + own.height < innerHeight);
  box.classList.toggle("below", isBelow);
  box.style.left = `${left}px`;
  box.style.top = `${(isBelow ? below : above) - outer.y}px`;
  box.style.setProperty("--tip", `${middle - left}px`);
}

/** Removes the callouts of a host. @param {HTMLElement} host */
export function hideCallout(host) {
  for (const box of host.querySelectorAll(".callout")) box.remove();
}

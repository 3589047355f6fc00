// Helpers for elements, and the parts that most of them share.

import { h } from "./render.js";

/** The element of the page with this id. @param {string} id @returns {any} */
export function byId(id) {
  return document.getElementById(id);
}

/** Shakes an element. @param {Element|null} element @param {number} width in pixels, or in the units of an SVG */
export function shake(element, width) {
  const translate = [0, -1, 1, -1, 1, 0].map((way) => `${way * width}px 0`);
  element?.animate({ translate }, { duration: 320, easing: "ease-in-out" });
}

/** Sets or removes an attribute. @param {Element} element @param {string} name @param {any} value */
export function setAttribute(element, name, value) {
  if (value === null || value === undefined || value === false) element.removeAttribute(name);
  else if (element.getAttribute(name) !== String(value)) element.setAttribute(name, String(value));
}

/**
 * Handlers for a pointer that moves onto an element, but not for an element that appears under it.
 * @param {() => void} work
 * @returns {import("./render.js").Props}
 */
export function onPointed(work) {
  let done = false;
  return {
    onpointermove: (event) => {
      if (done || (!event.movementX && !event.movementY)) return;
      done = true;
      work();
    },
    onpointerleave: () => {
      done = false;
    },
  };
}

const PATHS = {
  first: "M6 5v14M19 5l-9 7 9 7z",
  back: "M15 5l-8 7 8 7",
  next: "M9 5l8 7-8 7",
  last: "M18 5v14M5 5l9 7-9 7z",
  flip: "M8 4v14l-4-4M16 20V6l4 4",
  plus: "M12 5v14M5 12h14",
  open: "M4 7h6l2 2h8v10H4z",
  save: "M12 4v11M7 11l5 5 5-5M4 20h16",
  engine: "M7 7h10v10H7zM10 3v4M14 3v4M10 17v4M14 17v4M3 10h4M3 14h4M17 10h4M17 14h4",
  rules: "M5 4h10a3 3 0 013 3v13H8a3 3 0 01-3-3z M8 8h7M8 12h7",
  settings: "M4 7h9M17 7h3M4 17h3M11 17h9M13 7a2 2 0 104 0 2 2 0 10-4 0M7 17a2 2 0 104 0 2 2 0 10-4 0",
  undo: "M9 14L4 9l5-5M4 9h9a7 7 0 017 7v3",
  flag: "M6 21V4h11l-2 4 2 4H6",
  pause: "M8 5v14M16 5v14",
  play: "M7 5l11 7-11 7z",
  forward: "M5 6l7 6-7 6zM13 6l7 6-7 6z",
  slower: "M19 6l-7 6 7 6zM11 6l-7 6 7 6z",
  threat: "M12 4l9 16H3zM12 10v4M12 17h.01",
  graph: "M4 18l5-7 4 4 7-10",
  close: "M6 6l12 12M18 6L6 18",
  check: "M5 13l5 5 9-11",
  trash: "M5 7h14M9 7V4h6v3M7 7l1 13h8l1-13",
  edit: "M4 20l1-5L16 4l4 4L9 19zM13 7l4 4",
  eraser: "M8 19l-5-5L13 4l7 7-8 8zM8 9l7 7M6 19h14",
  up: "M12 19V5M6 11l6-6 6 6",
  copy: "M9 9h11v11H9zM5 15H4V4h11v1",
  step: "M6 5l9 7-9 7zM18 5v14",
  more: "M4 12a1 1 0 102 0 1 1 0 10-2 0M11 12a1 1 0 102 0 1 1 0 10-2 0M18 12a1 1 0 102 0 1 1 0 10-2 0",
  bulb: "M9 18h6M10 21h4M8.5 14.5a5.5 5.5 0 117 0c-.9.8-1.2 1.6-1.2 2.5H9.7c0-.9-.3-1.7-1.2-2.5z",
  list: "M9 6h11M9 12h11M9 18h11M4.5 6h.01M4.5 12h.01M4.5 18h.01",
  again: "M4 12a8 8 0 108-8c-2.6 0-4.6 1-6.2 2.8M5 3v4h4",
  left: "M14 5l-7 7 7 7",
  eye: "M2 12s3.6-6.5 10-6.5S22 12 22 12s-3.6 6.5-10 6.5S2 12 2 12zM12 9.2a2.8 2.8 0 100 5.6 2.8 2.8 0 100-5.6z",
  cap: "M12 4L2 9l10 5 10-5zM6 11.5V16c0 1.5 2.7 3 6 3s6-1.5 6-3v-4.5",
  puzzle: "M4 8h4a2.2 2.2 0 114 0h4v4a2.2 2.2 0 110 4v4H4z",
  person: "M12 4a4 4 0 100 8 4 4 0 100-8zM4 21c.6-4 3.8-6 8-6s7.400 2 8 6",
  keys: "M3 7h18v11H3zM7 11h.01M11 11h.01M15 11h.01M8 15h8",
};

/** An icon for a button. @param {keyof typeof PATHS} name */
export function icon(name) {
  return h("svg.icon", { viewBox: "0 0 24 24", "aria-hidden": "true" }, h("path", { d: PATHS[name] }));
}

/**
 * Describes a button with an icon and a label. With `short` the label is only its accessible name and tooltip.
 * @param {keyof typeof PATHS|null} drawing
 * @param {string} label
 * @param {(event: any) => void} onclick
 * @param {import("./render.js").Props & {short?: boolean}} [attributes]
 */
export function button(drawing, label, onclick, { short = false, ...attributes } = {}) {
  const names = short ? { title: label, "aria-label": label } : {};
  const parts = [drawing && icon(drawing), !short && h("span", label)];
  return h("button", { type: "button", onclick, ...names, ...attributes }, ...parts);
}

// Small helpers to make elements. Text is always set as text, never as HTML.

const SVG = "http://www.w3.org/2000/svg";

/**
 * An element with attributes and children. A function as an attribute `on...` is what happens then;
 * `true` sets an empty attribute, `false`, `null` and `undefined` leave it out.
 * @param {string} tag
 * @param {Record<string, any>} [attributes]
 * @param {...(Node|string|number|null|undefined)} children
 * @returns {any}
 */
export function el(tag, attributes = {}, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

/**
 * The same for SVG.
 * @param {string} tag
 * @param {Record<string, any>} [attributes]
 * @param {...(Node|string|number|null|undefined)} children
 * @returns {any}
 */
export function svg(tag, attributes = {}, ...children) {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element[name] = value;
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, String(value));
  }
  for (const child of children) {
    if (child !== null && child !== undefined) element.append(child instanceof Node ? child : String(child));
  }
  return element;
}

/**
 * The element of the page with this id.
 * @param {string} id
 * @returns {any}
 */
export function byId(id) {
  return document.getElementById(id);
}

/**
 * Replaces what an element holds.
 * @param {Element} element
 * @param {...(Node|string|null|undefined)} children
 */
export function put(element, ...children) {
  element.replaceChildren(...children.filter((child) => child !== null && child !== undefined));
}

/**
 * Makes an element hold what is given, with as little change as possible: what is there already stays,
 * so that a press is not lost and the focus does not move because something was drawn anew.
 * @param {Element} element
 * @param {...(Node|string|null|undefined)} children
 */
export function renew(element, ...children) {
  const wanted = children.filter((child) => child !== null && child !== undefined).map((child) => (child instanceof Node ? child : document.createTextNode(String(child))));
  wanted.forEach((child, n) => {
    const old = element.childNodes[n];
    if (!old) element.append(child);
    else if (!alike(old, child)) old.replaceWith(child);
    else if (old instanceof Element) adopt(old, child);
    else if (old.nodeValue !== child.nodeValue) old.nodeValue = child.nodeValue;
  });
  while (element.childNodes.length > wanted.length) element.lastChild.remove();
}

/**
 * What happens when a pointer comes over an element, not when the element comes below the pointer.
 * @param {() => void} work
 */
export function onPointed(work) {
  let done = false;
  return {
    onpointermove: (event) => { if (!done && (event.movementX || event.movementY)) { done = true; work(); } },
    onpointerleave: () => { done = false; },
  };
}

/** Whether one can become the other. What has a name of its own, as all buttons have, only becomes what has the same. A turn stays the same whatever is said about it. */
function alike(old, child) {
  return old.nodeName === child.nodeName && (!(old instanceof Element) || nameOf(old) === nameOf(child));
}
function nameOf(element) {
  const { item, touch, node } = element.dataset;
  return [element.id, item, touch, node, element.nodeName === "BUTTON" && !item && !node ? element.textContent : ""].join(" ");
}

const HAPPENINGS = ["onclick", "onpointerenter", "onfocus", "onblur", "onchange"];

function adopt(old, child) {
  for (const { name } of [...old.attributes]) if (!child.hasAttribute(name)) old.removeAttribute(name);
  for (const { name, value } of child.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  for (const name of HAPPENINGS) old[name] = child[name];
  renew(old, ...child.childNodes);
}

const PATHS = {
  first: "M6 5v14M19 5l-9 7 9 7z", back: "M15 5l-8 7 8 7", next: "M9 5l8 7-8 7", last: "M18 5v14M5 5l9 7-9 7z",
  flip: "M8 4v14l-4-4M16 20V6l4 4", plus: "M12 5v14M5 12h14", open: "M4 7h6l2 2h8v10H4z", save: "M12 4v11M7 11l5 5 5-5M4 20h16",
  engine: "M7 7h10v10H7zM10 3v4M14 3v4M10 17v4M14 17v4M3 10h4M3 14h4M17 10h4M17 14h4", rules: "M5 4h10a3 3 0 013 3v13H8a3 3 0 01-3-3z M8 8h7M8 12h7",
  settings: "M4 7h9M17 7h3M4 17h3M11 17h9M13 7a2 2 0 104 0 2 2 0 10-4 0M7 17a2 2 0 104 0 2 2 0 10-4 0",
  undo: "M9 14L4 9l5-5M4 9h9a7 7 0 017 7v3", flag: "M6 21V4h11l-2 4 2 4H6", pause: "M8 5v14M16 5v14", play: "M7 5l11 7-11 7z",
  forward: "M5 6l7 6-7 6zM13 6l7 6-7 6z", graph: "M4 18l5-7 4 4 7-10", close: "M6 6l12 12M18 6L6 18", check: "M5 13l5 5 9-11", trash: "M5 7h14M9 7V4h6v3M7 7l1 13h8l1-13",
  edit: "M4 20l1-5L16 4l4 4L9 19zM13 7l4 4", eraser: "M8 19l-5-5L13 4l7 7-8 8zM8 9l7 7M6 19h14",
  up: "M12 19V5M6 11l6-6 6 6", step: "M6 5l9 7-9 7zM18 5v14",
};

/**
 * A line drawing for a button.
 * @param {keyof typeof PATHS} name
 */
export function icon(name) {
  return svg("svg", { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true" }, svg("path", { d: PATHS[name] }));
}

/**
 * A button with a drawing and a label.
 * @param {keyof typeof PATHS|null} drawing
 * @param {string} label
 * @param {(event: Event) => void} onclick
 * @param {Record<string, any>} [attributes]
 */
export function button(drawing, label, onclick, attributes = {}) {
  const short = attributes.short;
  delete attributes.short;
  return el("button", { type: "button", onclick, title: short ? label : null, "aria-label": short ? label : null, ...attributes },
    drawing ? icon(drawing) : null, short ? null : el("span", {}, label));
}

/** What was pressed once by a button that wants to be pressed twice, until that is forgotten. */
let sure = "", forgotten = 0;

/**
 * A button that wants to be pressed twice.
 * @param {keyof typeof PATHS|null} drawing
 * @param {string} label
 * @param {string|number|null} about what it is about: a press counts as long as that stays the same, drawn anew or not
 * @param {() => void} onclick
 * @param {Record<string, any>} [attributes]
 */
export function confirmButton(drawing, label, about, onclick, attributes = {}) {
  const what = `${label} ${about}`;
  const forget = () => {
    sure = "";
    for (const made of document.querySelectorAll("[data-sure]")) { made.lastChild.textContent = made.dataset.sure; delete made.dataset.sure; }
  };
  const asked = sure === what && !attributes.disabled;
  return button(drawing, asked ? `${label}?` : label, ({ currentTarget: made }) => {
    const again = sure === what;
    clearTimeout(forgotten);
    forget();
    if (again) { onclick(); return; }
    sure = what;
    made.dataset.sure = label;
    made.lastChild.textContent = `${label}?`;
    forgotten = setTimeout(forget, 2500);
  }, { ...attributes, "data-sure": asked ? label : null });
}

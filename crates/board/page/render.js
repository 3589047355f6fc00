// Draws descriptions of elements: makes what is new, changes what differs and keeps the rest. So the focus, scroll
// positions and what the user types stay. Text is always set as text, never as HTML.

/**
 * A property `on...` is an event handler, `key` tells apart siblings that come and go or change their order, `style` sets
 * properties of the style, and `mounted` is called once with the new element, which may add nodes of its own. `next` is a
 * selector: an element that becomes the next one takes over the focus of the nearest element around it that fits. All
 * others are attributes: `true` sets an empty one, `false`, `null` and `undefined` remove it. `aria-...` keeps `true` and
 * `false` as words.
 * @typedef {((event: any) => any)|null|false} Handler
 * @typedef {{mounted?: (element: any) => any, onclick?: Handler, onchange?: Handler, oninput?: Handler, onsubmit?: Handler, onclose?: Handler, oncancel?: Handler, onscroll?: Handler, oncontextmenu?: Handler, onblur?: Handler, onfocus?: Handler, onfocusin?: Handler, onfocusout?: Handler, onkeydown?: Handler, onkeyup?: Handler, onpointerdown?: Handler, onpointerenter?: Handler, onpointermove?: Handler, onpointerup?: Handler, onpointerleave?: Handler, onpointercancel?: Handler, [name: string]: any}} Props
 * @typedef {{tag: string, props: Props, children: Child[]}} Description
 * @typedef {Description|Node|string|number|null|undefined|false|Child[]} Child
 */

export const SVG = "http://www.w3.org/2000/svg";
const HTML = "http://www.w3.org/1999/xhtml";
/** Properties that the user changes. They are compared with the element, not with the last description. */
const LIVE = new Set(["value", "checked", "indeterminate"]);

/** What each node was drawn from. @type {WeakMap<Node, {name: string, description: Description|null}>} */
const drawn = new WeakMap();
/** @type {WeakMap<EventTarget, Record<string, (event: any) => void>>} */
const handlers = new WeakMap();

/** The last element that has become the next one, and the selector of what it takes the focus from. @type {{element: HTMLElement, from: string}|null} */
let next = null;

/**
 * Describes an element. What was drawn from the same description is skipped. A child that is absent keeps its place, and
 * a list of children counts as one, so that others stay the same without a key.
 * @param {string} selector the tag and classes, such as `p.small`
 * @param {...(Props|Child)} rest the properties, which may be left out, and the children
 * @returns {Description}
 */
export function h(selector, ...rest) {
  const [tag, ...names] = selector.split(".");
  const props = isProps(rest[0]) ? { .../** @type {Props} */ (rest.shift()) } : {};
  if (names.length > 0) props.class = classes(...names, props.class);
  return { tag, props, children: /** @type {Child[]} */ (rest) };
}

/** @param {Props|Child} one */
function isProps(one) {
  return typeof one === "object" && one !== null && !Array.isArray(one) && !(one instanceof Node) && !("tag" in one);
}

/** Makes a new element. @param {Description} description @param {string} [space] the namespace of its parent @returns {any} */
export function make(description, space = HTML) {
  const { tag, props, children } = description;
  const own = tag === "svg" ? SVG : space;
  const element = document.createElementNS(own, tag);
  drawChildren(element, children);
  for (const [name, value] of Object.entries(props)) set(element, name, value);
  props.mounted?.(element);
  return element;
}

/** Makes an SVG element. @param {string} tag @param {Props} [props] @param {...Child} children @returns {any} */
export function svg(tag, props = {}, ...children) {
  return make({ tag, props, children }, SVG);
}

/** The value of `class` without the absent names. @param {...(string|false|null|undefined)} names */
export function classes(...names) {
  return names.filter(Boolean).join(" ");
}

/**
 * Draws the content of an element; nodes that were not drawn stay. If the focus was on an element that is gone, and was
 * visible, the host gets the event "focuslost".
 * @param {Element} host @param {...Child} children
 */
export function draw(host, ...children) {
  const active = /** @type {HTMLElement|null} */ (document.activeElement);
  const focused = host.contains(active) ? active : null;
  const isVisible = focused?.matches(":focus-visible");
  /** @type {Set<Element>} */
  const around = new Set();
  for (let one = /** @type {Element|null} */ (focused); one; one = one.parentElement) around.add(one);
  next = null;
  drawChildren(host, children);
  if (!focused) return;
  const heir = nextOne();
  const scope = heir?.element.closest(heir.from);
  // An element that was moved has lost the focus.
  const target = heir && scope && around.has(scope) ? heir.element : host.contains(focused) ? focused : null;
  if (target !== document.activeElement) target?.focus({ preventScroll: true });
  if (!target && isVisible) host.dispatchEvent(new Event("focuslost"));
}

/** TypeScript does not see that the drawing sets it. */
const nextOne = () => next;

/** @param {Element} parent @param {Child[]} children */
function drawChildren(parent, children) {
  /** @type {Map<string, ChildNode>} */
  const old = new Map();
  for (const node of parent.childNodes) {
    const known = drawn.get(node);
    if (known) old.set(known.name, node);
  }
  const nodes = named(children).map(([name, child]) => {
    if (child instanceof Node) {
      drawn.set(child, { name, description: null });
      return child;
    }
    const found = old.get(name);
    if (!found) return remember(name, child, parent);
    old.delete(name);
    return update(found, name, child);
  });
  const kept = new Set(nodes);
  for (const node of [...parent.childNodes]) if (drawn.has(node) && !kept.has(node)) node.remove();
  let place = parent.firstChild;
  for (const node of nodes) {
    if (node === place) place = node.nextSibling;
    else parent.insertBefore(node, place);
  }
}

/** The children that are present, with names by which they are found again. @param {Child[]} children @param {string} [place] @returns {[string, Description|Node|string][]} */
function named(children, place = "") {
  return children.flatMap((child, n) => {
    if (child === null || child === undefined || child === false || child === "") return [];
    if (Array.isArray(child)) return named(child, `${place}${n} `);
    if (child instanceof Node) return [["", child]];
    if (typeof child !== "object") return [[`${place}${n} text`, String(child)]];
    return [[`${place}${child.props.key ?? n} ${child.tag}`, child]];
  });
}

/** @param {string} name @param {Description|string} child @param {Element} parent */
function remember(name, child, parent) {
  const isText = typeof child === "string";
  const node = isText ? document.createTextNode(child) : make(child, parent.namespaceURI ?? HTML);
  drawn.set(node, { name, description: isText ? null : child });
  return node;
}

/** @param {ChildNode} node @param {string} name @param {Description|string} child */
function update(node, name, child) {
  if (typeof child === "string") {
    if (node.nodeValue !== child) node.nodeValue = child;
    return node;
  }
  const known = drawn.get(node)?.description;
  if (known === child) return node;
  const element = /** @type {HTMLElement} */ (node);
  const before = known?.props ?? {};
  drawn.set(node, { name, description: child });
  drawChildren(element, child.children);
  for (const prop of Object.keys(before)) if (!(prop in child.props)) set(element, prop, null);
  for (const [prop, value] of Object.entries(child.props))
    if (value !== before[prop] || LIVE.has(prop)) set(element, prop, value);
  return node;
}

/** Sets a property of a description. @param {any} element @param {string} name @param {any} value */
function set(element, name, value) {
  const isAria = name.startsWith("aria-");
  if (name === "key" || name === "mounted") return;
  if (name === "next") next = value ? { element, from: value } : next;
  else if (name === "style") for (const [one, to] of Object.entries(value ?? {})) element.style.setProperty(one, to);
  else if (name.startsWith("on")) listen(element, name.slice(2), value);
  else if (LIVE.has(name) && element.matches("input, select, textarea")) {
    const wanted = name === "value" ? String(value ?? "") : Boolean(value);
    if (element[name] !== wanted) element[name] = wanted;
  } else if (value === null || value === undefined || (value === false && !isAria)) element.removeAttribute(name);
  else element.setAttribute(name, value === true && !isAria ? "" : String(value));
}

/** Sets the handler of an event. @param {Element} element @param {string} type @param {any} work */
function listen(element, type, work) {
  const own = handlers.get(element) ?? {};
  if (!(type in own)) element.addEventListener(type, handle);
  own[type] = work;
  handlers.set(element, own);
}

/** @this {EventTarget} @param {Event} event */
function handle(event) {
  handlers.get(this)?.[event.type]?.(event);
}

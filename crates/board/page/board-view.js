// The boards of a scene with animation, marks, pointer and keyboard.
//
// Layers, from bottom to top: ground, marks, pieces, names, arrows, and transparent targets for events.

import { watchDrags, watchPen } from "./board-drag.js";
import { placeTowards } from "./board-geometry.js";
import * as marks from "./board-marks.js";
import { drawOverlay, markAt } from "./board-overlay.js";
import { stepsBetween } from "./board-state.js";
import { hideCallout, showCallout } from "./callout.js";
import { setAttribute, shake } from "./dom.js";
import { svg } from "./render.js";
import { applyStep } from "./scene.js";
import { animates } from "./settings.js";
import { playSound, soundOf } from "./sounds.js";
import { StillBoard } from "./still-board.js";
import { T } from "./texts.js";

/** @typedef {import("./scene.js").Scene} Scene */
/** @typedef {import("./scene.js").Place} Place */
/** @typedef {import("./scene.js").StepEvent} StepEvent */
/** @typedef {import("./store.js").Drawing} Drawing */
/** @typedef {import("./board-geometry.js").Point} Point */
/** @typedef {import("./board-state.js").BoardState} BoardState */
/**
 * @typedef {object} BoardHandlers
 * @property {(id: string) => void} touch
 * @property {(id: string) => boolean} grab returns whether the piece can be dragged
 * @property {(id: string|null) => void} drop
 * @property {(id: string|null) => void} hover
 * @property {(drawing: Drawing) => void} [draw]
 */

/** The duration of a step, and the maximum for a whole move, in milliseconds. */
const STEP = 190;
const MOVE = 1200;
/** How far a refused place moves when it shakes, in steps. */
const SHAKE = 0.07;
const LAYERS = ["ground", "under", "pieces", "names", "over", "now", "hits"];
/** @type {Record<string, Point>} */
const ARROW_KEYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** A board with handlers. All listeners and observers belong to the host, so that they go with it. */
export class BoardView extends StillBoard {
  /** @param {HTMLElement} host @param {BoardHandlers} on */
  constructor(host, on) {
    super(host, LAYERS);
    this.on = on;
    this.playing = 0;
    /** Settles when the board has shown the last steps. */
    this.settled = Promise.resolve();
    /** What is drawn. @type {BoardState|null} */
    this.state = null;
    /** An unfinished drawing. @type {Drawing|null} */
    this.pen = null;
    /** What the overlay was drawn from. */
    this.overlay = "";
    /** The place that the Tab key reaches. @type {string|null} */
    this.focus = null;
    /** The start of an arrow that is drawn by keys. @type {string|null} */
    this.arrowFrom = null;
    host.addEventListener("keydown", (event) => this.key(event));
    host.addEventListener("focusout", () => on.hover(null));
    this.watchDrag();
    if (on.draw)
      watchPen(host, {
        placeAt: (event) => this.placeAt(event),
        show: (pen) => ((this.pen = pen), this.mark()),
        draw: on.draw,
      });
    // A wide board may have to be turned.
    const resized = () => this.scene && this.shape !== this.shapeOf(this.scene) && this.draw(this.scene);
    new ResizeObserver(() => requestAnimationFrame(resized)).observe(host);
    // Texts keep a readable size on small boards.
    this.sizes = new ResizeObserver((entries) => {
      for (const { target, contentRect } of entries) {
        const board = /** @type {SVGSVGElement} */ (target);
        if (contentRect.width > 0)
          board.style.setProperty("--pixel", `${board.viewBox.baseVal.width / contentRect.width}px`);
      }
    });
  }

  /** Shows a state: draws what differs from the last one. @param {BoardState} state */
  show(state) {
    const before = this.state;
    this.state = state;
    const { scene, turned, coordinates, preview, glow, refusal } = state;
    const isTurned = before?.turned !== turned || before.coordinates !== coordinates;
    Object.assign(this, { turned, coordinates });
    if (isTurned) this.cut(scene);
    else if (scene !== before.scene) {
      const steps = stepsBetween(before, state);
      if (steps.length > 0) this.settled = this.play(steps, scene);
      else this.cut(scene);
    }
    this.mark();
    setAttribute(this.host, "data-preview", preview);
    if (isTurned || glow !== before.glow) this.glow(glow?.at ?? [], glow?.takes);
    if (refusal !== (before?.refusal ?? null)) this.refuse(refusal?.id ?? null, refusal?.reason);
  }

  /** Whether pieces are moving. */
  get isMoving() {
    return this.host.classList.contains("moving");
  }

  /** Draws a scene without animation. @param {Scene} scene */
  cut(scene) {
    this.playing += 1;
    this.host.classList.remove("moving");
    this.draw(scene);
  }

  /** Animates steps from the shown scene, each with a sound at its end, then shows the new scene. @param {StepEvent[][]} steps @param {Scene} scene */
  async play(steps, scene) {
    this.playing += 1;
    const mine = this.playing;
    if (this.scene && animates() && !document.hidden && this.shape === this.shapeOf(scene)) {
      const time = Math.min(STEP, MOVE / steps.length);
      let now = this.scene;
      this.host.classList.add("moving");
      for (const step of steps) {
        const isMoving = await this.animate(step, time);
        if (mine !== this.playing) return;
        now = applyStep(now, step);
        this.draw(now);
        this.sound(step);
        // What appears or disappears at once is seen before the next step.
        if (!isMoving && step !== steps.at(-1)) await new Promise((done) => setTimeout(done, time));
        if (mine !== this.playing) return;
      }
    } else this.sound(steps.flat());
    this.host.classList.remove("moving");
    this.draw(scene);
  }

  /** @param {StepEvent[]} events */
  sound(events) {
    const name = soundOf(events, (id) => this.places.has(id));
    if (name) playSound(name);
  }

  /** Moves the pieces of a step. Returns whether there are any. @param {StepEvent[]} step @param {number} time */
  async animate(step, time) {
    const slide = (/** @type {any} */ piece, /** @type {Point[]} */ way) =>
      piece.animate(
        way.map(([x, y]) => ({ transform: `translate(${x}px, ${y}px)` })),
        { duration: time, easing: "cubic-bezier(.3,.1,.2,1)", fill: "forwards" },
      );
    const pieces = step.flatMap(({ from, to }) => {
      const start = !from || from === to ? undefined : this.places.get(from);
      const end = to ? this.places.get(to) : undefined;
      if (!start?.piece) return [];
      const { piece } = start;
      if (!end) return [piece.animate([{ opacity: 1 }, { opacity: 0 }], { duration: time * 0.8, fill: "forwards" })];
      piece.parentNode.append(piece);
      return [slide(piece, [start.at, end.at])];
    });
    const animations = [...pieces, ...this.ballOf(step).map(({ ball, way }) => slide(ball, way))];
    const done = Promise.all(animations.map((animation) => animation.finished.catch(() => null)));
    await Promise.race([done, new Promise((resolve) => setTimeout(resolve, time + 250))]);
    return animations.length > 0;
  }

  /** The parts of a ball that a step passes from one piece to another, and their way from the first piece. @param {StepEvent[]} step @returns {{ball: SVGElement, way: Point[]}[]} */
  ballOf(step) {
    const changed = step.flatMap(({ from, to }) => (from === to && this.places.get(from ?? "")) || []);
    const start = changed.find(({ piece }) => piece?.querySelector(".ball"));
    const end = changed.find((place) => place !== start);
    if (!start || !end) return [];
    // The ball passes above the other pieces.
    start.piece.parentNode.append(start.piece);
    const way = /** @type {Point[]} */ ([[0, 0], end.at.map((n, axis) => n - start.at[axis])]);
    return [...start.piece.querySelectorAll(".ball, .gloss")].map((ball) => ({ ball, way }));
  }

  /** @param {Scene} scene */
  draw(scene) {
    super.draw(scene);
    this.overlay = "";
    this.mark();
  }

  /** Builds the elements that do not depend on the position. @param {Scene} scene */
  build(scene) {
    const active = document.activeElement;
    const focused = this.host.contains(active) ? /** @type {HTMLElement} */ (active).dataset.place : undefined;
    this.sizes.disconnect();
    super.build(scene);
    for (const { picture } of this.boards) this.sizes.observe(picture);
    const place = focused ?? this.focus ?? "";
    this.setFocus(this.places.has(place) ? place : (this.places.keys().next().value ?? null));
    if (focused !== undefined) this.places.get(this.focus ?? "")?.target.focus({ preventScroll: true });
  }

  /** @param {import("./scene.js").Board} board @param {number} angle */
  buildBoard(board, angle) {
    const made = super.buildBoard(board, angle);
    setAttribute(made.picture, "role", "group");
    setAttribute(made.picture, "aria-label", board.title || T.board);
    return made;
  }

  /** @param {Place} place @param {Point} at @param {Record<string, any>} layers */
  buildPlace(place, at, layers) {
    super.buildPlace(place, at, layers);
    const [x, y] = at;
    const { id } = place;
    const name = svg("text", { class: "label name", x }, place.name);
    if (this.coordinates === "places") layers.names.append(name);
    const isSquare = place.ground === "dark" || place.ground === "light";
    const area = isSquare ? { x: x - 0.5, y: y - 0.5, width: 1, height: 1 } : { cx: x, cy: y, r: 0.5 };
    const target = svg(isSquare ? "rect" : "circle", {
      ...area,
      class: "hit",
      role: "button",
      tabindex: -1,
      "data-place": id,
      onclick: (event) => {
        event.preventDefault();
        if (!this.dragged) this.on.touch(id);
        this.setFocus(id);
      },
      onpointerenter: (event) => event.pointerType !== "touch" && this.on.hover(id),
      onpointerleave: () => this.on.hover(null),
      onfocus: () => {
        const isVisible = target.matches(":focus-visible");
        if (isVisible) this.on.hover(id);
        this.showFocus(isVisible ? id : null);
      },
      onblur: () => this.showFocus(null),
    });
    layers.hits.append(target);
    Object.assign(/** @type {any} */ (this.places.get(id)), { name, target });
  }

  /** @param {Place} place @param {Scene} scene @param {Record<string, any>} layers */
  drawPlace(place, scene, layers) {
    super.drawPlace(place, scene, layers);
    const { at, name, target } = this.places.get(place.id) ?? {};
    if (!at) return;
    // The name stands at the rim of a piece, so that the height stays readable.
    const hasPiece = Boolean(place.kind);
    setAttribute(name, "y", at[1] + (hasPiece ? 0.3 : 0.01));
    setAttribute(name, "font-size", hasPiece ? 0.17 : 0.2);
    name.classList.toggle("on-piece", hasPiece);
    setAttribute(name, "display", place.ground === "gone" ? "none" : null);
    setAttribute(target, "aria-label", T.labelled(place.name, describe(place, scene)));
  }

  /** Draws the overlay, if it has changed. */
  mark() {
    const { scene, state, pen } = this;
    if (!scene || !state) return;
    const { next, invite, marks, last, hint, arrows, drawn } = state;
    const overlay = JSON.stringify([next, invite, marks, last, hint, arrows, drawn, pen]);
    if (overlay === this.overlay) return;
    this.overlay = overlay;
    const { actions, chosen, fates } = drawOverlay(scene, state, pen, this.boards, (id) => this.places.get(id)?.at);
    for (const [id, { target, piece }] of this.places) {
      target.classList.toggle("touchable", actions.has(id));
      target.classList.toggle("movable", actions.has(id) && piece !== null);
      setAttribute(target, "aria-description", fates.get(id));
      setAttribute(target, "aria-disabled", String(!actions.has(id)));
      setAttribute(target, "aria-pressed", chosen.has(id) ? "true" : null);
    }
  }

  /** Highlights the places that a touch would affect, and marks those that it would capture. @param {string[]} ids @param {string[]} [takes] */
  glow(ids, takes = []) {
    for (const [id, { target }] of this.places) target.classList.toggle("glow", ids.includes(id));
    this.showNow("takes", takes, () => marks.captured());
  }

  /** Marks the place of a refused touch, shakes it and shows the reason there. @param {string|null} refused @param {string} [reason] */
  refuse(refused, reason = "") {
    const place = this.target(refused ?? "");
    hideCallout(this.host);
    if (place && reason) {
      const words = new Set(reason.split(/[^\p{L}\p{N}]+/u));
      const named = [...this.places.values()].filter(({ name }) => words.has(name.textContent ?? ""));
      showCallout(
        this.host,
        place,
        reason,
        named.map(({ target }) => target),
      );
    }
    this.showNow("refusal-mark", refused === null ? [] : [refused], marks.refusal);
    for (const [id, { target, piece }] of this.places) {
      target.classList.toggle("refused", id === refused);
      if (id === refused && animates()) shake(piece, SHAKE);
    }
    if (animates()) for (const { layers } of this.boards) shake(layers.now.querySelector(".refusal-mark"), SHAKE);
  }

  /** Shows the keyboard focus. @param {string|null} id */
  showFocus(id) {
    this.showNow("focus-mark", id === null ? [] : [id], marks.focused);
  }

  /** Replaces the temporary marks of a kind. @param {string} kind @param {string[]} ids @param {() => any[]} draw */
  showNow(kind, ids, draw) {
    for (const { layers, board } of this.boards) {
      for (const old of layers.now.querySelectorAll(`:scope > .${kind}`)) old.remove();
      const own = board.places.filter((place) => ids.includes(place.id));
      const parts = own.map(({ id }) => svg("g", { class: kind }, markAt(this.places.get(id)?.at, draw())));
      layers.now.append(...parts);
    }
  }

  /** The element that receives the events of a place. @param {string} id */
  target(id) {
    return this.places.get(id)?.target ?? null;
  }

  /** @param {string|null} id */
  setFocus(id) {
    this.places.get(this.focus ?? "")?.target.setAttribute("tabindex", "-1");
    this.focus = id;
    this.places.get(id ?? "")?.target.setAttribute("tabindex", "0");
  }

  /** Handles keys: arrow keys move to the nearest place in their direction, Enter and the space bar touch it. @param {KeyboardEvent} event */
  key(event) {
    const id = placeOf(event);
    if (id === null || event.ctrlKey || event.metaKey || event.altKey) return;
    const way = ARROW_KEYS[event.key];
    const letter = event.key.toLowerCase();
    if (event.key === "Enter" || event.key === " ") this.on.touch(id);
    else if (this.on.draw && (letter === "c" || letter === "v")) this.drawByKey(id, letter === "c", event.shiftKey);
    else if (way) this.moveFocus(this.neighbour(id, way));
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** @param {string|null} id */
  moveFocus(id) {
    if (id === null) return;
    this.setFocus(id);
    this.target(id)?.focus();
    this.on.hover(id);
  }

  /** The place in a direction on the screen. @param {string} id @param {Point} way */
  neighbour(id, way) {
    const unit = this.target(id).getBoundingClientRect().width || 1;
    const points = [...this.places].map(([other, { target }]) => {
      const { x, y, width, height } = target.getBoundingClientRect();
      return /** @type {[string, Point]} */ ([other, [(x + width / 2) / unit, (y + height / 2) / unit]]);
    });
    return placeTowards(new Map(points), id, way);
  }

  /** Draws a circle around a place, or starts or ends an arrow there. @param {string} id @param {boolean} isCircle @param {boolean} isRed */
  drawByKey(id, isCircle, isRed) {
    const ink = isRed ? "red" : "green";
    const from = this.arrowFrom;
    this.arrowFrom = isCircle || from !== null ? null : id;
    if (isCircle) this.on.draw?.({ ink, from: id });
    else if (from !== null && from !== id) this.on.draw?.({ ink, from, to: id });
  }

  /** The place below the pointer. @param {PointerEvent} event */
  placeAt(event) {
    const found = document.elementFromPoint(event.clientX, event.clientY);
    const id = found instanceof SVGElement ? found.dataset.place : undefined;
    return id !== undefined && this.places.has(id) ? id : null;
  }

  /** Enables dragging. A finger drags only a piece that can move; elsewhere it scrolls. */
  watchDrag() {
    this.dragged = false;
    // After a click on the board, arrow keys navigate the game. With the focus on the board (by Tab), they
    // navigate the board.
    this.host.addEventListener("mousedown", (event) => {
      event.preventDefault();
      if (document.activeElement instanceof HTMLElement || document.activeElement instanceof SVGElement)
        document.activeElement.blur();
    });
    watchDrags(this.host, {
      start: (event) => {
        this.dragged = false;
        const id = placeOf(event);
        return id !== null && this.places.get(id)?.piece ? id : null;
      },
      ghost: (id) => {
        const parts = this.places.get(id);
        if (!parts?.piece || !this.on.grab(id)) return null;
        this.dragged = true;
        this.host.classList.add("dragging");
        const size = parts.target.getBoundingClientRect().width;
        const piece = parts.piece.cloneNode(true);
        piece.removeAttribute("transform");
        return svg("svg", { class: "ghost", viewBox: "-.5 -.5 1 1", width: size, height: size }, piece);
      },
      // An open dialog covers everything outside it.
      layer: () => this.host.closest("dialog") ?? document.body,
      end: (_, place) => {
        this.host.classList.remove("dragging");
        this.on.drop(place);
        setTimeout(() => (this.dragged = false));
      },
    });
  }
}

/** The place that an event targets. @param {Event} event */
export function placeOf(event) {
  return event.target instanceof SVGElement ? (event.target.dataset.place ?? null) : null;
}

/** Describes the content of a place. @param {Place} place @param {Scene} scene */
function describe(place, scene) {
  if (!place.kind) return place.ground === "gone" ? T.gone : T.empty;
  const kind = scene.kinds[place.kind]?.text.text ?? place.kind;
  return place.height ? `${kind}, ${T.height(place.height)}` : kind;
}

// Draws the boards of a scene as SVG and handles pointer and keyboard.
//
// Layers, from bottom to top: ground, marks, pieces, names, arrows, and transparent targets for events.

import { watchDrags, watchPen } from "./board-drag.js";
import { drawGround, drawLabels, drawLines, drawWood } from "./board-ground.js";
import { frameBox, placeTowards, standsUpright, turnedBox, turnedPoint } from "./board-geometry.js";
import * as marks from "./board-marks.js";
import { drawOverlay, emptyOverlay, markAt } from "./board-overlay.js";
import { hideCallout, showCallout } from "./callout.js";
import { el, put, setAttribute, shake, svg } from "./dom.js";
import { drawPiece } from "./pieces.js";
import { applyStep } from "./scene.js";
import { animates } from "./settings.js";
import { T } from "./texts.js";

/** @typedef {import("./scene.js").Scene} Scene */
/** @typedef {import("./scene.js").Board} Board */
/** @typedef {import("./scene.js").Place} Place */
/** @typedef {import("./scene.js").StepEvent} StepEvent */
/** @typedef {import("./store.js").Drawing} Drawing */
/** @typedef {import("./board-geometry.js").Point} Point */
/** @typedef {import("./board-overlay.js").Overlay} Overlay */
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

export class BoardView {
  /**
   * @param {HTMLElement} host
   * @param {BoardHandlers} on
   */
  constructor(host, on) {
    this.host = host;
    this.on = on;
    /** @type {Scene|null} */
    this.scene = null;
    /** The rotation of the boards in degrees, so that a side is at the lower edge. */
    this.turned = 0;
    this.coordinates = "edge";
    /** An element of fixed size that the board fills; by default the board has most of the screen. @type {Element|null} */
    this.room = null;
    /** @type {{board: Board, frame: HTMLElement, picture: SVGSVGElement, layers: Record<string, any>}[]} */
    this.boards = [];
    /** The parts of each place, by id. @type {Map<string, {at: Point, ground: any, name: any, target: any, piece: any}>} */
    this.places = new Map();
    this.shape = "";
    this.playing = 0;
    /** The place that the Tab key reaches. @type {string|null} */
    this.focus = null;
    /** @type {Overlay} */
    this.overlay = emptyOverlay();
    /** The start of an arrow that is drawn by keys. @type {string|null} */
    this.arrowFrom = null;
    host.addEventListener("keydown", (event) => this.key(event));
    host.addEventListener("focusout", () => on.hover(null));
    this.watchDrag();
    if (on.draw)
      watchPen(host, { placeAt: (event) => this.placeAt(event), show: (pen) => this.mark({ pen }), draw: on.draw });
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

  /** Draws a scene without animation. @param {Scene} scene */
  show(scene) {
    this.playing += 1;
    this.draw(scene);
  }

  /** Animates steps from the shown scene, then shows the new scene. @param {StepEvent[][]} steps @param {Scene} scene */
  async play(steps, scene) {
    this.playing += 1;
    const mine = this.playing;
    if (this.scene && animates() && !document.hidden && this.shape === this.shapeOf(scene)) {
      const time = Math.min(STEP, MOVE / steps.length);
      let now = this.scene;
      for (const step of steps) {
        await this.animate(step, time);
        if (mine !== this.playing) return;
        now = applyStep(now, step);
        this.draw(now);
      }
    }
    this.draw(scene);
  }

  /** @param {StepEvent[]} step @param {number} time */
  async animate(step, time) {
    const animations = step.flatMap(({ from, to }) => {
      const start = !from || from === to ? undefined : this.places.get(from);
      const end = to ? this.places.get(to) : undefined;
      if (!start?.piece) return [];
      const { piece } = start;
      if (!end) return [piece.animate([{ opacity: 1 }, { opacity: 0 }], { duration: time * 0.8, fill: "forwards" })];
      piece.parentNode.append(piece);
      const frames = [start.at, end.at].map(([x, y]) => ({ transform: `translate(${x}px, ${y}px)` }));
      return [piece.animate(frames, { duration: time, easing: "cubic-bezier(.3,.1,.2,1)", fill: "forwards" })];
    });
    const done = Promise.all(animations.map((animation) => animation.finished.catch(() => null)));
    await Promise.race([done, new Promise((resolve) => setTimeout(resolve, time + 250))]);
  }

  /** @param {Scene} scene */
  draw(scene) {
    const shape = this.shapeOf(scene);
    if (shape !== this.shape) {
      this.shape = shape;
      this.build(scene);
    }
    this.scene = scene;
    scene.boards.forEach((board, n) => {
      this.boards[n].frame.classList.toggle("idle", !board.active);
      for (const place of board.places) this.drawPlace(place, scene, this.boards[n].layers);
    });
    this.mark();
  }

  /** The key of everything that requires a rebuild when it changes. @param {Scene} scene */
  shapeOf(scene) {
    const boards = scene.boards.map((board) => [
      board.id,
      board.title,
      board.box,
      board.lines.length,
      board.labels.length,
      board.places.map((place) => [place.id, place.x, place.y]),
    ]);
    return JSON.stringify([this.angleOf(scene), this.coordinates, boards]);
  }

  /** The rotation of the boards in degrees. A wide board may stand upright. @param {Scene} scene */
  angleOf({ boards }) {
    const box = boards.length === 1 ? frameBox(boards[0], this.coordinates === "edge") : null;
    const screen = { width: innerWidth, height: innerHeight };
    const isUpright = box !== null && standsUpright(box, screen, this.room?.getBoundingClientRect());
    return (this.turned + (isUpright ? 270 : 0)) % 360;
  }

  /** Builds the elements that do not depend on the position. @param {Scene} scene */
  build(scene) {
    const active = document.activeElement;
    const focused = this.host.contains(active) ? /** @type {HTMLElement} */ (active).dataset.place : undefined;
    this.places.clear();
    this.sizes.disconnect();
    const angle = this.angleOf(scene);
    this.boards = scene.boards.map((board) => this.buildBoard(board, angle));
    put(this.host, ...this.boards.map(({ frame }) => frame));
    // The padding scales with the boards. Captions need an extra line.
    const room = this.host.parentElement ?? this.host;
    room.style.setProperty(
      "--ratio",
      String(this.boards.reduce((sum, { frame }) => sum + Number(frame.style.flexGrow) / 100, 0) || 1),
    );
    const heights = this.boards.map(({ picture }) => picture.viewBox.baseVal.height);
    room.style.setProperty("--units", String(Math.max(0, ...heights)));
    room.style.setProperty("--captions", scene.boards.some((board) => board.title) ? "24px" : "0px");
    this.host.classList.toggle("several", this.boards.length > 1);
    this.host.classList.toggle("upright", angle !== this.turned);
    const place = focused ?? this.focus ?? "";
    this.setFocus(this.places.has(place) ? place : (this.places.keys().next().value ?? null));
    if (focused !== undefined) this.places.get(this.focus ?? "")?.target.focus({ preventScroll: true });
  }

  /** @param {Board} board @param {number} angle */
  buildBoard(board, angle) {
    const hasLabels = this.coordinates === "edge";
    const box = frameBox(board, hasLabels);
    const turn = (/** @type {number} */ x, /** @type {number} */ y) => turnedPoint([x, y], box, angle);
    const [x0, y0, x1, y1] = turnedBox(box, angle);
    const [width, height] = [x1 - x0, y1 - y0];
    /** @type {Record<string, any>} */
    const layers = Object.fromEntries(LAYERS.map((name) => [name, svg("g", { class: name })]));
    const look = {
      viewBox: `${x0} ${y0} ${width} ${height}`,
      class: "board",
      role: "group",
      "aria-label": board.title || T.board,
    };
    const picture = svg("svg", look, ...Object.values(layers));
    layers.ground.append(...drawWood([x0, y0, x1, y1]), ...drawLines(board, turn));
    for (const place of board.places) this.buildPlace(place, turn(place.x, place.y), layers);
    if (hasLabels) layers.ground.append(...drawLabels(board, turn));
    this.sizes.observe(picture);
    const frame = el(
      "figure",
      { class: "board-frame" },
      board.title ? el("figcaption", {}, board.title) : null,
      picture,
    );
    frame.style.setProperty("--ratio", String(width / height));
    frame.style.flexGrow = String((100 * width) / height);
    return { board, frame, picture, layers };
  }

  /** @param {Place} place @param {Point} at @param {Record<string, any>} layers */
  buildPlace(place, at, layers) {
    const [x, y] = at;
    const { id } = place;
    const ground = svg("g", { class: "place", transform: `translate(${x} ${y})` });
    const name = svg("text", { class: "label name", x }, place.name);
    const isSquare = place.ground === "dark" || place.ground === "light";
    const target = isSquare
      ? svg("rect", { x: x - 0.5, y: y - 0.5, width: 1, height: 1 })
      : svg("circle", { cx: x, cy: y, r: 0.5 });
    for (const [key, value] of Object.entries({ class: "hit", role: "button", tabindex: "-1", "data-place": id }))
      target.setAttribute(key, value);
    target.addEventListener("click", (/** @type {Event} */ event) => {
      event.preventDefault();
      if (!this.dragged) this.on.touch(id);
      this.setFocus(id);
    });
    target.addEventListener(
      "pointerenter",
      (/** @type {PointerEvent} */ event) => event.pointerType !== "touch" && this.on.hover(id),
    );
    target.addEventListener("pointerleave", () => this.on.hover(null));
    target.addEventListener("focus", () => {
      const isVisible = target.matches(":focus-visible");
      if (isVisible) this.on.hover(id);
      this.showFocus(isVisible ? id : null);
    });
    target.addEventListener("blur", () => this.showFocus(null));
    layers.ground.append(ground);
    layers.hits.append(target);
    if (this.coordinates === "places") layers.names.append(name);
    this.places.set(id, { at, ground, name, target, piece: null });
  }

  /** Redraws the content of a place if it has changed. @param {Place} place @param {Scene} scene @param {Record<string, any>} layers */
  drawPlace(place, scene, layers) {
    const parts = this.places.get(place.id);
    if (!parts) return;
    const { at, ground, name, target, piece: old } = parts;
    if (ground.dataset.look !== place.ground) {
      ground.dataset.look = place.ground;
      put(ground, ...drawGround(place.ground));
    }
    const look = !place.kind ? "" : `${place.kind} ${place.height ?? ""}`;
    if (look === "") {
      old?.remove();
      parts.piece = null;
    } else if (old?.dataset.look !== look || old.getAnimations().length > 0) {
      const piece = drawPiece(scene.kinds[place.kind ?? ""], place.height ?? null);
      piece.dataset.look = look;
      piece.setAttribute("transform", `translate(${at[0]} ${at[1]})`);
      if (old) old.replaceWith(piece);
      else layers.pieces.append(piece);
      parts.piece = piece;
    }
    // The name stands at the rim of a piece, so that the height stays readable.
    setAttribute(name, "y", at[1] + (look ? 0.3 : 0.01));
    setAttribute(name, "font-size", look ? 0.17 : 0.2);
    name.classList.toggle("on-piece", look !== "");
    setAttribute(name, "display", place.ground === "gone" ? "none" : null);
    setAttribute(target, "aria-label", T.labelled(place.name, describe(place, scene)));
  }

  /** Changes the overlay. @param {Partial<Overlay>} [overlay] */
  mark(overlay) {
    Object.assign(this.overlay, overlay);
    if (!this.scene) return;
    const { actions, chosen, fates } = drawOverlay(
      this.scene,
      this.overlay,
      this.boards,
      (id) => this.places.get(id)?.at,
    );
    for (const [id, { target }] of this.places) {
      target.classList.toggle("touchable", actions.has(id));
      setAttribute(target, "aria-description", fates.get(id));
      setAttribute(target, "aria-disabled", String(!actions.has(id)));
      setAttribute(target, "aria-pressed", chosen.has(id) ? "true" : null);
    }
  }

  /**
   * Marks the places and supply items of a hint, and draws the paths of its move. Without places the hint disappears.
   * @param {string[]} hinted
   * @param {string[][]} [paths]
   * @param {string[]} [removed] the places that the move removes
   */
  showHint(hinted, paths = [], removed = []) {
    this.mark({ hint: { places: hinted, paths, removed } });
    for (const item of this.host.closest("main")?.querySelectorAll("[data-item]") ?? [])
      item.classList.toggle("hinted", hinted.includes(item.getAttribute("data-item") ?? ""));
  }

  /** Marks the boards as a preview of another position. @param {string|null} text the name of the preview; `null` ends it */
  preview(text) {
    setAttribute(this.host, "data-preview", text);
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

  /** Enables dragging with mouse and pen. Fingers scroll and tap. */
  watchDrag() {
    this.dragged = false;
    // After a click on the board, arrow keys navigate the game. With the focus on the board (by Tab), they
    // navigate the board.
    this.host.addEventListener("mousedown", (event) => {
      event.preventDefault();
      if (document.activeElement instanceof HTMLElement || document.activeElement instanceof SVGElement)
        document.activeElement.blur();
    });
    watchDrags({
      start: (event) => {
        this.dragged = false;
        const id = this.host.contains(/** @type {Node} */ (event.target)) ? placeOf(event) : null;
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
      host: () => this.host.closest("dialog") ?? document.body,
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

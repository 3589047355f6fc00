// Draws the boards of a scene as SVG and handles pointer and keyboard.
//
// Layers, from bottom to top: ground, marks, pieces, names, arrows, and transparent targets for events.

import { el, put, setAttribute, shake, svg } from "./dom.js";
import { drawPiece } from "./pieces.js";
import { applyStep, places } from "./scene.js";
import { animates } from "./settings.js";
import { T } from "./texts.js";

/** @typedef {import("./scene.js").Scene} Scene */
/** @typedef {import("./scene.js").Board} Board */
/** @typedef {import("./scene.js").Place} Place */
/** @typedef {import("./scene.js").StepEvent} StepEvent */
/** @typedef {import("./store.js").Drawing} Drawing */
/** @typedef {{path: string[], rank: number, class?: string}} Arrow */
/** @typedef {[number, number]} Point */
/**
 * The overlay of the boards. `invite` marks the next touches, `quiet` makes those marks subtle; `last` and
 * `taken` belong to the last move.
 * @typedef {{marks: import("./scene.js").Mark[], next: import("./scene.js").Next[], invite: boolean, quiet: boolean, last: string[], taken: string[], arrows: Arrow[], drawn: Drawing[]}} Overlay
 */
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
/** A press becomes a drag after this many pixels. */
export const DRAG = 7;

const LAYERS = ["ground", "under", "pieces", "names", "over", "hits"];
const TAKING = new Set(["capture", "remove"]);
const MARKS = new Set(["chosen", "goes", "stays", "from", "row"]);
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
    /** The rotation of the boards in degrees. */
    this.turned = 0;
    this.coordinates = "edge";
    /** @type {{board: Board, frame: HTMLElement, layers: Record<string, any>}[]} */
    this.boards = [];
    /** The parts of each place, by id. @type {Map<string, {at: Point, ground: any, name: any, target: any, piece: any}>} */
    this.places = new Map();
    this.shape = "";
    this.playing = 0;
    /** The place that the Tab key reaches. @type {string|null} */
    this.focus = null;
    /** @type {Overlay} */
    this.overlay = { marks: [], next: [], invite: true, quiet: false, last: [], taken: [], arrows: [], drawn: [] };
    /** The start of an arrow that is drawn by keys. @type {string|null} */
    this.arrowFrom = null;
    host.addEventListener("keydown", (event) => this.key(event));
    host.addEventListener("focusout", () => on.hover(null));
    this.watchDrag();
    if (on.draw) this.watchPen(on.draw);
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
      const start = from === null || from === to ? undefined : this.places.get(from);
      const end = to === null ? undefined : this.places.get(to);
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
    return JSON.stringify([this.turned, this.coordinates, boards]);
  }

  /** Builds the elements that do not depend on the position. @param {Scene} scene */
  build(scene) {
    const active = document.activeElement;
    const focused = this.host.contains(active) ? /** @type {HTMLElement} */ (active).dataset.place : undefined;
    this.places.clear();
    this.boards = scene.boards.map((board) => this.buildBoard(board));
    put(this.host, ...this.boards.map(({ frame }) => frame));
    // The padding scales with the boards. Captions need an extra line.
    const room = this.host.parentElement ?? this.host;
    room.style.setProperty(
      "--ratio",
      String(this.boards.reduce((sum, { frame }) => sum + Number(frame.style.flexGrow) / 100, 0) || 1),
    );
    room.style.setProperty("--captions", scene.boards.some((board) => board.title) ? "24px" : "0px");
    this.host.classList.toggle("several", this.boards.length > 1);
    const place = focused ?? this.focus ?? "";
    this.setFocus(this.places.has(place) ? place : (this.places.keys().next().value ?? null));
    if (focused !== undefined) this.places.get(this.focus ?? "")?.target.focus({ preventScroll: true });
  }

  /** @param {Board} board */
  buildBoard(board) {
    const [x0, y0, x1, y1] = turnedBox(board.box, this.turned);
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
    layers.ground.append(svg("rect", { class: "wood", x: x0, y: y0, width, height, rx: 0.35 }));
    for (const [ax, ay, bx, by] of board.lines) {
      const [a, b] = [this.turn(ax, ay, board), this.turn(bx, by, board)];
      layers.ground.append(svg("line", { class: "line", x1: a[0], y1: a[1], x2: b[0], y2: b[1] }));
    }
    for (const place of board.places) this.buildPlace(place, this.turn(place.x, place.y, board), layers);
    for (const label of this.coordinates === "edge" ? board.labels : []) {
      const [x, y] = this.turn(label.x, label.y, board);
      layers.ground.append(svg("text", { class: "label", x, y, "font-size": 0.24 }, label.text));
    }
    const frame = el(
      "figure",
      { class: "board-frame" },
      board.title ? el("figcaption", {}, board.title) : null,
      picture,
    );
    frame.style.setProperty("--ratio", String(width / height));
    frame.style.flexGrow = String((100 * width) / height);
    return { board, frame, layers };
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
    target.addEventListener("focus", () => target.matches(":focus-visible") && this.on.hover(id));
    layers.ground.append(ground);
    layers.hits.append(target);
    if (this.coordinates === "places") layers.names.append(name);
    this.places.set(id, { at, ground, name, target, piece: null });
  }

  /** A point of a board after rotation. @param {number} x @param {number} y @param {Board} board @returns {Point} */
  turn(x, y, board) {
    const [x0, y0, x1, y1] = board.box;
    const [cx, cy] = [(x0 + x1) / 2, (y0 + y1) / 2];
    const angle = (this.turned * Math.PI) / 180;
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    const round = (/** @type {number} */ v) => Math.round(v * 10000) / 10000;
    return [round(cx + (x - cx) * cos - (y - cy) * sin), round(cy + (x - cx) * sin + (y - cy) * cos)];
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
    const look = place.kind === null ? "" : `${place.kind} ${place.height ?? ""}`;
    if (look === "") {
      old?.remove();
      parts.piece = null;
    } else if (old?.dataset.look !== look || old.getAnimations().length > 0) {
      const piece = drawPiece(scene.kinds.get(place.kind ?? ""), place.height);
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
    setAttribute(target, "aria-label", `${place.name}: ${describe(place, scene)}`);
  }

  /** Changes the overlay. @param {Partial<Overlay>} [overlay] */
  mark(overlay) {
    Object.assign(this.overlay, overlay);
    if (!this.scene) return;
    const { marks, next, last, taken, arrows, drawn, quiet, invite } = this.overlay;
    const all = [...this.scene.marks, ...marks];
    const filled = places(this.scene);
    /** @type {Map<string, import("./scene.js").Next>} */
    const actions = new Map();
    for (const entry of next) for (const id of entry.at) if (!actions.has(id)) actions.set(id, entry);
    for (const { layers, board } of this.boards) {
      const own = new Set(board.places.map((place) => place.id));
      const here = (/** @type {string} */ id) => (own.has(id) ? this.places.get(id)?.at : undefined);
      const ring = (/** @type {string} */ id, /** @type {string} */ name, r = 0.47) => {
        const at = here(id);
        return at ? [svg("circle", { class: name, cx: at[0], cy: at[1], r })] : [];
      };
      const marked = (/** @type {boolean} */ above) =>
        all
          .filter((mark) => (mark.as === "goes") === above)
          .flatMap((mark) => mark.at.flatMap((id) => ring(id, `mark ${MARKS.has(mark.as) ? mark.as : "other"}`)));
      const crosses = taken.flatMap((id) => {
        const at = here(id);
        return at
          ? [svg("path", { class: "taken", d: `M${at[0] - 0.12} ${at[1] - 0.12}l.24 .24m0 -.24l-.24 .24` })]
          : [];
      });
      const touches = [...(invite ? actions : [])].flatMap(([id, entry]) => {
        const isFull = filled.get(id)?.kind != null;
        const name = [
          "can",
          TAKING.has(entry.act ?? "") ? "takes" : "",
          isFull ? "full" : "empty",
          quiet ? "quiet" : "",
        ];
        return ring(id, name.filter(Boolean).join(" "), isFull ? 0.45 : 0.12);
      });
      const lines = [
        ...arrows,
        ...drawn.map(({ ink, from, to }) => ({
          path: to === undefined ? [from] : [from, to],
          rank: 2,
          class: `drawn ${ink}`,
        })),
      ];
      put(layers.under, ...last.flatMap((id) => ring(id, "last")), ...marked(false));
      put(layers.over, ...crosses, ...marked(true), ...touches, ...lines.flatMap((arrow) => drawArrow(arrow, here)));
    }
    const chosen = new Set(all.filter((mark) => mark.as === "chosen" || mark.as === "from").flatMap((mark) => mark.at));
    for (const [id, { target }] of this.places) {
      target.classList.toggle("touchable", actions.has(id));
      setAttribute(target, "aria-disabled", String(!actions.has(id)));
      setAttribute(target, "aria-pressed", chosen.has(id) ? "true" : null);
    }
  }

  /** Highlights the places that a touch would affect. @param {string[]} ids */
  glow(ids) {
    for (const [id, { target }] of this.places) target.classList.toggle("glow", ids.includes(id));
  }

  /** Marks the place of a refused touch, and shakes it. @param {string|null} refused */
  refuse(refused) {
    for (const [id, { target, piece }] of this.places) {
      target.classList.toggle("refused", id === refused);
      if (id !== refused || !animates()) continue;
      shake(target, SHAKE);
      shake(piece, SHAKE);
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

  /** @param {string} id @param {Point} way */
  neighbour(id, [dx, dy]) {
    const middle = (/** @type {DOMRect} */ box) => [box.x + box.width / 2, box.y + box.height / 2];
    const box = this.target(id).getBoundingClientRect();
    const [x, y] = middle(box);
    let best = null;
    let least = Infinity;
    for (const [other, { target }] of this.places) {
      const [ox, oy] = middle(target.getBoundingClientRect());
      const along = (ox - x) * dx + (oy - y) * dy;
      const across = Math.abs((ox - x) * dy) + Math.abs((oy - y) * dx);
      const cost = along + across * 2;
      if (other === id || along <= box.width * 0.2 || cost >= least) continue;
      least = cost;
      best = other;
    }
    return best;
  }

  /** Draws a circle around a place, or starts or ends an arrow there. @param {string} id @param {boolean} isCircle @param {boolean} isRed */
  drawByKey(id, isCircle, isRed) {
    const ink = isRed ? "red" : "green";
    const from = this.arrowFrom;
    this.arrowFrom = isCircle || from !== null ? null : id;
    if (isCircle) this.on.draw?.({ ink, from: id });
    else if (from !== null && from !== id) this.on.draw?.({ ink, from, to: id });
  }

  /** The secondary button draws: a click makes a circle, a drag an arrow. @param {(drawing: Drawing) => void} draw */
  watchPen(draw) {
    /** @type {string|null} */
    let from = null;
    /** @type {string|null} */
    let shown = null;
    /** @type {Drawing[]} */
    let before = [];
    const placeAt = (/** @type {PointerEvent} */ event) => {
      const found = document.elementFromPoint(event.clientX, event.clientY);
      const id = found instanceof SVGElement ? found.dataset.place : undefined;
      return id !== undefined && this.places.has(id) ? id : null;
    };
    const drawing = (/** @type {string} */ start, /** @type {string} */ end, /** @type {PointerEvent} */ event) => ({
      ink: inkOf(event),
      from: start,
      ...(end === start ? {} : { to: end }),
    });
    const stop = () => {
      if (from !== null) this.mark({ drawn: before });
      from = null;
    };
    this.host.addEventListener("contextmenu", (event) => event.preventDefault());
    this.host.addEventListener("pointerdown", (event) => {
      stop();
      if (event.button !== 2 || event.pointerType === "touch") return;
      from = placeAt(event);
      shown = null;
      before = this.overlay.drawn;
    });
    addEventListener("pointermove", (event) => {
      if (from === null) return;
      if ((event.buttons & 2) === 0) return stop();
      const to = placeAt(event);
      if (to === shown) return;
      shown = to;
      this.mark({ drawn: to === null ? before : [...before, drawing(from, to, event)] });
    });
    addEventListener("pointerup", (event) => {
      if (from === null || event.button !== 2) return;
      const to = placeAt(event);
      const made = to === null ? null : drawing(from, to, event);
      stop();
      if (made) draw(made);
    });
    addEventListener("pointercancel", stop);
    addEventListener("blur", stop);
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

/**
 * Handles drags with mouse or pen. `start` returns what a press may drag. `ghost` returns the element that
 * follows the pointer, or `null` if dragging is not possible. `end` receives the place below the pointer,
 * or `null` if there is none or the drag was cancelled.
 * @template Subject
 * @param {{start: (event: PointerEvent) => Subject|null, ghost: (subject: Subject) => any, host: () => Element, end: (subject: Subject, place: string|null) => void}} on
 */
export function watchDrags(on) {
  /** @type {{x: number, y: number, subject: Subject, ghost: any}|null} */
  let drag = null;
  const stop = (/** @type {string|null} */ place) => {
    const done = drag;
    drag = null;
    done?.ghost?.remove();
    if (done?.ghost) on.end(done.subject, place);
  };
  const cancel = () => stop(null);
  addEventListener("pointerdown", (event) => {
    const subject = on.start(event);
    const canDrag = subject !== null && event.pointerType !== "touch" && event.button === 0;
    drag = canDrag ? { x: event.clientX, y: event.clientY, subject, ghost: null } : null;
  });
  addEventListener("pointermove", (event) => {
    if (!drag) return;
    if (event.buttons === 0) return cancel();
    if (!drag.ghost) {
      if (Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < DRAG) return;
      drag.ghost = on.ghost(drag.subject);
      if (!drag.ghost) return cancel();
      on.host().append(drag.ghost);
    }
    const { width, height } = drag.ghost.getBoundingClientRect();
    drag.ghost.style.transform = `translate(${event.clientX - width / 2}px, ${event.clientY - height / 2}px)`;
  });
  addEventListener("pointerup", (event) => {
    const below = document.elementFromPoint(event.clientX, event.clientY);
    stop(below instanceof SVGElement ? (below.dataset.place ?? null) : null);
  });
  addEventListener("pointercancel", cancel);
  addEventListener("blur", cancel);
  addEventListener(
    "keydown",
    (event) => {
      if (event.key !== "Escape" || !drag?.ghost) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      cancel();
    },
    true,
  );
}

/** The place that an event targets. @param {Event} event */
export function placeOf(event) {
  return event.target instanceof SVGElement ? (event.target.dataset.place ?? null) : null;
}

/** The ink for the modifier keys of an event. @param {PointerEvent} event */
function inkOf(event) {
  const red = event.shiftKey || event.ctrlKey;
  const blue = event.altKey || event.metaKey;
  return red && blue ? "yellow" : red ? "red" : blue ? "blue" : "green";
}

/** The bounding box of a rotated box. @param {number[]} box @param {number} degrees */
function turnedBox([x0, y0, x1, y1], degrees) {
  const angle = (degrees * Math.PI) / 180;
  const [cos, sin] = [Math.abs(Math.cos(angle)), Math.abs(Math.sin(angle))];
  const [cx, cy, w, h] = [(x0 + x1) / 2, (y0 + y1) / 2, (x1 - x0) / 2, (y1 - y0) / 2];
  const [tw, th] = degrees % 180 === 0 ? [w, h] : [w * cos + h * sin, w * sin + h * cos];
  return [cx - tw, cy - th, cx + tw, cy + th];
}

/** Draws the ground of a place, centred on the origin. @param {string} ground */
export function drawGround(ground) {
  switch (ground) {
    case "dark":
    case "light":
      return [svg("rect", { class: `square ${ground}`, x: -0.5, y: -0.5, width: 1, height: 1 })];
    case "ring":
      return [
        svg("circle", { class: "ring-shade", cy: 0.025, r: 0.37 }),
        svg("circle", { class: "ring", r: 0.37 }),
        svg("circle", { class: "ring-light", r: 0.37 }),
      ];
    case "gone":
      return [svg("circle", { class: "gone", r: 0.06 })];
    case "crossing":
      return [svg("circle", { class: "crossing", r: 0.045 })];
    case "dot":
      return [svg("circle", { class: "dot", r: 0.1 })];
    default:
      return [svg("circle", { class: "field", r: 0.43 })];
  }
}

/** Describes the content of a place. @param {Place} place @param {Scene} scene */
function describe(place, scene) {
  if (place.kind === null) return place.ground === "gone" ? T.gone : T.empty;
  const kind = scene.kinds.get(place.kind)?.text ?? place.kind;
  return place.height ? `${kind}, ${T.height(place.height)}` : kind;
}

/** Draws an arrow along a path, or a circle if the path has only one place. @param {Arrow} arrow @param {(id: string) => Point|undefined} here */
function drawArrow(arrow, here) {
  const points = arrow.path.flatMap((id) => {
    const at = here(id);
    return at ? [at] : [];
  });
  const name = `arrow rank-${arrow.rank} ${arrow.class ?? ""}`;
  const end = points.at(-1);
  const before = points.at(-2);
  if (!end) return [];
  if (!before) return [svg("circle", { class: name, cx: end[0], cy: end[1], r: 0.44 })];
  const length = Math.hypot(end[0] - before[0], end[1] - before[1]) || 1;
  const [ux, uy] = [(end[0] - before[0]) / length, (end[1] - before[1]) / length];
  const width = [0.16, 0.12, 0.1, 0.08][arrow.rank - 1] ?? 0.07;
  const head = width * 1.9;
  const tip = [end[0] - ux * 0.1, end[1] - uy * 0.1];
  const neck = [tip[0] - ux * head, tip[1] - uy * head];
  const text = (/** @type {number[]} */ [x, y]) => `${x.toFixed(3)} ${y.toFixed(3)}`;
  const corner = (/** @type {number} */ s) => text([neck[0] - uy * s * head * 0.62, neck[1] + ux * s * head * 0.62]);
  const shaft = svg("path", {
    class: "shaft",
    d: `M${[...points.slice(0, -1), neck].map(text).join("L")}`,
    "stroke-width": width,
  });
  return [
    svg("g", { class: name }, shaft, svg("path", { class: "head", d: `M${text(tip)}L${corner(1)}L${corner(-1)}z` })),
  ];
}

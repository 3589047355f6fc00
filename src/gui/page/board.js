// The boards of a scene in SVG: places, pieces, marks, arrows; pointer and keyboard.
//
// Layers, from below: ground, marks, pieces, arrows, and the transparent targets that are hit.

import { el, svg, put } from "./dom.js";
import { drawPiece } from "./pieces.js";
import { applyStep, places } from "./scene.js";
import { animates } from "./settings.js";
import { T } from "./texts.js";

/** Milliseconds of a step. */
const STEP = 190;
/** Milliseconds of a whole turn at most. */
const TURN = 1200;
/** Pixels before a press becomes a drag. */
const DRAG = 7;

const DISC_ACTS = new Set(["capture", "remove"]);

/** @typedef {{ink: string, from: string, to?: string}} Drawing an arrow, or a circle */

export class BoardView {
  /**
   * @param {HTMLElement} host
   * @param {{touch: (id: string) => void, grab: (id: string) => boolean, drop: (id: string|null) => void, hover: (id: string|null) => void, draw?: (drawing: Drawing) => void}} on
   */
  constructor(host, on) {
    this.host = host;
    this.on = on;
    /** @type {import("./scene.js").Scene|null} */
    this.scene = null;
    this.turned = 0;
    this.coordinates = "edge";
    /** @type {Map<string, {svg: any, layers: Record<string, any>, board: import("./scene.js").Board}>} */
    this.boards = new Map();
    /** @type {Map<string, any>} */
    this.hits = new Map();
    /** @type {Map<string, any>} */
    this.pieces = new Map();
    /** @type {Map<string, number[]>} */
    this.centres = new Map();
    this.shape = "";
    this.playing = 0;
    this.focus = null;
    this.overlay = { marks: [], next: [], last: [], taken: [], arrows: [], drawn: [], quiet: false };
    /** The place at which an arrow begins that is drawn by keys. @type {string|null} */
    this.arrowFrom = null;
    host.addEventListener("keydown", (event) => this.key(event));
    host.addEventListener("focusout", () => this.on.hover(null));
    this.watchDrag();
    this.watchPen();
  }

  /**
   * Draws a scene at once.
   * @param {import("./scene.js").Scene} scene
   */
  show(scene) {
    this.playing += 1;
    this.draw(scene);
  }

  /**
   * Lets steps happen on the scene that is shown, then shows the one they lead to.
   * @param {import("./scene.js").StepEvent[][]} steps
   * @param {import("./scene.js").Scene} scene
   */
  async play(steps, scene) {
    const mine = ++this.playing;
    if (!this.scene || !animates() || steps.length === 0 || document.hidden || this.shape !== shapeOf(scene, this)) {
      this.draw(scene);
      return;
    }
    const time = Math.min(STEP, TURN / steps.length);
    let now = this.scene;
    for (const step of steps) {
      await this.animate(step, time);
      if (mine !== this.playing) return;
      now = applyStep(now, step);
      this.draw(now);
    }
    this.draw(scene);
  }

  async animate(step, time) {
    const moves = [];
    for (const event of step) {
      const piece = event.from !== null && event.from !== event.to ? this.pieces.get(event.from) : null;
      const from = event.from === null ? null : this.centres.get(event.from);
      const to = event.to === null ? null : this.centres.get(event.to);
      if (piece && from && to) {
        piece.parentNode.append(piece);
        const frames = [{ transform: `translate(${from[0]}px, ${from[1]}px)` }, { transform: `translate(${to[0]}px, ${to[1]}px)` }];
        moves.push(piece.animate(frames, { duration: time, easing: "cubic-bezier(.3,.1,.2,1)", fill: "forwards" }));
      } else if (piece) {
        moves.push(piece.animate([{ opacity: 1 }, { opacity: 0 }], { duration: time * 0.8, fill: "forwards" }));
      }
    }
    const done = Promise.all(moves.map((move) => move.finished.catch(() => null)));
    await Promise.race([done, new Promise((resolve) => setTimeout(resolve, time + 250))]);
  }

  /** @param {import("./scene.js").Scene} scene */
  draw(scene) {
    const shape = shapeOf(scene, this);
    if (shape !== this.shape) {
      this.shape = shape;
      this.build(scene);
    }
    this.scene = scene;
    this.drawPieces();
    this.mark();
  }

  /** Makes everything that stays as long as the boards do. */
  build(scene) {
    this.boards.clear();
    this.hits.clear();
    this.pieces.clear();
    this.centres.clear();
    const figures = scene.boards.map((board) => {
      const view = turnedBox(board.box, this.turned);
      const layers = {};
      for (const name of ["ground", "under", "pieces", "over", "hits"]) layers[name] = svg("g", { class: name });
      const width = view[2] - view[0], height = view[3] - view[1];
      const picture = svg("svg", { viewBox: `${view[0]} ${view[1]} ${width} ${height}`, class: "board", role: "group", "aria-label": board.title || T.board },
        ...Object.values(layers));
      this.boards.set(board.id, { svg: picture, layers, board });
      this.drawGround(board, layers, view);
      const figure = el("figure", { class: "board-frame" }, board.title ? el("figcaption", {}, board.title) : null, picture);
      figure.style.setProperty("--ratio", String(width / height));
      figure.style.flexGrow = String((100 * width) / height);
      return figure;
    });
    const focused = this.host.contains(document.activeElement) ? document.activeElement.dataset.place : undefined;
    put(this.host, ...figures);
    // The room around the boards shrinks with them.
    const room = this.host.parentElement ?? this.host;
    room.style.setProperty("--ratio", String(figures.reduce((sum, f) => sum + Number(f.style.flexGrow) / 100, 0) || 1));
    // Without labels between them, boards side by side need their captions' height.
    room.style.setProperty("--captions", scene.boards.some((board) => board.title) ? "24px" : "0px");
    this.host.classList.toggle("several", figures.length > 1);
    const place = focused ?? this.focus;
    this.setFocus(this.hits.has(place) ? place : [...this.hits.keys()][0] ?? null);
    // Who goes over the board by keys does so on the new one, too.
    if (focused !== undefined) this.hits.get(this.focus)?.focus({ preventScroll: true });
  }

  turn(x, y, board) {
    const [x0, y0, x1, y1] = board.box;
    const cx = (x0 + x1) / 2, cy = (y0 + y1) / 2;
    const angle = (this.turned * Math.PI) / 180;
    const cos = Math.cos(angle), sin = Math.sin(angle);
    const round = (v) => Math.round(v * 10000) / 10000;
    return [round(cx + (x - cx) * cos - (y - cy) * sin), round(cy + (x - cx) * sin + (y - cy) * cos)];
  }

  drawGround(board, layers, view) {
    layers.ground.append(svg("rect", { class: "wood", x: view[0], y: view[1], width: view[2] - view[0], height: view[3] - view[1], rx: 0.35 }));
    for (const [x1, y1, x2, y2] of board.lines) {
      const [a, b] = this.turn(x1, y1, board), [c, d] = this.turn(x2, y2, board);
      layers.ground.append(svg("line", { class: "line", x1: a, y1: b, x2: c, y2: d }));
    }
    for (const place of board.places) {
      const [x, y] = this.turn(place.x, place.y, board);
      this.centres.set(place.id, [x, y]);
      const ground = svg("g", { class: "place", transform: `translate(${x} ${y})` });
      layers.ground.append(ground);
      const square = place.ground === "dark" || place.ground === "light";
      const target = square
        ? svg("rect", { x: x - 0.5, y: y - 0.5, width: 1, height: 1 })
        : svg("circle", { cx: x, cy: y, r: 0.5 });
      target.setAttribute("class", "hit");
      target.setAttribute("role", "button");
      target.setAttribute("tabindex", "-1");
      target.dataset.place = place.id;
      target.addEventListener("click", (event) => { if (!this.dragged) this.on.touch(place.id); this.setFocus(place.id); event.preventDefault(); });
      target.addEventListener("pointerenter", (event) => { if (event.pointerType !== "touch") this.on.hover(place.id); });
      target.addEventListener("pointerleave", () => this.on.hover(null));
      target.addEventListener("focus", () => { if (target.matches(":focus-visible")) this.on.hover(place.id); });
      layers.hits.append(target);
      this.hits.set(place.id, target);
      ground.dataset.place = place.id;
    }
    if (this.coordinates === "edge") {
      for (const label of board.labels) {
        const [x, y] = this.turn(label.x, label.y, board);
        layers.ground.append(svg("text", { class: "label", x, y, "font-size": 0.24 }, label.text));
      }
    }
  }

  drawPieces() {
    const scene = this.scene;
    for (const board of scene.boards) {
      const { layers } = this.boards.get(board.id);
      const grounds = layers.ground.querySelectorAll(".place");
      board.places.forEach((place, n) => {
        const key = `${place.ground}`;
        const ground = grounds[n];
        if (ground && ground.dataset.look !== key) {
          ground.dataset.look = key;
          put(ground, ...drawPlace(place, this.coordinates));
        }
        const look = place.kind === null ? "" : `${place.kind} ${place.height ?? ""}`;
        const old = this.pieces.get(place.id);
        const [x, y] = this.centres.get(place.id);
        if (look === "") {
          old?.remove();
          this.pieces.delete(place.id);
        } else if (old?.dataset.look !== look || old.getAnimations().length > 0) {
          const piece = drawPiece(scene.kinds.get(place.kind), place.height);
          piece.dataset.look = look;
          piece.dataset.at = place.id;
          piece.setAttribute("transform", `translate(${x} ${y})`);
          if (old) old.replaceWith(piece);
          else layers.pieces.append(piece);
          this.pieces.set(place.id, piece);
        }
        const target = this.hits.get(place.id);
        const label = describe(place, scene);
        if (target.dataset.label !== label) {
          target.dataset.label = label;
          target.setAttribute("aria-label", label);
        }
      });
      this.boards.get(board.id).svg.parentNode.classList.toggle("idle", !board.active);
    }
  }

  /**
   * What lies over the board: what can be touched, what has been, the last turn, arrows.
   * @param {Partial<typeof this.overlay>} [overlay]
   */
  mark(overlay) {
    Object.assign(this.overlay, overlay);
    if (!this.scene) return;
    const { marks, next, last, taken, arrows, drawn, quiet, silent } = this.overlay;
    const filled = places(this.scene);
    const actions = new Map();
    for (const entry of next) for (const id of entry.at) if (!actions.has(id)) actions.set(id, entry);
    for (const { layers, board } of this.boards.values()) {
      const under = [], over = [];
      const here = (id) => (board.places.some((place) => place.id === id) ? this.centres.get(id) : undefined);
      const ring = (list, id, name, r = 0.47) => {
        const at = here(id);
        if (at) list.push(svg("circle", { class: name, cx: at[0], cy: at[1], r }));
      };
      for (const id of last) ring(under, id, "last");
      for (const id of taken) {
        const at = here(id);
        if (at) over.push(svg("path", { class: "taken", d: `M${at[0] - 0.12} ${at[1] - 0.12}l.24 .24m0 -.24l-.24 .24` }));
      }
      for (const mark of [...this.scene.marks, ...marks]) for (const id of mark.at) ring(mark.as === "goes" ? over : under, id, `mark ${markName(mark.as)}`);
      for (const [id, entry] of silent ? [] : actions) {
        const kind = DISC_ACTS.has(entry.act ?? "") ? "can takes" : "can";
        const full = filled.get(id)?.kind != null;
        ring(over, id, `${kind} ${full ? "full" : "empty"}${quiet ? " quiet" : ""}`, full ? 0.45 : 0.12);
      }
      for (const arrow of arrows) drawArrow(over, arrow, here);
      for (const { ink, from, to } of drawn) drawArrow(over, { path: to === undefined ? [from] : [from, to], rank: 2, class: `drawn ${ink}` }, here);
      put(layers.under, ...under);
      put(layers.over, ...over);
    }
    for (const [id, target] of this.hits) {
      const can = actions.has(id);
      target.classList.toggle("touchable", can);
      target.setAttribute("aria-disabled", String(!can));
    }
  }

  /**
   * Shows what a touch would hit.
   * @param {string[]} ids
   */
  glow(ids) {
    for (const [id, target] of this.hits) target.classList.toggle("glow", ids.includes(id));
  }

  setFocus(id) {
    this.hits.get(this.focus)?.setAttribute("tabindex", "-1");
    this.focus = id;
    this.hits.get(id)?.setAttribute("tabindex", "0");
  }

  /** Arrow keys go to the nearest place in their direction, Enter and the space bar touch it. */
  key(event) {
    const id = event.target?.dataset?.place;
    if (!id) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      event.stopPropagation();
      this.on.touch(id);
      return;
    }
    if (this.on.draw && !event.ctrlKey && !event.metaKey && !event.altKey && ["c", "v"].includes(event.key.toLowerCase())) {
      event.preventDefault();
      event.stopPropagation();
      this.drawByKey(id, event);
      return;
    }
    const ways = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    const way = ways[event.key];
    if (!way || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    const target = this.neighbour(id, way);
    if (target) {
      this.setFocus(target);
      this.hits.get(target).focus();
      this.on.hover(target);
    }
  }

  neighbour(id, [dx, dy]) {
    const box = this.hits.get(id).getBoundingClientRect();
    const x = box.x + box.width / 2, y = box.y + box.height / 2;
    let best = null, least = Infinity;
    for (const [other, target] of this.hits) {
      if (other === id) continue;
      const b = target.getBoundingClientRect();
      const ax = b.x + b.width / 2 - x, ay = b.y + b.height / 2 - y;
      const along = ax * dx + ay * dy, across = Math.abs(ax * dy) + Math.abs(ay * dx);
      if (along <= box.width * 0.2) continue;
      const cost = along + across * 2;
      if (cost < least) { least = cost; best = other; }
    }
    return best;
  }

  /** A circle around a place, or an arrow from it to the place of the next press. @param {string} id @param {KeyboardEvent} event */
  drawByKey(id, event) {
    const ink = event.shiftKey ? "red" : "green";
    const from = this.arrowFrom;
    const circle = event.key.toLowerCase() === "c";
    this.arrowFrom = circle || from !== null ? null : id;
    if (circle) this.on.draw?.({ ink, from: id });
    else if (from !== null && from !== id) this.on.draw?.({ ink, from, to: id });
  }

  /** The other button draws: a circle where it is pressed, an arrow to where it is let go. */
  watchPen() {
    if (!this.on.draw) return;
    let from = null, shown = null, before = [];
    const placeAt = (event) => {
      const found = document.elementFromPoint(event.clientX, event.clientY);
      const id = found instanceof Element ? found.dataset.place : undefined;
      return id !== undefined && this.hits.has(id) ? id : null;
    };
    const drawing = (to, event) => ({ ink: inkOf(event), from, ...(to === from ? {} : { to }) });
    const stop = () => { if (from !== null) this.mark({ drawn: before }); from = null; };
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
      if ((event.buttons & 2) === 0) { stop(); return; }
      const to = placeAt(event);
      if (to === shown) return;
      shown = to;
      this.mark({ drawn: to === null ? before : [...before, drawing(to, event)] });
    });
    addEventListener("pointerup", (event) => {
      if (from === null || event.button !== 2) return;
      const to = placeAt(event);
      const made = to === null ? null : drawing(to, event);
      stop();
      if (made) this.on.draw?.(made);
    });
    addEventListener("pointercancel", stop);
    addEventListener("blur", stop);
  }

  /** Mouse and pen can drag; fingers scroll and tap. */
  watchDrag() {
    this.dragged = false;
    // Keys go over the board for who came to it by keys. Who points at it goes through the record by them.
    this.host.addEventListener("mousedown", (event) => { event.preventDefault(); letGo(); });
    let start = null, ghost = null, from = null;
    const stop = () => { ghost?.remove(); ghost = null; start = null; from = null; this.host.classList.remove("dragging"); };
    const cancel = () => { if (ghost) { stop(); this.on.drop(null); setTimeout(() => { this.dragged = false; }); } else stop(); };
    this.host.addEventListener("pointerdown", (event) => {
      this.dragged = false;
      if (event.pointerType === "touch" || event.button !== 0) return;
      const id = event.target?.dataset?.place;
      if (id && this.pieces.has(id)) { start = [event.clientX, event.clientY]; from = id; }
    });
    addEventListener("pointermove", (event) => {
      if (!start) return;
      if (event.buttons === 0) { cancel(); return; }
      if (!ghost) {
        if (Math.hypot(event.clientX - start[0], event.clientY - start[1]) < DRAG) return;
        if (!this.pieces.has(from) || !this.on.grab(from)) { start = null; return; }
        this.dragged = true;
        this.host.classList.add("dragging");
        const piece = this.pieces.get(from);
        const width = this.hits.get(from).getBoundingClientRect().width;
        ghost = svg("svg", { class: "ghost", viewBox: "-.5 -.5 1 1", width, height: width }, piece.cloneNode(true));
        ghost.firstChild.removeAttribute("transform");
        // A dialog lies above all that is not in it.
        (this.host.closest("dialog") ?? document.body).append(ghost);
      }
      const half = ghost.clientWidth / 2;
      ghost.style.transform = `translate(${event.clientX - half}px, ${event.clientY - half}px)`;
    });
    addEventListener("pointerup", (event) => {
      if (!ghost) { stop(); return; }
      const under = document.elementFromPoint(event.clientX, event.clientY);
      const id = under?.dataset?.place ?? null;
      stop();
      this.on.drop(id);
      setTimeout(() => { this.dragged = false; });
    });
    addEventListener("pointercancel", cancel);
    addEventListener("blur", cancel);
    addEventListener("keydown", (event) => { if (event.key === "Escape" && ghost) { cancel(); event.preventDefault(); event.stopImmediatePropagation(); } }, true);
  }
}

/** The ink of what is drawn with these keys held. @param {PointerEvent} event */
function inkOf(event) {
  const red = event.shiftKey || event.ctrlKey, blue = event.altKey || event.metaKey;
  return red && blue ? "yellow" : red ? "red" : blue ? "blue" : "green";
}

/** Nothing has the focus any more. */
function letGo() {
  if (document.activeElement instanceof HTMLElement || document.activeElement instanceof SVGElement) document.activeElement.blur();
}

function markName(as) {
  return ["chosen", "goes", "stays", "from", "row"].includes(as) ? as : "other";
}

/** What has to be drawn anew when it changes. */
function shapeOf(scene, view) {
  const boards = scene.boards.map((board) => [board.id, board.title, board.box, board.lines.length, board.places.map((p) => [p.id, p.x, p.y]), board.labels.length]);
  return JSON.stringify([view.turned, view.coordinates, boards]);
}

function turnedBox([x0, y0, x1, y1], degrees) {
  if (degrees % 180 === 0) return [x0, y0, x1, y1];
  const cx = (x0 + x1) / 2, cy = (y0 + y1) / 2, angle = (degrees * Math.PI) / 180;
  const w = (x1 - x0) / 2, h = (y1 - y0) / 2;
  const tw = Math.abs(w * Math.cos(angle)) + Math.abs(h * Math.sin(angle));
  const th = Math.abs(w * Math.sin(angle)) + Math.abs(h * Math.cos(angle));
  return [cx - tw, cy - th, cx + tw, cy + th];
}

/**
 * What lies under the piece of a place, around the origin.
 * @param {{ground: string, name: string}} place
 * @param {string} coordinates where the names of places stand
 */
export function drawPlace(place, coordinates) {
  const parts = [];
  switch (place.ground) {
    case "dark": case "light":
      parts.push(svg("rect", { class: `square ${place.ground}`, x: -0.5, y: -0.5, width: 1, height: 1 }));
      break;
    case "ring":
      parts.push(svg("circle", { class: "ring-shade", cy: 0.025, r: 0.37 }), svg("circle", { class: "ring", r: 0.37 }), svg("circle", { class: "ring-light", r: 0.37 }));
      break;
    case "gone":
      parts.push(svg("circle", { class: "gone", r: 0.06 }));
      break;
    case "crossing":
      parts.push(svg("circle", { class: "crossing", r: 0.045 }));
      break;
    case "dot":
      parts.push(svg("circle", { class: "dot", r: 0.1 }));
      break;
    default:
      parts.push(svg("circle", { class: "field", r: 0.43 }));
  }
  if (coordinates === "places" && place.ground !== "gone") parts.push(svg("text", { class: "label on-place", y: 0.01, "font-size": 0.2 }, place.name));
  return parts;
}

function describe(place, scene) {
  const kind = place.kind === null ? null : scene.kinds.get(place.kind)?.text ?? place.kind;
  const piece = kind === null ? (place.ground === "gone" ? T.gone : T.empty) : place.height ? `${kind}, ${T.height(place.height)}` : kind;
  return `${place.name}: ${piece}`;
}

/**
 * @param {any[]} list
 * @param {{path: string[], rank: number, class?: string}} arrow
 * @param {(id: string) => number[]|undefined} here
 */
function drawArrow(list, arrow, here) {
  const points = arrow.path.map(here).filter((at) => at !== undefined);
  const name = `arrow rank-${arrow.rank} ${arrow.class ?? ""}`;
  if (points.length === 0) return;
  if (points.length === 1) {
    list.push(svg("circle", { class: name, cx: points[0][0], cy: points[0][1], r: 0.44 }));
    return;
  }
  const [ex, ey] = points[points.length - 1], [px, py] = points[points.length - 2];
  const length = Math.hypot(ex - px, ey - py) || 1;
  const ux = (ex - px) / length, uy = (ey - py) / length;
  const width = [0.16, 0.12, 0.1, 0.08, 0.07][arrow.rank - 1] ?? 0.07;
  const head = width * 1.9;
  const tip = [ex - ux * 0.1, ey - uy * 0.1], neck = [tip[0] - ux * head, tip[1] - uy * head];
  const way = [...points.slice(0, -1), neck].map(([x, y]) => `${x.toFixed(3)} ${y.toFixed(3)}`).join("L");
  const side = (s) => `${(neck[0] - uy * s * head * 0.62).toFixed(3)} ${(neck[1] + ux * s * head * 0.62).toFixed(3)}`;
  list.push(svg("g", { class: name }, svg("path", { class: "shaft", d: `M${way}`, "stroke-width": width }),
    svg("path", { class: "head", d: `M${tip[0].toFixed(3)} ${tip[1].toFixed(3)}L${side(1)}L${side(-1)}z` })));
}

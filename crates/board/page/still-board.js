// Draws the boards of a scene as SVG, without listeners: a picture, and the ground and pieces of a board in use.

import { frameBox, standsUpright, turnedBox, turnedPoint, WIDE } from "./board-geometry.js";
import { drawGround, drawLabels, drawLines, drawWood } from "./board-ground.js";
import { drawPiece } from "./pieces.js";
import { h, make, SVG, svg } from "./render.js";

/** @typedef {import("./scene.js").Scene} Scene */
/** @typedef {import("./scene.js").Board} Board */
/** @typedef {import("./scene.js").Place} Place */
/** @typedef {import("./board-geometry.js").Point} Point */

export class StillBoard {
  /** @param {HTMLElement} host @param {string[]} [layers] from bottom to top */
  constructor(host, layers = ["ground", "pieces"]) {
    this.host = host;
    this.layers = layers;
    /** @type {Scene|null} */
    this.scene = null;
    /** The rotation of the boards in degrees, so that a side is at the lower edge. */
    this.turned = 0;
    this.coordinates = "off";
    /** @type {{board: Board, frame: HTMLElement, picture: SVGSVGElement, layers: Record<string, any>}[]} */
    this.boards = [];
    /** The parts of each place, by id; a board in use adds a name and a target. @type {Map<string, {at: Point, ground: any, piece: any, name?: any, target?: any}>} */
    this.places = new Map();
    this.shape = "";
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
    const isUpright = box !== null && standsUpright(box, screen);
    return (this.turned + (isUpright ? 270 : 0)) % 360;
  }

  /** Builds the elements that do not depend on the position. @param {Scene} scene */
  build(scene) {
    this.places.clear();
    const angle = this.angleOf(scene);
    this.boards = scene.boards.map((board) => this.buildBoard(board, angle));
    this.host.replaceChildren(...this.boards.map(({ frame }) => frame));
    // The padding scales with the boards. Captions need an extra line.
    const room = this.host.parentElement ?? this.host;
    const ratio = this.boards.reduce((sum, { frame }) => sum + Number(frame.style.flexGrow) / 100, 0) || 1;
    room.style.setProperty("--ratio", String(ratio));
    const heights = this.boards.map(({ picture }) => picture.viewBox.baseVal.height);
    room.style.setProperty("--units", String(Math.max(0, ...heights)));
    room.style.setProperty("--captions", scene.boards.some((board) => board.title) ? "24px" : "0px");
    this.host.classList.toggle("several", this.boards.length > 1);
    this.host.classList.toggle("wide", ratio > WIDE);
    this.host.classList.toggle("upright", angle !== this.turned);
  }

  /** @param {Board} board @param {number} angle */
  buildBoard(board, angle) {
    const hasLabels = this.coordinates === "edge";
    const box = frameBox(board, hasLabels);
    const turn = (/** @type {number} */ x, /** @type {number} */ y) => turnedPoint([x, y], box, angle);
    const [x0, y0, x1, y1] = turnedBox(box, angle);
    const [width, height] = [x1 - x0, y1 - y0];
    /** @type {Record<string, any>} */
    const layers = Object.fromEntries(this.layers.map((name) => [name, svg("g", { class: name })]));
    const picture = svg("svg", { viewBox: `${x0} ${y0} ${width} ${height}`, class: "board" }, Object.values(layers));
    layers.ground.append(...drawWood([x0, y0, x1, y1]), ...drawLines(board, turn));
    for (const place of board.places) this.buildPlace(place, turn(place.x, place.y), layers);
    if (hasLabels) layers.ground.append(...drawLabels(board, turn));
    const style = { "--ratio": width / height, "flex-grow": (100 * width) / height };
    const title = board.title && h("figcaption", board.title);
    const frame = make(h("figure.board-frame", { style }, title, picture));
    return { board, frame, picture, layers };
  }

  /** @param {Place} place @param {Point} at @param {Record<string, any>} layers */
  buildPlace({ id }, at, layers) {
    const ground = svg("g", { class: "place", transform: `translate(${at[0]} ${at[1]})` });
    layers.ground.append(ground);
    this.places.set(id, { at, ground, piece: null });
  }

  /** Redraws the content of a place if it has changed. @param {Place} place @param {Scene} scene @param {Record<string, any>} layers */
  drawPlace(place, scene, layers) {
    const parts = this.places.get(place.id);
    if (!parts) return;
    const { at, ground, piece: old } = parts;
    if (ground.dataset.look !== place.ground) {
      ground.dataset.look = place.ground;
      ground.replaceChildren(...drawGround(place.ground));
    }
    const look = !place.kind ? "" : `${place.kind} ${place.height ?? ""}`;
    if (look === "") {
      old?.remove();
      parts.piece = null;
    } else if (old?.dataset.look !== look || old.getAnimations().length > 0) {
      const piece = make(drawPiece(scene.kinds[place.kind ?? ""], place.height ?? null), SVG);
      piece.dataset.look = look;
      piece.setAttribute("transform", `translate(${at[0]} ${at[1]})`);
      if (old) old.replaceWith(piece);
      else layers.pieces.append(piece);
      parts.piece = piece;
    }
  }
}

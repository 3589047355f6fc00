// Small pictures of the initial positions of games.

import { ask } from "./api.js";
import { BoardView } from "./board-view.js";
import { el } from "./dom.js";

/** @type {Map<string, Promise<import("./scene.js").Scene>>} */
const scenes = new Map();

/** The scene of the initial position. @param {string} game */
function sceneOf(game) {
  const known = scenes.get(game);
  if (known) return known;
  const found = ask({ t: "edit", game, fen: null, node: null, items: [] }).then(({ scene }) => scene);
  scenes.set(game, found);
  found.catch(() => scenes.delete(game));
  return found;
}

/** A picture of a game, which appears once its scene is known. Without a scene it stays empty. @param {string} game */
export function gamePicture(game) {
  const boards = el("div", { class: "boards" });
  const picture = el("span", { class: "picture", "aria-hidden": "true", inert: true }, boards);
  void sceneOf(game)
    .then((scene) => drawScene(boards, scene))
    .catch(() => undefined);
  return picture;
}

/** Draws a scene that cannot be touched. @param {HTMLElement} boards @param {import("./scene.js").Scene} scene */
export function drawScene(boards, scene) {
  const none = () => {};
  const view = new BoardView(boards, { touch: none, grab: () => false, drop: none, hover: none, draw: none });
  view.coordinates = "off";
  view.show(scene);
  // A picture needs no areas to touch, and is one image.
  for (const part of boards.querySelectorAll(".hits, .over, .under")) part.remove();
  for (const board of boards.querySelectorAll("svg")) board.removeAttribute("role");
}

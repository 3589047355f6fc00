// Small pictures of the initial positions of games.

import { ask } from "./api.js";
import { el } from "./dom.js";
import { StillBoard } from "./still-board.js";

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

/** A picture of the start of a game, which appears once its scene is known. Without a scene it stays empty. @param {string} game */
export function gamePicture(game) {
  const picture = emptyPicture();
  void sceneOf(game)
    .then((scene) => new StillBoard(picture.firstElementChild).draw(scene))
    .catch(() => undefined);
  return picture;
}

/** A picture of a position. @param {import("./scene.js").Scene} scene */
export function scenePicture(scene) {
  const picture = emptyPicture();
  new StillBoard(picture.firstElementChild).draw(scene);
  return picture;
}

function emptyPicture() {
  return el("span", { class: "picture", "aria-hidden": "true", inert: true }, el("div", { class: "boards" }));
}

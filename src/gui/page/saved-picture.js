// Small pictures of the last positions of saved games. They are drawn when they become visible.

import { ask } from "./api.js";
import { el } from "./dom.js";
import { readScene } from "./scene.js";
import { StillBoard } from "./still-board.js";

/** @typedef {import("./store.js").Entry} Entry */

/** The maximum number of pictures that are kept. */
const MAX_PICTURES = 200;

/** The pictures by file and length of the game, the newest last. @type {Map<string, HTMLElement>} */
const pictures = new Map();
/** The files of pictures that are not drawn yet. @type {WeakMap<Element, string>} */
const waiting = new WeakMap();

const watcher = new IntersectionObserver(
  (seen) => {
    for (const { target, isIntersecting } of seen) if (isIntersecting) void draw(target);
  },
  { rootMargin: "200px" },
);

/** The picture of a saved game. @param {Entry} entry */
export function savedPicture({ file = "", plies }) {
  const key = `${file} ${plies}`;
  const known = pictures.get(key);
  if (known) return known;
  const picture = el("div", { class: "saved-picture", "aria-hidden": "true", inert: true });
  pictures.set(key, picture);
  if (pictures.size > MAX_PICTURES) pictures.delete(/** @type {string} */ (pictures.keys().next().value));
  waiting.set(picture, file);
  watcher.observe(picture);
  return picture;
}

/** @param {any} picture */
async function draw(picture) {
  watcher.unobserve(picture);
  const file = waiting.get(picture);
  waiting.delete(picture);
  if (!file) return;
  // A game that cannot be replayed has no picture.
  const scene = await ask({ t: "scene_saved", file }).catch(() => null);
  if (!scene) return;
  const boards = el("div", { class: "boards" });
  new StillBoard(boards).draw(readScene(scene));
  picture.append(boards);
}

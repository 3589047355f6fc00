// Small pictures of the last positions of saved games. They are drawn when they become visible.

import { ask } from "./api.js";
import { el } from "./dom.js";
import { h } from "./render.js";
import { StillBoard } from "./still-board.js";

/** @typedef {import("./store.js").Entry} Entry */

/** The maximum number of scenes that are kept. */
const MAX_SCENES = 200;

/** The scenes by file and length of the game, the newest last. @type {Map<string, Promise<any>>} */
const scenes = new Map();
/** What draws each picture. @type {WeakMap<Element, () => void>} */
const waiting = new WeakMap();

const watcher = new IntersectionObserver(
  (seen) => {
    for (const { target, isIntersecting } of seen) {
      if (!isIntersecting) continue;
      watcher.unobserve(target);
      waiting.get(target)?.();
    }
  },
  { rootMargin: "200px" },
);

/** @param {string} file @param {string} key */
function sceneOf(file, key) {
  const known = scenes.get(key);
  if (known) return known;
  // A game that cannot be replayed has no picture.
  const found = ask({ t: "scene_saved", file }).catch(() => null);
  scenes.set(key, found);
  if (scenes.size > MAX_SCENES) scenes.delete(/** @type {string} */ (scenes.keys().next().value));
  return found;
}

/** The picture of a saved game. @param {Entry} entry */
export function savedPicture({ file = "", plies }) {
  const key = `${file} ${plies}`;
  const mounted = (/** @type {Element} */ picture) => {
    waiting.set(picture, async () => {
      const scene = await sceneOf(file, key);
      if (!scene) return;
      const boards = el("div", { class: "boards" });
      new StillBoard(boards).draw(scene);
      picture.append(boards);
    });
    watcher.observe(picture);
  };
  return h("div", { key, class: "saved-picture", "aria-hidden": "true", inert: true, mounted });
}

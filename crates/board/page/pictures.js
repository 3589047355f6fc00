// Small pictures of positions: of the start of a game, of a scene, and of a saved game.

import { ask, remembered } from "./api.js";
import { lessonsOf } from "./courses.js";
import { puzzlesOf } from "./puzzles.js";
import { h, make } from "./render.js";
import { StillBoard } from "./still-board.js";

/** @typedef {import("./scene.js").Scene} Scene */

/** The scene of the initial position. */
const startOf = remembered(async (game) => {
  const { scene } = await ask({ t: "edit", game, fen: null, node: null, items: [] });
  return scene;
});

/** A picture of the start of a game, which appears once its scene is known. Without a scene it stays empty. @param {string} game */
export function gamePicture(game) {
  return later(game, () => startOf(game));
}

/** A picture that appears once its scene is known. @param {string} key @param {() => Promise<Scene>} load */
function later(key, load) {
  return picture(key, (host) => void fillLater(host, load));
}

/** @param {Element} host @param {() => Promise<Scene>} load */
async function fillLater(host, load) {
  const scene = await load().catch(() => null);
  if (scene) fill(host, scene);
}

/** The scene of a position. @param {string} game @param {string|null} fen */
async function sceneOf(game, fen) {
  return (await ask({ t: "position", game, fen, moves: [] })).touches.scene;
}

/** A picture of a position, which appears once its scene is known. @param {string} game @param {string|null} fen */
export function positionPicture(game, fen) {
  return later(`${game} ${fen}`, () => sceneOf(game, fen));
}

/** The scene of a position in the middle of a game: of a puzzle, or else of a lesson. */
const livelyOf = remembered(async (game) => {
  const lively = (await puzzlesOf(game)).at(-1) ?? (await lessonsOf(game)).at(-1);
  return sceneOf(game, lively?.fen ?? null);
});

/** A picture of a game in progress. @param {string} game */
export function livelyPicture(game) {
  return later(`${game} lively`, () => livelyOf(game));
}

/** A picture of a position. @param {Scene} scene @param {string} key tells apart different positions */
export function scenePicture(scene, key) {
  return picture(key, (host) => fill(host, scene));
}

/** @param {string} key @param {(host: Element) => void} mounted */
function picture(key, mounted) {
  return h("span.picture", { key, "aria-hidden": "true", inert: true, mounted });
}

/** @param {Element} host @param {Scene} scene */
function fill(host, scene) {
  const boards = make(h("div.boards"));
  host.append(boards);
  new StillBoard(boards).draw(scene);
}

/** What draws each picture that was not visible yet. @type {WeakMap<Element, () => void>} */
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

/** The last position of a saved game: its file, and the length of the game. */
const savedScene = remembered((key) => ask({ t: "scene_saved", file: key.slice(0, key.lastIndexOf(" ")) }), 200);

/** The picture of a saved game. It is drawn when it becomes visible. @param {import("./store.js").Entry} entry */
export function savedPicture({ file = "", plies }) {
  const key = `${file} ${plies}`;
  const mounted = (/** @type {Element} */ host) => {
    // A game that cannot be replayed has no picture.
    waiting.set(host, () => void fillLater(host, () => savedScene(key)));
    watcher.observe(host);
  };
  return h("div.saved-picture", { key, "aria-hidden": "true", inert: true, mounted });
}

// What this client looks at: a node, and the server's views of nodes. Everything else is shared by all
// clients and stands in `store.js`.

import { humanSides, isHuman, playerOf, store } from "./store.js";
import { readScene, readSteps, textOf } from "./scene.js";

/** @typedef {import("./store.js").Side} Side */
/** @typedef {{path: string[], steps: import("./scene.js").StepEvent[][], text: string}} Trace */
/** @typedef {{scene: import("./scene.js").Scene, trace: Trace|null, touches: any}} View */

/** Views that are kept. */
const MAX_VIEWS = 300;

export const viewState = {
  /** The node that is looked at. */
  cursor: 0,
  /** The node that is on the board. */
  shown: 0,
  /** Whether player 2 sits at the lower edge. */
  flipped: false,
  /** Whether the board shows the end of a line of the analysis. */
  peeking: false,
};

/** Views of nodes, the newest last. @type {Map<number, View>} */
const views = new Map();

/** The newest scene: in a game the players keep their colours. @type {import("./scene.js").Scene|null} */
let latest = null;

/** Another game begins. */
export function forgetViews() {
  views.clear();
  latest = null;
}

/** Takes in a view as the server sends it. @param {any} raw */
export function keepView(raw) {
  const trace = raw.trace
    ? {
        path: (raw.trace.path ?? []).filter((/** @type {unknown} */ id) => typeof id === "string"),
        steps: readSteps(raw.trace.steps),
        text: textOf(raw.trace.text),
      }
    : null;
  latest = readScene(raw.scene);
  views.set(raw.node, { scene: latest, trace, touches: raw.touches });
  if (views.size > MAX_VIEWS) views.delete(/** @type {number} */ (views.keys().next().value));
}

/** @param {number} id */
export function viewOf(id) {
  return views.get(id) ?? null;
}

/** The view of the node that is looked at. */
export function viewHere() {
  return viewOf(viewState.cursor);
}

/** What a side is called by its colour. @param {Side} side */
export function colourName(side) {
  return (viewHere()?.scene ?? latest)?.players[side].name ?? "";
}

/** What a player is called; players with the same name are told apart by their colours. @param {Side} side */
export function nameOf(side) {
  const name = playerOf(side)?.name ?? "";
  const colour = colourName(side);
  if (!name) return colour;
  return store.players[0]?.name === store.players[1]?.name ? `${name} (${colour})` : name;
}

/** Whether a move can be entered: in the game by humans, elsewhere always. */
export function mayTouch() {
  const toAct = viewHere()?.scene.toAct;
  if (!toAct) return false;
  if (viewState.cursor !== store.live || store.ending) return true;
  return !store.thinking && !(store.paused && store.clock) && isHuman(toAct);
}

/** Whether the game has ended at the node that is looked at, also if its rules would go on. */
export function isOver() {
  return store.ending !== null && viewState.cursor === store.live;
}

/** Which side sits below when a game begins. @returns {Side} */
export function bottomSide() {
  const sides = humanSides();
  return sides.length === 1 ? sides[0] : "p1";
}

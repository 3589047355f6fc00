// The state of this client: its cursor in the game tree, and the views of nodes. The state that all
// clients share is in `store.js`.

import { holds, isWatcher, ownSide } from "./own-side.js";
import { humanSides, isHuman, playerOf, store } from "./store.js";

/** @typedef {import("./store.js").Side} Side */
/** @typedef {import("../types.js").MoveTrace} Trace */
/** @typedef {import("../types.js").View} View */

/** The maximum number of stored views. */
const MAX_VIEWS = 300;

export const viewState = {
  /** The node that the user has selected. */
  cursor: 0,
  /** Whether player 2 is at the lower edge. */
  flipped: false,
  /** The tab of the study that was opened last. @type {"moves"|"explorer"|"summary"} */
  tab: "moves",
};

/** Views by node, the newest last. @type {Map<number, View>} */
const views = new Map();

/** The newest scene, for the names of the colours. @type {import("./scene.js").Scene|null} */
let latest = null;

/** Drops all views, because another game begins. */
export function forgetViews() {
  views.clear();
  latest = null;
}

/** Stores a view from the server. @param {View} view */
export function keepView(view) {
  if (view.node === null) return;
  latest = view.touches.scene;
  views.set(view.node, view);
  if (views.size > MAX_VIEWS) views.delete(/** @type {number} */ (views.keys().next().value));
}

/** @param {number} id */
export function viewOf(id) {
  return views.get(id) ?? null;
}

/** The view of the node at the cursor. */
export function viewHere() {
  return viewOf(viewState.cursor);
}

/** The name of the colour of a side. @param {Side} side */
export function colourName(side) {
  return (viewHere()?.touches.scene ?? latest)?.players[side].name ?? "";
}

/** The name of a player. If both have the same name, their colours are added. @param {Side} side */
export function nameOf(side) {
  const name = playerOf(side)?.name ?? "";
  const colour = colourName(side);
  if (!name) return colour;
  return store.players[0]?.name === store.players[1]?.name ? `${name} (${colour})` : name;
}

/** Whether the seat of this client forbids a move here: it moves only in the game, on its turn. @param {Side|null} toAct */
export function isForOther(toAct) {
  if (store.ending) return isWatcher();
  if (holds("p1") && holds("p2")) return false;
  return viewState.cursor !== store.live || toAct === null || !holds(toAct);
}

/** Whether the user can enter a move: for humans in the game, elsewhere for both sides. */
export function mayTouch() {
  const toAct = viewHere()?.touches.scene.to_act;
  if (!toAct || isForOther(toAct)) return false;
  if (viewState.cursor !== store.live || store.ending) return true;
  return !store.thinking && !(store.paused && store.clock) && isHuman(toAct);
}

/** Whether the game has ended at the cursor, by the rules or otherwise. */
export function isOver() {
  return store.ending !== null && viewState.cursor === store.live;
}

/** The side at the lower edge when a game begins. @returns {Side} */
export function bottomSide() {
  const own = ownSide();
  if (own) return own;
  const sides = humanSides();
  return sides.length === 1 ? sides[0] : "p1";
}

// What this window looks at: a node, with the house's answers about it. Everything else of a game is
// shared by all windows and stands in `state.js`.

import { seatOf, table } from "./state.js";
import { playerName } from "./seats.js";

/** Answers that are kept. */
const MOST = 300;

export const here = {
  /** The node that is looked at. */
  cursor: 0,
  /** Whether player 2 sits at the lower edge. */
  flipped: false,
  /** The node that is on the board. */
  shown: 0,
  /** Whether a look ahead lies over the board. */
  peeking: false,
};

/** @typedef {{scene: import("./scene.js").Scene, trace: {path: string[], steps: import("./scene.js").StepEvent[][], text: string}|null, touches: any}} View */

/** Answers about nodes, the newest last. @type {Map<number, View>} */
export const views = new Map();

/** The scene that came last: what players are called stays the same in a game. @type {import("./scene.js").Scene|undefined} */
let latest;

/** Another game has begun. */
export function forgetViews() {
  views.clear();
  latest = undefined;
}

/** @param {number} id @param {View} view */
export function keepView(id, view) {
  views.set(id, view);
  latest = view.scene;
  if (views.size > MOST) views.delete(views.keys().next().value);
}

/** The answer about the node that is looked at. @returns {View|undefined} */
export function viewHere() {
  return views.get(here.cursor);
}

/** What a player is called. @param {string} side */
export function nameOf(side) {
  return playerName(side, viewHere()?.scene ?? latest);
}

/** Whether something can be touched at the cursor: in the game by people, elsewhere always. @param {View} view */
export function mayTouch(view) {
  if (!view.scene.toAct) return false;
  if (here.cursor !== table.live || table.ending) return true;
  if (table.thinking) return false;
  if (table.paused && table.clock) return false;
  return seatOf(view.scene.toAct)?.kind === "person" || false;
}

/** Whether the game has ended at the node that is looked at, also where its rules would go on. */
export function isOver() {
  return Boolean(table.ending) && here.cursor === table.live;
}

/** Which side sits below when a game begins. */
export function bottomSide() {
  const people = ["p1", "p2"].filter((side) => seatOf(side)?.kind === "person");
  return people.length === 1 ? people[0] : "p1";
}

// What users can do with the game and its tree.

import { send } from "./api.js";
import { setMode } from "./mode.js";
import { isVariation, pathTo } from "./navigation.js";
import { notice } from "./notices.js";
import { ownSide, refusalOf, whyNot } from "./own-side.js";
import { settings } from "./settings.js";
import { mainLine, node, playerOf, store } from "./store.js";
import { T } from "./texts.js";

/** @typedef {import("./choice-menu.js").MenuItem} MenuItem */

export const MARKS = ["", "!!", "!", "!?", "?!", "?", "??"];

/** The index of the engine to move, or `null`. */
export function engineToMove() {
  const player = playerOf(node(store.live)?.status.to_act);
  return player?.kind === "engine" ? player.engine : null;
}

/** Whether the next game of a series begins automatically. */
export function seriesGoesOn() {
  return Boolean(store.series?.left) && store.players.every((player) => player.kind === "engine");
}

/** The node where the game is. In a study this is always on the main line. */
export function gameNode() {
  const isAside = store.game.study && isVariation(node(store.live));
  return isAside ? (mainLine().at(-1)?.id ?? store.live) : store.live;
}

/** Starts the same game again with sides swapped. */
export function rematch() {
  void send({ t: "rematch" });
}

/** A player as proposed for the next game: the players of an opened record do not play it. @param {import("./store.js").PlayerConfig} player */
export function nextPlayer(player) {
  return store.game.record && player.kind === "human" ? { ...player, name: "" } : player;
}

/** Evaluates every move of the game, or stops that. */
export function review() {
  if (store.review) return void send({ t: "review", on: false, engine: 0, ms: 100 });
  setMode("study");
  const engine = Math.min(settings.engine, store.engines.length - 1);
  void send({ t: "review", on: true, engine, ms: settings.reviewTime });
}

export function takeBack() {
  const why = whyNot("takeback");
  if (why === null) void send({ t: "takeback", side: ownSide() });
  else notice(why);
}

/** The command to draw by agreement, if two humans play a game that has draws. @returns {MenuItem[]} */
function drawItem() {
  if (["no-draws", "no-draw-offer"].includes(refusalOf("draw") ?? "")) return [];
  const label = ownSide() ? T.offerDraw : T.agreeDraw;
  return [{ label, drawing: "check", why: whyNot("draw"), work: () => void send({ t: "offer_draw" }) }];
}

/** Continues the game at a node. @param {number} id */
export function playFrom(id) {
  void send({ t: "live", node: id });
}

/** Deletes a move and its continuation; a notice offers to restore them. @param {number} id */
export async function remove(id) {
  const { token } = node(id) ?? { token: "" };
  if (!(await send({ t: "remove", node: id }))) return;
  notice(T.removed(token), "info", { action: { label: T.undo, work: () => void send({ t: "undo" }) } });
}

/** @returns {MenuItem} */
function undoItem() {
  return { label: T.undo, drawing: "undo", why: whyNot("undo"), work: () => void send({ t: "undo" }) };
}

/** The commands for a move of the tree. @param {number} id @returns {MenuItem[]} */
export function moveCommands(id) {
  const at = node(id);
  const isFirst = at?.parent === null;
  const isKept = !store.game.study && pathTo(store.live).includes(id);
  return [
    ...(isFirst ? [] : MARKS).map((mark) => ({
      label: mark || "–",
      name: mark ? T.marks[mark] : T.noMark,
      checked: (at?.mark ?? "") === mark,
      work: () => void send({ t: "mark", node: id, mark }),
    })),
    {
      label: T.promote,
      drawing: "up",
      why: isVariation(at) ? null : T.isMain,
      work: () => void send({ t: "promote", node: id }),
    },
    {
      label: T.playFromHere,
      drawing: "play",
      why: whyNot("live") ?? (id === store.live ? T.isLive : null),
      work: () => playFrom(id),
    },
    {
      label: T.remove,
      drawing: "trash",
      why: isFirst ? T.refusals["first-position"] : isKept ? T.refusals["move-of-game"] : null,
      work: () => void remove(id),
    },
    undoItem(),
  ];
}

/** The less frequent commands for the game. @param {{setResult: () => void, typeMove: () => void, flip: () => void}} on @returns {MenuItem[]} */
export function gameCommands(on) {
  return [
    {
      label: store.paused ? T.resume : T.pause,
      drawing: store.paused ? "play" : "pause",
      why: store.paused ? null : whyNot("pause"),
      work: () => void send({ t: "pause", on: !store.paused }),
    },
    {
      label: T.moveNow,
      drawing: "forward",
      why: store.thinking ? null : T.refusals["engine-not-thinking"],
      work: () => void send({ t: "move_now" }),
    },
    { label: T.flip, drawing: "flip", work: on.flip },
    { label: T.typeMoveKey, drawing: "keys", work: on.typeMove },
    ...drawItem(),
    { label: T.setResult, drawing: "edit", why: whyNot("result"), work: on.setResult },
    undoItem(),
  ];
}

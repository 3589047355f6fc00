// What users can do with the game and its tree, and why it is not possible at the moment.

import { send } from "./api.js";
import { mayHelp } from "./fair-play.js";
import { setMode } from "./mode.js";
import { isVariation, pathTo } from "./navigation.js";
import { notice } from "./notices.js";
import { holds, ownSide } from "./own-side.js";
import { settings } from "./settings.js";
import { humanSides, isStudy, mainLine, node, otherSide, playerOf, store } from "./store.js";
import { T } from "./texts.js";

/** @typedef {import("./store.js").Side} Side */
/** @typedef {import("./choice-menu.js").MenuItem} MenuItem */

export const MARKS = ["", "!!", "!", "!?", "?!", "?", "??"];

/** The side that can resign: the side of this client, the only human, or the human to move. @returns {Side|null} */
export function resigningSide() {
  const humans = humanSides();
  const toAct = node(store.live)?.status.to_act ?? null;
  if (store.ending) return null;
  const own = ownSide();
  if (own) return own;
  const side = humans.length === 1 ? humans[0] : toAct && humans.includes(toAct) ? toAct : null;
  return side && holds(side) ? side : null;
}

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
  const isAside = isStudy() && isVariation(node(store.live));
  return isAside ? (mainLine().at(-1)?.id ?? store.live) : store.live;
}

/** Why a move and its continuation cannot be deleted; `null` if they can. @param {number} id */
function whyKept(id) {
  const at = node(id);
  if (!at || at.parent === null) return T.firstStays;
  return !isStudy() && pathTo(store.live).includes(id) ? T.inGame : null;
}

/** Why the game cannot be continued at a node; `null` if it can. @param {number} id */
function whyNotFrom(id) {
  if (store.game.link) return T.refusals["link-keeps"];
  return id === store.live ? T.isLive : null;
}

/** Why the game cannot be paused; `null` if it can. */
function whyNoPause() {
  const isPausable = (!store.ending && (store.clock || humanSides().length < 2)) || seriesGoesOn();
  return isPausable ? null : T.noPause;
}

/** Starts the same game again with sides swapped; each player keeps their time. */
export function rematch() {
  /** @template P @param {[P, P]} pair @returns {[P, P]} */
  const turned = ([one, two]) => [two, one];
  const { time } = store;
  const own = store.game.link?.own ?? null;
  const [one, two] = store.players;
  void send({
    t: "new",
    game: store.game.id,
    fen: store.game.fen,
    players: turned([config(nextPlayer(one)), config(nextPlayer(two))]),
    time: time.kind === "clock" ? { ...time, base: turned(time.base), increment: turned(time.increment) } : time,
    series: 0,
    swapped: !own,
    one_device: store.game.one_device,
    by_link: own && otherSide(own),
  });
}

/** A player without the name of an engine. @param {import("./store.js").PlayerConfig} player @returns {import("../types.js").PlayerConfig} */
function config(player) {
  const { kind, name } = player;
  return kind === "human" ? { kind, name } : { kind, engine: player.engine, level: player.level };
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

/** Why a review is not possible; `null` if it is. */
export function whyNoReview() {
  if (!mayHelp()) return T.refusals["no-help"];
  return store.review || mainLine().length > 1 ? null : T.noMoves;
}

/** Why no move can be taken back; `null` if one can. */
export function whyNoTakeback() {
  const own = ownSide();
  const can = own ? store.takeback.includes(own) : store.takeback.length > 0 && store.takeback.every(holds);
  return can ? null : T.refusals["no-takeback"];
}

export function takeBack() {
  if (whyNoTakeback() === null) void send({ t: "takeback", side: ownSide() });
  else notice(T.refusals["no-takeback"]);
}

/** The command to draw by agreement, if two humans play a game that has draws. @returns {MenuItem[]} */
function drawItem() {
  const hasDraws = store.games.find(({ id }) => id === store.game.id)?.draws;
  if (humanSides().length < 2 || !hasDraws) return [];
  const label = ownSide() ? T.offerDraw : T.agreeDraw;
  const why = store.game.link ? T.refusals["link-keeps"] : store.ending ? T.noMore : null;
  return [{ label, drawing: "check", why, work: () => void send({ t: "offer_draw" }) }];
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
  return {
    label: T.undo,
    drawing: "undo",
    why: store.undoable ? null : T.noUndo,
    work: () => void send({ t: "undo" }),
  };
}

/** The commands for a move of the tree. @param {number} id @returns {MenuItem[]} */
export function moveCommands(id) {
  const at = node(id);
  const marks = at?.parent === null ? [] : MARKS;
  return [
    ...marks.map((mark) => ({
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
    { label: T.playFromHere, drawing: "play", why: whyNotFrom(id), work: () => playFrom(id) },
    { label: T.remove, drawing: "trash", why: whyKept(id), work: () => void remove(id) },
    undoItem(),
  ];
}

/** The less frequent commands for the game. @param {{setResult: () => void, typeMove: () => void, flip: () => void}} on @returns {MenuItem[]} */
export function gameCommands(on) {
  const isOver = store.ending !== null;
  return [
    {
      label: store.paused ? T.resume : T.pause,
      drawing: store.paused ? "play" : "pause",
      why: whyNoPause(),
      work: () => void send({ t: "pause", on: !store.paused }),
    },
    {
      label: T.moveNow,
      drawing: "forward",
      why: !isOver && store.thinking ? null : T.noThinking,
      work: () => void send({ t: "move_now" }),
    },
    { label: T.flip, drawing: "flip", work: on.flip },
    { label: T.typeMoveKey, drawing: "keys", work: on.typeMove },
    ...drawItem(),
    { label: T.setResult, drawing: "edit", why: store.game.link ? T.refusals["link-keeps"] : null, work: on.setResult },
    undoItem(),
  ];
}

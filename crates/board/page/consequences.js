// What lines do on the board, in sentences: what a marked move of a review allows and what the better move does, why a
// move at a puzzle fails, and what a solution achieves.

import { ask } from "./api.js";
import { onPointed } from "./dom.js";
import { redraw } from "./redraw.js";
import { h } from "./render.js";
import { node, store } from "./store.js";

/** @typedef {import("../types.js").Consequence} Consequence */
/** @typedef {import("../types.js").Consequences} Consequences */
/** @typedef {import("../types.js").LineRequest} LineRequest */
/** @typedef {{peek: (tokens: string[]|null, at?: number, places?: string[]) => void, play: (at: number, tokens: string[]) => void}} Handlers */
/** A sentence as a button. @typedef {import("./render.js").Child} Sentence */

/** The answers for marked moves, by their questions; `null` until one arrives. @type {Map<string, Consequences|null>} */
const known = new Map();
/** The answers that are kept: those of the moves of a game. */
const MAX_KNOWN = 200;

/** What a line does, or in what it differs from a better one; nothing without a connection. @param {import("./practice-board.js").Position} position @param {LineRequest} line @param {LineRequest|null} [better] @returns {Promise<Consequences>} */
export async function consequencesOf({ game, fen, moves }, line, better = null) {
  const none = { line: [], better: [] };
  return ask({ t: "consequences", position: { game, fen, moves }, line, better }).catch(() => none);
}

/** The lines of a marked move and of the better one, as the engine expects them. @param {import("./store.js").TreeNode} at */
export function linesOf(at) {
  const before = node(at.parent);
  const side = before?.status.to_act;
  return {
    played: { moves: [at.token, ...(at.eval?.pv ?? [])], mate: mateOf(side, at.eval?.mate, 1) },
    better: { moves: before?.eval?.pv ?? [], mate: mateOf(side, before?.eval?.mate) },
  };
}

/** The plies to a proven end as a side sees it, negative if it loses; `null` if nothing is proven. @param {import("./store.js").Side|null|undefined} side @param {number|null|undefined} mate for player 1 @param {number} [before] plies before the position that was searched */
export function mateOf(side, mate, before = 0) {
  const own = (mate ?? 0) * (side === "p2" ? -1 : 1);
  return own ? own + before * Math.sign(own) : null;
}

/** The sentences about a marked move and about the better one. The first call asks for them. @param {import("./store.js").TreeNode} at @param {Handlers} on @returns {{played: Sentence[], better: Sentence[]}} */
export function sentencesAbout(at, on) {
  const before = node(at.parent);
  if (!before?.eval) return { played: [], better: [] };
  const { played, better } = linesOf(at);
  const position = positionAt(before);
  const key = JSON.stringify([position, played, better]);
  if (!known.has(key)) {
    known.set(key, null);
    if (known.size > MAX_KNOWN) known.delete(/** @type {string} */ (known.keys().next().value));
    void consequencesOf(position, played, better).then((answer) => {
      known.set(key, answer);
      void redraw();
    });
  }
  const found = known.get(key);
  const buttons = (/** @type {Consequence[]} */ list, /** @type {string[]} */ line) =>
    list.map((one) => sentence(one, line, before.id, on));
  return { played: buttons(found?.line ?? [], played.moves), better: buttons(found?.better ?? [], better.moves) };
}

/** The position of a node. @param {import("./store.js").TreeNode} at */
export function positionAt(at) {
  const moves = [];
  for (let up = at; up.parent !== null; up = /** @type {import("./store.js").TreeNode} */ (node(up.parent))) {
    moves.unshift(up.token);
  }
  return { game: store.game.id, fen: store.game.fen ?? null, moves };
}

/** Pointing at a sentence shows the position and its places; a click plays the line. @param {Consequence} one @param {string[]} line @param {number} from the node where the line begins @param {Handlers} on */
function sentence({ text, at, plies }, line, from, on) {
  const tokens = line.slice(0, plies);
  const peek = () => on.peek(tokens, from, at);
  const handlers = { onfocus: peek, onblur: () => on.peek(null), onclick: () => on.play(from, tokens) };
  return h("button.move-text.sentence", { key: text.text, type: "button", ...onPointed(peek), ...handlers }, text.text);
}

/** Sentences as one text. @param {Consequence[]} list */
export const textOf = (list) => list.map((one) => one.text.text).join(" ");

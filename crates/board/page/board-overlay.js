// What lies over a position: the last move, touchable places, marks, hints and arrows.

import { drawArrow } from "./board-arrows.js";
import * as marks from "./board-marks.js";
import { svg } from "./render.js";
import { places } from "./scene.js";
import { T } from "./texts.js";

/** @typedef {import("./board-geometry.js").Point} Point */
/** @typedef {import("./scene.js").Next} Next */
/** @typedef {import("./scene.js").Scene} Scene */

/** More empty targets than this would hide the board: their dots are small and pale. */
const MANY = 20;

/** The places that the last move left, entered, and cleared. @param {Scene} scene @param {import("./view-state.js").Trace|null} trace @returns {import("./board-state.js").LastMove} */
export function lastMove(scene, trace) {
  const known = places(scene);
  const isEmpty = (/** @type {string} */ id) => known.get(id)?.kind == null;
  const paths = (trace?.arrows ?? []).filter((path) => path.every((id) => known.has(id)));
  const from = new Set(paths.filter((path) => path.length > 1).map((path) => path[0]));
  // A piece that moves twice has one destination.
  const to = new Set(paths.flatMap((path) => path.at(-1) ?? []).filter((id) => !from.has(id) || !isEmpty(id)));
  /** @type {Set<string>} */
  const taken = new Set();
  for (const event of (trace?.steps ?? []).flat()) {
    const isGone = !event.to || !known.has(event.to) || event.ground === "gone";
    if (event.from && isGone && isEmpty(event.from) && !to.has(event.from)) taken.add(event.from);
  }
  return { from: [...from].filter((id) => !to.has(id) && isEmpty(id)), to: [...to], taken: [...taken] };
}

/** The places that every continuation captures, except those that can be touched. @param {Next[]} next */
export function certainlyTaken(next) {
  const touchable = new Set(next.flatMap(({ at }) => at));
  const [first, ...rest] = next;
  return (first?.takes ?? []).filter((id) => !touchable.has(id) && rest.every(({ takes }) => takes.includes(id)));
}

/** The marks of a move that is being entered: those of the protocol, and what the touches so far take. @param {import("./move-entry.js").MoveEntry} entry @returns {import("../types.js").Highlight[]} */
export function entryMarks({ answer, made, isStarted }) {
  const marks = answer?.marks ?? [];
  const taken = new Set(made.flatMap(({ takes }) => takes));
  const chosen = marks.flatMap(({ as, at }) => (as === "chosen" ? at.filter((id) => taken.has(id)) : []));
  const certain = isStarted ? certainlyTaken(answer?.next ?? []) : [];
  return [{ as: "goes", at: [...certain, ...chosen] }, ...marks];
}

/** Drawings at a point. @param {Point|undefined} at @param {any[]} parts */
export function markAt(at, parts) {
  const [x, y] = at ?? [0, 0];
  return svg("g", { transform: `translate(${x} ${y})` }, ...parts);
}

/**
 * Draws the overlay of boards. Returns the actions by place, the chosen places, and in words what is removed.
 * @param {Scene} scene the shown scene; during an animation it is not yet that of the state
 * @param {import("./board-state.js").BoardState} state
 * @param {import("./store.js").Drawing|null} pen an unfinished drawing
 * @param {{board: import("./scene.js").Board, layers: Record<string, any>}[]} boards
 * @param {(id: string) => Point|undefined} centre
 */
export function drawOverlay(scene, state, pen, boards, centre) {
  const { next, last, hint, arrows, drawn, invite } = state;
  const roles = [...scene.marks, ...state.marks];
  const filled = places(scene);
  /** @type {Map<string, Next>} */
  const actions = new Map();
  for (const entry of next) for (const id of entry.at) if (!actions.has(id)) actions.set(id, entry);
  const isChoice = (/** @type {{as: string}} */ { as }) => as === "chosen" || as === "from";
  const choices = roles.filter(isChoice);
  const others = roles.filter((mark) => !isChoice(mark));
  const chosen = new Set(choices.flatMap((mark) => mark.at));
  const ringed = new Set([...last.to, ...chosen]);
  /** @type {Map<string, string>} */
  const fates = new Map();
  for (const [id, { takes }] of actions) if (takes.includes(id)) fates.set(id, T.fates.may);
  for (const { as, at } of roles) for (const id of at) if (Object.hasOwn(T.fates, as)) fates.set(id, T.fates[as]);
  const lines = [
    ...arrows,
    ...[...drawn, ...(pen ? [pen] : [])].map(({ ink, from, to }) => ({
      path: to === undefined ? [from] : [from, to],
      rank: 2,
      class: `drawn ${ink}`,
      colour: `drawn-${ink}`,
    })),
    ...(hint?.paths ?? []).map((path) => ({ path, rank: 1, class: "hint-arrow", colour: "hint" })),
  ];
  const isMany = [...actions.keys()].filter((id) => filled.get(id)?.kind == null).length > MANY;
  for (const { layers, board } of boards) {
    const own = new Set(board.places.map((place) => place.id));
    const here = (/** @type {string} */ id) => (own.has(id) ? centre(id) : undefined);
    const at = (/** @type {Iterable<string>} */ ids, /** @type {(id: string) => any[]} */ draw) =>
      [...ids].flatMap((id) => (own.has(id) ? [markAt(centre(id), draw(id))] : []));
    layers.under.replaceChildren(
      ...at(last.from, () => marks.tint("last", 0.3)),
      ...at(last.to, () => marks.tint("last", 0.46)),
      ...at(chosen, () => marks.tint("chosen", 0.5)),
    );
    layers.over.replaceChildren(
      ...at(last.from, marks.lastFrom),
      ...at(last.to, marks.lastTo),
      ...at(last.taken, marks.lastTaken),
      svg("g", { class: isMany ? "offers many" : "offers" }, [
        ...at(invite ? actions.keys() : [], (id) =>
          marks.touchable(filled.get(id), actions.get(id)?.takes.includes(id) ?? false, ringed.has(id), isMany),
        ),
        ...others.flatMap((mark) => at(mark.at, () => marks.roleMark(mark.as))),
      ]),
      ...choices.flatMap((mark) => at(mark.at, () => marks.roleMark(mark.as))),
      ...at(hint?.places ?? [], marks.hinted),
      ...at(hint?.removed ?? [], marks.hintedRemoval),
      ...lines.flatMap((arrow) => drawArrow(arrow, here)),
    );
  }
  return { actions, chosen, fates };
}

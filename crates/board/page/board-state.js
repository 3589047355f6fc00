// What a board shows: one object, which each kind of board fills in its own way. `BoardView` draws what differs from the
// last one.

/** @typedef {import("./scene.js").Scene} Scene */
/** The marked places and supply items of a hint, the paths of its move, and the places that it clears. @typedef {{places: string[], paths?: string[][], removed?: string[]}} Hint */
/** The places that the last move left, entered, and cleared. @typedef {{from: string[], to: string[], taken: string[]}} LastMove */
/**
 * @typedef {object} BoardState
 * @property {Scene} scene
 * @property {string|number|null} at the position of the scene; `null` if a move is being entered
 * @property {string|number|null} from the position from which `steps` lead to the scene; `null` if it is unknown
 * @property {import("./scene.js").StepEvent[][]} steps
 * @property {number} turned the rotation of the boards in degrees, so that a side is at the lower edge
 * @property {string} coordinates
 * @property {string|null} preview the name of the preview, if it is one
 * @property {import("./scene.js").Next[]} next the next touches
 * @property {boolean} invite whether these are marked
 * @property {import("../types.js").Highlight[]} marks
 * @property {LastMove} last
 * @property {Hint|null} hint
 * @property {import("./board-arrows.js").Arrow[]} arrows
 * @property {import("./store.js").Drawing[]} drawn
 * @property {{at: string[], takes?: string[]}|null} glow the places that a touch under the pointer would affect
 * @property {{id: string, reason: string}|null} refusal a refused touch
 */

/** @returns {LastMove} */
export function noMove() {
  return { from: [], to: [], taken: [] };
}

/** The state of a board that shows only a scene, and more. @param {Scene} scene @param {Partial<BoardState>} [more] @returns {BoardState} */
export function boardState(scene, more) {
  return {
    scene,
    at: null,
    from: null,
    steps: [],
    turned: 0,
    coordinates: "edge",
    preview: null,
    next: [],
    invite: true,
    marks: [],
    last: noMove(),
    hint: null,
    arrows: [],
    drawn: [],
    glow: null,
    refusal: null,
    ...more,
  };
}

/** The steps to show between two states. Without any, the scene appears at once. @param {BoardState} before @param {BoardState} after */
export function stepsBetween(before, after) {
  const { from, steps } = after;
  if (from === null) return [];
  if (from === before.at) return steps;
  const shown = before.steps.length;
  const goesOn = from === before.from && JSON.stringify(steps.slice(0, shown)) === JSON.stringify(before.steps);
  return goesOn ? steps.slice(shown) : [];
}

/** The rotation that brings a side to the lower edge. @param {Scene} scene @param {import("./store.js").Side} side */
export function turnTo({ players: { p1, p2 } }, side) {
  return p1.seat === p2.seat ? 0 : (360 - (side === "p2" ? p2 : p1).seat) % 360;
}

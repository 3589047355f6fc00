// Scenes of the protocol: their places, and the steps from one to the next.

/**
 * @typedef {import("../types.js").Scene} Scene
 * @typedef {import("../types.js").SceneBoard} Board
 * @typedef {import("../types.js").ScenePlace} Place
 * @typedef {import("../types.js").Supply} Supply
 * @typedef {import("../types.js").Item} Item
 * @typedef {import("../types.js").PieceKind} Kind
 * @typedef {import("../types.js").SceneEvent} StepEvent
 * @typedef {import("../types.js").Touches} Touches
 * @typedef {import("../types.js").TouchOption} Next
 */

/** A move that changes nothing. It is only allowed when no other move is. */
export const PASS = "pass";

/** All places of a scene by their ids. @param {Scene} scene @returns {Map<string, Place>} */
export function places(scene) {
  const found = new Map();
  for (const board of scene.boards) for (const place of board.places) found.set(place.id, place);
  return found;
}

/** The scene after a step, as a copy. @param {Scene} scene @param {StepEvent[]} step @returns {Scene} */
export function applyStep(scene, step) {
  const next = {
    ...scene,
    boards: scene.boards.map((board) => ({ ...board, places: board.places.map((place) => ({ ...place })) })),
    supplies: scene.supplies.map((supply) => ({ ...supply, items: supply.items.map((item) => ({ ...item })) })),
  };
  const at = places(next);
  const items = new Map(next.supplies.flatMap((supply) => supply.items.map((item) => [item.id, item])));
  const taken = step.map(({ from, to }) => {
    if (!from || from === to) return null;
    const place = at.get(from);
    if (place) {
      const { kind, height } = place;
      delete place.kind;
      delete place.height;
      return { kind, height };
    }
    const item = items.get(from);
    if (!item) return null;
    item.count = Math.max(0, item.count - 1);
    return { kind: item.kind, height: undefined };
  });
  step.forEach(({ from, to, kind, height, ground }, n) => {
    if (!to) return;
    const place = at.get(to);
    if (!place) {
      const item = items.get(to);
      if (item) item.count += 1;
      return;
    }
    const before = from === to ? { kind: place.kind, height: place.height } : taken[n];
    place.kind = kind ?? before?.kind;
    place.height = place.kind ? (height ?? before?.height) : undefined;
    place.ground = ground ?? place.ground;
  });
  return next;
}

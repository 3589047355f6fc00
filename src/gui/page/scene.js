// Reads scenes and touches of the protocol. Missing and unknown values become neutral ones, so that no
// other module needs to check.

/**
 * @typedef {import("./store.js").Side} Side
 * @typedef {{id: string, name: string, x: number, y: number, ground: string, kind: string|null, height: number|null}} Place
 * @typedef {{id: string, title: string, active: boolean, box: number[], lines: number[][], places: Place[], labels: {text: string, x: number, y: number}[]}} Board
 * @typedef {{id: string, kind: string, count: number, target: number}} Item `target` and `each` decide the game; 0 if there is none
 * @typedef {{id: string, label: string, owner: Side|null, items: Item[], each: number}} Supply
 * @typedef {{colour: string, mark: string, shape: string, text: string, plural: string}} Kind
 * @typedef {{at: string[], as: string}} Mark
 * @typedef {{name: string, colour: string, seat: number}} PlayerLook
 * @typedef {{game: string, toAct: Side|null, phase: string, result: any, players: {p1: PlayerLook, p2: PlayerLook}, kinds: Map<string, Kind>, boards: Board[], supplies: Supply[], marks: Mark[], facts: {label: string, p1: any, p2: any}[]}} Scene
 * @typedef {{from: string|null, to: string|null, kind: string|null, height: number|null, ground: string|null}} StepEvent
 */

/** @param {any} value @returns {any[]} */
export const list = (value) => (Array.isArray(value) ? value : []);
/** @param {any} value @returns {string} */
export const word = (value, other = "") => (typeof value === "string" ? value : other);
/** @param {any} value @returns {string|null} */
export const wordOrNull = (value) => (typeof value === "string" ? value : null);
/** @param {any} value @returns {number} */
export const number = (value, other = 0) => (Number.isFinite(value) ? value : other);
/** @param {any} value @returns {number|null} */
export const numberOrNull = (value) => (Number.isFinite(value) ? value : null);
/** @param {any} value @returns {Side|null} */
export const side = (value) => (value === "p1" || value === "p2" ? value : null);

/**
 * The English version of a protocol text.
 * @param {any} value
 * @returns {string}
 */
export function textOf(value) {
  if (typeof value === "string") return value;
  return word(value?.text, word(value?.key));
}

/**
 * @param {any} raw
 * @returns {Scene}
 */
export function readScene(raw) {
  const kinds = new Map();
  if (raw?.kinds && typeof raw.kinds === "object") {
    for (const [id, kind] of Object.entries(raw.kinds)) {
      kinds.set(id, {
        colour: word(kind?.colour),
        mark: word(kind?.mark),
        shape: word(kind?.shape),
        text: textOf(kind?.text) || id,
        plural: textOf(kind?.plural) || textOf(kind?.text) || id,
      });
    }
  }
  const player = (/** @type {any} */ look, /** @type {string} */ name) => ({
    name: word(look?.name, name),
    colour: word(look?.colour),
    seat: number(look?.seat),
  });
  return {
    game: word(raw?.game),
    toAct: side(raw?.to_act),
    phase: word(raw?.phase),
    result: raw?.result ?? null,
    players: { p1: player(raw?.players?.p1, "Player 1"), p2: player(raw?.players?.p2, "Player 2") },
    kinds,
    boards: list(raw?.boards).map(readBoard),
    supplies: list(raw?.supplies).map((s) => ({
      id: word(s?.id),
      label: textOf(s?.label),
      owner: side(s?.owner),
      items: list(s?.items).map((item) => ({
        id: word(item?.id),
        kind: word(item?.kind),
        count: number(item?.count),
        target: number(item?.target),
      })),
      each: number(s?.each),
    })),
    marks: readMarks(raw?.marks),
    facts: list(raw?.facts).map((fact) => ({ label: textOf(fact?.label), p1: fact?.p1, p2: fact?.p2 })),
  };
}

/**
 * @param {any} raw
 * @returns {Board}
 */
function readBoard(raw) {
  const places = list(raw?.places).map((place) => ({
    id: word(place?.id),
    name: word(place?.name, word(place?.id)),
    x: number(place?.x),
    y: number(place?.y),
    ground: word(place?.ground),
    kind: wordOrNull(place?.kind),
    height: numberOrNull(place?.height),
  }));
  let box = list(raw?.box).map((value) => number(value));
  if (box.length !== 4 || box[2] <= box[0] || box[3] <= box[1]) {
    const xs = places.map((place) => place.x),
      ys = places.map((place) => place.y);
    box = [Math.min(0, ...xs) - 0.7, Math.min(0, ...ys) - 0.7, Math.max(0, ...xs) + 0.7, Math.max(0, ...ys) + 0.7];
  }
  return {
    id: word(raw?.id),
    title: word(raw?.title),
    active: raw?.active !== false,
    box,
    lines: list(raw?.lines)
      .filter((line) => list(line).length === 4)
      .map((line) => line.map((/** @type {any} */ v) => number(v))),
    places,
    labels: list(raw?.labels).map((l) => ({ text: word(l?.text), x: number(l?.x), y: number(l?.y) })),
  };
}

/**
 * @param {any} raw
 * @returns {Mark[]}
 */
export function readMarks(raw) {
  return list(raw).map((mark) => ({ at: list(mark?.at).map((id) => word(id)), as: word(mark?.as) }));
}

/**
 * @param {any} raw
 * @returns {StepEvent[][]}
 */
export function readSteps(raw) {
  return list(raw).map((step) =>
    list(step).map((event) => ({
      from: wordOrNull(event?.from),
      to: wordOrNull(event?.to),
      kind: wordOrNull(event?.kind),
      height: numberOrNull(event?.height),
      ground: wordOrNull(event?.ground),
    })),
  );
}

/**
 * The paths of a trace element: one for each action, or one for the whole move.
 * @param {any} element
 * @returns {string[][]}
 */
export function readPaths(element) {
  const ids = (/** @type {any} */ path) => list(path).filter((id) => typeof id === "string");
  const paths = list(element?.arrows).map(ids);
  return (paths.length > 0 ? paths : [ids(element?.path)]).filter((path) => path.length > 0);
}

/**
 * @typedef {{touch: string, at: string[], kind: string, act: string|null, takes: string[], label: string, ends: boolean}} Next
 * @typedef {{touches: string[], auto: string[], off: string[], next: Next[], token: string|null, canonical: string|null, marks: Mark[], steps: StepEvent[][], scene: Scene|null, hint: string}} Touches
 */

/**
 * @param {any} raw
 * @returns {Touches}
 */
export function readTouches(raw) {
  return {
    touches: list(raw?.touches).map((t) => word(t)),
    auto: list(raw?.auto).map((t) => word(t)),
    off: list(raw?.off).map((t) => word(t)),
    next: list(raw?.next)
      .filter((n) => typeof n?.touch === "string")
      .map((n) => ({
        touch: n.touch,
        at: list(n.at).map((id) => word(id)),
        kind: word(n.kind, "place"),
        act: wordOrNull(n.act),
        takes: list(n.takes).map((id) => word(id)),
        label: textOf(n.label),
        ends: n.ends === true,
      })),
    token: wordOrNull(raw?.token),
    canonical: wordOrNull(raw?.canonical),
    marks: readMarks(raw?.marks),
    steps: readSteps(raw?.steps),
    scene: raw?.scene ? readScene(raw.scene) : null,
    hint: textOf(raw?.hint),
  };
}

/**
 * All places of a scene by their ids.
 * @param {Scene} scene
 * @returns {Map<string, Place>}
 */
export function places(scene) {
  const found = new Map();
  for (const board of scene.boards) for (const place of board.places) found.set(place.id, place);
  return found;
}

/**
 * The scene after a step, as a copy.
 * @param {Scene} scene
 * @param {StepEvent[]} step
 * @returns {Scene}
 */
export function applyStep(scene, step) {
  const next = {
    ...scene,
    boards: scene.boards.map((board) => ({ ...board, places: board.places.map((place) => ({ ...place })) })),
    supplies: scene.supplies.map((supply) => ({ ...supply, items: supply.items.map((item) => ({ ...item })) })),
  };
  const at = places(next);
  const items = new Map(next.supplies.flatMap((supply) => supply.items.map((item) => [item.id, item])));
  const taken = step.map((event) => {
    if (event.from === null || event.from === event.to) return null;
    const place = at.get(event.from);
    if (place) {
      const piece = place.kind === null ? null : { kind: place.kind, height: place.height };
      place.kind = null;
      place.height = null;
      return piece;
    }
    const item = items.get(event.from);
    if (!item) return null;
    item.count = Math.max(0, item.count - 1);
    return { kind: item.kind, height: null };
  });
  step.forEach((event, n) => {
    if (event.to === null) return;
    const place = at.get(event.to);
    if (!place) {
      const item = items.get(event.to);
      if (item) item.count += 1;
      return;
    }
    const before =
      event.from === event.to ? (place.kind === null ? null : { kind: place.kind, height: place.height }) : taken[n];
    place.kind = event.kind ?? before?.kind ?? null;
    place.height = place.kind === null ? null : (event.height ?? before?.height ?? null);
    place.ground = event.ground ?? place.ground;
  });
  return next;
}

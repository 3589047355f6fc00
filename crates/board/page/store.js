// The state that the server shares with all clients: sections and nodes, updated by patches.

/**
 * @typedef {import("../types.js").ServerMessage} ServerMessage
 * @typedef {import("../types.js").Sections} Sections
 * @typedef {import("../types.js").Side} Side
 * @typedef {Pick<import("../types.js").Evaluation, "cp"|"mate"|"bound"> & {scale?: number|null}} Score
 * @typedef {import("../types.js").Drawing} Drawing
 * @typedef {import("../types.js").NodeSection} TreeNode
 * @typedef {import("../types.js").PlayerSection} PlayerConfig
 * @typedef {import("../types.js").EngineSection} Engine
 * @typedef {import("../types.js").GameEntry} Entry
 * @typedef {import("../types.js").ProposalSection} Proposal
 */

/** The state before the first message. @type {Sections} */
const NOTHING = {
  game: {
    id: "",
    about: null,
    fen: null,
    root: 0,
    number: 0,
    tags: [],
    swapped: false,
    one_device: false,
    record: false,
    study: false,
    link: null,
  },
  live: 0,
  ending: null,
  paused: false,
  series: { left: 0, wins: [0, 0], draws: 0, games: [] },
  thinking: null,
  players: [
    { kind: "human", name: "" },
    { kind: "human", name: "" },
  ],
  devices: [null, null],
  proposal: null,
  time: { kind: "none" },
  clock: null,
  engines: [],
  games: [],
  analysis: null,
  accuracy: null,
  review: null,
  offer: null,
  adding: null,
  exploring: null,
  opening: null,
  file: null,
  started: 0,
  profile: { settings: {}, lessons: {}, puzzles: {}, failed: {}, runs: {}, ratings: {} },
  shared: false,
  saves: null,
  unsaved: null,
};

export const store = { ...NOTHING, known: false, revision: 0, /** @type {Map<number, TreeNode>} */ nodes: new Map() };

const SECTIONS = /** @type {(keyof Sections)[]} */ (Object.keys(NOTHING));

/** Applies a state or a patch. Returns whether that was possible: a patch may be missing. @param {Extract<ServerMessage, {t: "state"|"patch"}>} message */
export function take(message) {
  if (message.t === "patch" && message.revision !== store.revision + 1) return false;
  if (message.t === "state") {
    store.nodes.clear();
    store.known = true;
  }
  store.revision = message.revision;
  for (const name of SECTIONS) if (name in message) Object.assign(store, { [name]: message[name] });
  if (message.t === "patch") for (const id of message.gone) store.nodes.delete(id);
  for (const node of message.nodes) store.nodes.set(node.id, node);
  return true;
}

/** @param {number|null|undefined} id @returns {TreeNode|null} */
export function node(id) {
  return store.nodes.get(id ?? 0) ?? null;
}

/** The rule set that was played last: until the board has moves, that of the last run. */
export function playedLast() {
  return (store.nodes.size < 2 && store.offer?.game) || store.game.id;
}

/** The nodes of the main line, from the first position. */
export function mainLine() {
  const line = [];
  for (let at = node(store.game.root); at; at = node(at.children[0])) line.push(at);
  return line;
}

/** The title of a game, or its id if unknown. @param {string} id */
export function titleOf(id) {
  return store.games.find((game) => game.id === id)?.title ?? id;
}

/** @param {Side|null|undefined} side */
export function playerOf(side) {
  return side ? (store.players[side === "p1" ? 0 : 1] ?? null) : null;
}

/** @param {Side|null|undefined} side */
export function isHuman(side) {
  return playerOf(side)?.kind === "human";
}

/** @param {Side} side @returns {Side} */
export function otherSide(side) {
  return side === "p1" ? "p2" : "p1";
}

/** The sides that humans play. @returns {Side[]} */
export function humanSides() {
  return /** @type {Side[]} */ (["p1", "p2"]).filter(isHuman);
}

/** Whether people play each other, and the game goes on. */
export function isBetweenPeople() {
  return !store.ending && !store.game.record && humanSides().length === 2;
}

/** Whether the board hides its pieces: nobody thinks while the clocks of two people stand still. */
export function isCovered() {
  return store.paused && store.clock !== null && isBetweenPeople();
}

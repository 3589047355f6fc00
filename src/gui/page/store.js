// The state that the server shares with all clients: sections and nodes, updated by patches.

/**
 * @typedef {"p1"|"p2"} Side
 * @typedef {{cp?: number|null, mate?: number|null, bound?: string|null, scale?: number|null}} Score
 * @typedef {Score & {depth: number, nodes?: number, pv: string[], by: string}} Evaluation
 * @typedef {{to_act: Side|null, result: any}} Status
 * @typedef {{ink: string, from: string, to?: string}} Drawing an arrow, or a circle
 * @typedef {{id: number, parent: number|null, token: string, children: number[], status: Status, comment?: string, mark?: string, eval?: Evaluation|null, drawn?: Drawing[], clock?: number}} TreeNode
 * @typedef {{kind: "human", name: string}|{kind: "engine", engine: number, level: number|null, name: string}} PlayerConfig
 * @typedef {{name: string, state: string, trouble: string, options: any[], levels: [number, number]|null, level: number|null, set: Record<string, string>}} Engine
 * @typedef {{number?: number, file?: string, game: string, players: string[], result: string, reason?: string, plies: number, comments?: number, reviewed?: boolean, created?: number, date?: string, event?: string, round?: string, error?: any, legal?: number}} Entry a game in a list
 * @typedef {{number: number, from: Side|null, kind: string, game?: string, players?: string[], winner?: Side|"draw"|null}} Proposal what a player proposes to the other on another device
 * @typedef {{left: number, wins: number[], draws: number, games: Entry[]}} Series
 */

export const store = {
  known: false,
  revision: 0,
  /** @type {any} */ game: {},
  live: 0,
  /** @type {{winner: Side|"draw", reason: string, text: any}|null} */ ending: null,
  paused: false,
  /** @type {Series|null} */ series: null,
  /** @type {Side|null} */ thinking: null,
  /** @type {PlayerConfig[]} */ players: [],
  /** For each side whether its device is connected; `null` if no device has taken it. @type {(boolean|null)[]} */
  devices: [null, null],
  /** @type {Proposal|null} */ proposal: null,
  /** @type {any} */ time: null,
  /** @type {{left: number[], running: Side|null, since: number|null}|null} */ clock: null,
  /** @type {Engine[]} */ engines: [],
  /** @type {{id: string, title: string, draws: boolean, random_setup: boolean}[]} */ games: [],
  /** @type {{node: number, only: string[], running: boolean}|null} */ analysis: null,
  /** @type {{done: number, total: number}|null} */ review: null,
  /** The sides that can take back a move. @type {Side[]} */ takeback: [],
  undoable: false,
  /** @type {Entry|null} */ offer: null,
  /** The games that are being added to the saved games. @type {{done: number}|null} */ adding: null,
  /** The file from which the game on the board was opened, if it has several games. @type {{games: number}|null} */ file: null,
  /** When the program started, in milliseconds since 1970. */
  started: 0,
  /** @type {import("./profile.js").Profile} */ profile: {},
  /** Whether other devices can connect. */
  shared: false,
  /** The folder of saved games. @type {string|null} */ saves: null,
  /** @type {Map<number, TreeNode>} */ nodes: new Map(),
};

const SECTIONS =
  "game live ending paused series thinking players devices proposal time clock engines games analysis review takeback undoable offer saves shared file adding started profile".split(
    " ",
  );

/**
 * Applies a state or a patch. Returns the changed sections, or `null` if a patch is missing.
 * @param {any} message
 * @returns {Set<string>|null}
 */
export function take(message) {
  const changed = new Set();
  if (message.t === "patch" && message.revision !== store.revision + 1) return null;
  if (message.t === "state") {
    store.nodes.clear();
    store.known = true;
    changed.add("all");
  }
  store.revision = message.revision;
  for (const name of SECTIONS) {
    if (!(name in message)) continue;
    /** @type {any} */ (store)[name] = message[name];
    changed.add(name);
  }
  for (const id of message.gone ?? []) store.nodes.delete(id);
  for (const node of message.nodes ?? []) store.nodes.set(node.id, node);
  if (message.gone?.length || message.nodes?.length) changed.add("nodes");
  return changed;
}

/** @type {{sections: string[], draw: (changed: Set<string>) => void}[]} */
const subscribers = [];

/** Draws again when one of the sections or "nodes" has changed; without any, after every change. @param {string[]} sections @param {(changed: Set<string>) => void} draw */
export function subscribe(sections, draw) {
  subscribers.push({ sections, draw });
}

/** Tells the subscribers what has changed, in the order in which they subscribed. @param {Set<string>} changed */
export function publish(changed) {
  const isAll = changed.has("all");
  for (const { sections, draw } of subscribers)
    if (isAll || sections.length === 0 || sections.some((name) => changed.has(name))) draw(changed);
}

/** @param {number|null|undefined} id */
export function node(id) {
  return store.nodes.get(id ?? 0) ?? null;
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

/** Whether two humans play without a clock. Then every move continues the game, at any node. */
export function isStudy() {
  return !store.clock && store.players.every((player) => player.kind === "human");
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

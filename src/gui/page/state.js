// What the window knows of the table: sections and nodes, kept up to date by patches.

/**
 * @typedef {{id: number, parent: number|null, token: string, children: number[], status: {to_act: string|null, result: any}|null, comment?: string, mark?: string, opinion?: Opinion|null, clock?: number}} Node
 * @typedef {{cp?: number, mate?: number, depth: number, pv: string[], by: string}} Opinion
 */

export const table = {
  known: false,
  revision: 0,
  /** @type {any} */ game: {},
  live: 0,
  /** @type {any} */ ending: null,
  paused: false,
  /** @type {{left: number, wins: number[], draws: number}|null} */ series: null,
  /** @type {string|null} */ thinking: null,
  /** @type {any[]} */ players: [],
  /** @type {any} */ time: null,
  /** @type {any} */ clock: null,
  /** When the clock section was valid, by `performance.now`. */
  clockAt: 0,
  /** @type {any[]} */ engines: [],
  /** @type {string[]} */ games: [],
  /** @type {any} */ analysis: null,
  /** @type {any} */ review: null,
  undoable: false,
  /** @type {any} */ offer: null,
  /** @type {Map<number, Node>} */ nodes: new Map(),
};

const SECTIONS = ["game", "live", "ending", "paused", "series", "thinking", "players", "time", "clock", "engines", "games", "analysis", "review", "undoable", "offer"];

/**
 * Takes a snapshot or a patch in; what has changed, or `null` when a patch is missing in between.
 * @param {any} message
 * @returns {Set<string>|null}
 */
export function take(message) {
  const changed = new Set();
  if (message.t === "patch" && message.revision !== table.revision + 1) return null;
  if (message.t === "state") {
    table.nodes.clear();
    table.known = true;
    changed.add("all");
  }
  table.revision = message.revision;
  for (const name of SECTIONS) {
    if (name in message) {
      table[name] = message[name];
      changed.add(name);
    }
  }
  if (changed.has("clock")) table.clockAt = performance.now() - (message.elapsed ?? 0);
  for (const id of message.gone ?? []) table.nodes.delete(id);
  for (const node of message.nodes ?? []) table.nodes.set(node.id, node);
  if ((message.gone?.length ?? 0) + (message.nodes?.length ?? 0) > 0) changed.add("nodes");
  return changed;
}

/** @param {number} id */
export function node(id) {
  return table.nodes.get(id) ?? null;
}

/** The nodes of the main line from the first position on. */
export function mainLine() {
  const line = [];
  for (let at = node(table.game.root); at; at = at.children.length ? node(at.children[0]) : null) line.push(at);
  return line;
}

/** Whether two people have no clock: then nothing tells a game from a study, and the game is where one plays. */
export function isStudy() {
  return !table.clock && table.players.every((seat) => seat.kind === "person");
}

/** Who is a person, and who an engine? @param {string|null} side */
export function seatOf(side) {
  return side === "p1" ? table.players[0] : side === "p2" ? table.players[1] : null;
}

// The arrows of the analysis. Where a turn leads is known to the house alone.

import { here } from "./here.js";
import { readPaths } from "./scene.js";
import { settings } from "./settings.js";
import { table } from "./state.js";
import { ask } from "./talk.js";

/** Arrows at once, and ways that are kept. */
const MOST = 5, KEPT = 500;

/** @type {Map<string, Promise<string[][]>>} */
const known = new Map();

/** The ways a turn goes, one for each of its actions. @param {number} id @param {string|undefined} token */
async function waysOf(id, token) {
  if (!token) return [];
  const key = `${table.game.number} ${id} ${token}`;
  if (!known.has(key)) {
    if (known.size > KEPT) known.clear();
    known.set(key, ask({ t: "trace", node: id, tokens: [token] }).then((answer) => readPaths(answer?.line?.[0])).catch(() => { known.delete(key); return []; }));
  }
  return known.get(key) ?? [];
}

export class Arrows {
  /**
   * @param {import("./board.js").BoardView} board
   * @param {import("./analysis.js").AnalysisView} analysis
   */
  constructor(board, analysis) {
    this.board = board;
    this.analysis = analysis;
    this.serial = 0;
  }

  /** Draws those of the node that is looked at. @param {boolean} half whether half a turn lies over it */
  draw(half) {
    if (here.peeking) return;
    const id = here.cursor;
    const serial = ++this.serial;
    if (!this.analysis.fresh || !settings.arrows || this.analysis.hides || half) { this.board.mark({ arrows: [] }); return; }
    const lines = this.analysis.lines.slice(0, MOST);
    void Promise.all(lines.map((line) => waysOf(id, line.pv[0]))).then((found) => {
      if (serial !== this.serial || here.peeking) return;
      this.board.mark({ arrows: found.flatMap((ways, n) => ways.map((path) => ({ path, rank: lines[n].rank }))).reverse() });
    });
  }
}

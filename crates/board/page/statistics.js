// Statistics of the user's own games: those with one person against an engine, which tell who the user was.

import { RESULTS } from "./game-entries.js";

/** The result is that of the user: "won", "drawn" or "lost". @typedef {{game: string, side: "p1"|"p2", engine: number, level: number|null, result: "won"|"drawn"|"lost", accuracy: number|null, when: number}} OwnGame */
/** @typedef {{label: string, won: number, drawn: number, lost: number}} Tally */

/** The finished games, the oldest first. @param {import("./store.js").Entry[]} games @returns {OwnGame[]} */
export function ownGames(games) {
  const own = games.flatMap(({ game, seats, result, accuracy, created }) => {
    const people = seats?.filter(({ kind }) => kind === "human").length;
    if (!seats || people !== 1 || result === "*" || !(result in RESULTS)) return [];
    const index = seats.findIndex(({ kind }) => kind === "human");
    const opponent = seats[1 - index];
    if (opponent.kind !== "engine") return [];
    const win = index === 0 ? "1-0" : "0-1";
    return {
      game,
      side: /** @type {const} */ (["p1", "p2"])[index],
      engine: opponent.engine,
      level: opponent.level ?? null,
      result: /** @type {"won"|"drawn"|"lost"} */ (result === win ? "won" : result === "1/2-1/2" ? "drawn" : "lost"),
      accuracy: accuracy?.[index] ?? null,
      when: created ?? 0,
    };
  });
  return own.sort((a, b) => a.when - b.when);
}

/** Counts results by label, in the order of the labels' first games. @param {OwnGame[]} games @param {(game: OwnGame) => string} labelOf @returns {Tally[]} */
export function tally(games, labelOf) {
  /** @type {Map<string, Tally>} */
  const rows = new Map();
  for (const game of games) {
    const label = labelOf(game);
    const row = rows.get(label) ?? { label, won: 0, drawn: 0, lost: 0 };
    row[game.result] += 1;
    rows.set(label, row);
  }
  return [...rows.values()];
}

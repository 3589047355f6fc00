// How a game has ended, in words.

import { table } from "./state.js";
import { textOf } from "./scene.js";
import { T } from "./texts.js";

/**
 * What the house says about a finished position.
 * @param {any} result
 * @param {(side: string) => string} nameOf
 */
export function endText(result, nameOf) {
  return result ? verdictText(result.winner, textOf(result.text), nameOf) : "";
}

/** How the game at the table has ended. @param {(side: string) => string} nameOf */
export function endingText(nameOf) {
  const ending = table.ending;
  if (!ending) return "";
  const loser = nameOf(ending.winner === "p1" ? "p2" : "p1");
  const why = ending.text || (Object.hasOwn(T.endings, ending.reason) ? T.endings[ending.reason](loser) : ending.reason);
  return verdictText(ending.winner, why, nameOf);
}

/** Who has won and why, without saying the same twice. */
function verdictText(side, why, nameOf) {
  const winner = side === "draw" ? T.draw : T.winner(nameOf(side));
  if (!why) return winner;
  return why.toLowerCase().includes((side === "draw" ? T.draw : nameOf(side)).toLowerCase()) ? why : `${winner}. ${why}`;
}

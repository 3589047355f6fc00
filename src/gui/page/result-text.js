// How a game has ended, in words.

import { store } from "./store.js";
import { textOf } from "./scene.js";
import { T } from "./texts.js";
import { colourName, nameOf } from "./view-state.js";

/** @typedef {import("./store.js").Side} Side */

/** The result of a finished position, as its scene gives it. @param {any} result */
export function resultText(result) {
  return result ? sentence(result.winner, textOf(result.text)) : "";
}

/** How the game has ended. */
export function endingText() {
  const { ending } = store;
  if (!ending) return "";
  const loser = nameOf(ending.winner === "p1" ? "p2" : "p1");
  const known = Object.hasOwn(T.endings, ending.reason) ? T.endings[ending.reason](loser) : ending.reason;
  return sentence(ending.winner, textOf(ending.text) || known);
}

/** Who has won and why, without saying the same twice. @param {Side|"draw"} winner @param {string} why */
function sentence(winner, why) {
  const name = winner === "draw" ? T.draw : nameOf(winner);
  const whole = winner === "draw" ? T.draw : T.winner(name);
  if (!why) return whole;
  // Games call the winner by the colour.
  const claim = winner === "draw" ? "" : T.winner(colourName(winner));
  if (claim && why.startsWith(claim)) return whole + why.slice(claim.length);
  return why.toLowerCase().includes(name.toLowerCase()) ? why : `${whole}. ${why}`;
}

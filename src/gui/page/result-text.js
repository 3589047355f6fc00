// The result of a game as text.

import { store } from "./store.js";
import { textOf } from "./scene.js";
import { T } from "./texts.js";
import { colourName, nameOf } from "./view-state.js";

/** @typedef {import("./store.js").Side} Side */

/** The result of a finished position, from its scene. @param {any} result */
export function resultText(result) {
  return result ? sentence(result.winner, textOf(result.text)) : "";
}

/** The result of the game. */
export function endingText() {
  const { ending } = store;
  if (!ending) return "";
  const loser = nameOf(ending.winner === "p1" ? "p2" : "p1");
  const known = Object.hasOwn(T.endings, ending.reason) ? T.endings[ending.reason](loser) : ending.reason;
  return sentence(ending.winner, textOf(ending.text) || known);
}

/** The winner and the reason, without repetition. @param {Side|"draw"} winner @param {string} why */
function sentence(winner, why) {
  const name = winner === "draw" ? T.draw : nameOf(winner);
  const whole = winner === "draw" ? T.draw : T.winner(name);
  if (!why) return withFullStop(whole);
  // Game texts name the winner by colour.
  const claim = winner === "draw" ? "" : T.winner(colourName(winner));
  if (claim && why.startsWith(claim)) return withFullStop(whole + why.slice(claim.length));
  return withFullStop(why.toLowerCase().includes(name.toLowerCase()) ? why : `${whole}. ${why}`);
}

/** @param {string} text */
function withFullStop(text) {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

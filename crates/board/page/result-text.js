// The result of a game as text.

import { humanSides, store } from "./store.js";
import { T } from "./texts.js";
import { colourName, nameOf } from "./view-state.js";

/** @typedef {import("./store.js").Side} Side */

/** The result of a finished position, from its scene. @param {import("../types.js").SceneResult|null} result */
export function resultText(result) {
  return result ? sentence(result.winner, result.text.text) : "";
}

/** The result of the game. */
export function endingText() {
  return store.ending ? sentence(store.ending.winner, why()) : "";
}

/** The only person who plays against an engine; `null` otherwise. @returns {Side|null} */
function soloist() {
  const [side, other] = humanSides();
  return side && !other && !store.game.record && !store.game.link ? side : null;
}

/** Whether the user has beaten an engine. */
export function hasWon() {
  return store.ending !== null && store.ending.winner === soloist();
}

/** The winner of the game. */
export function winnerText() {
  const { winner } = store.ending ?? { winner: "draw" };
  const own = soloist();
  if (own && winner !== "draw") return own === winner ? T.youWon : T.youLost;
  return winner === "draw" ? T.draw : T.winner(nameOf(winner));
}

/** Why the game ended, without the winner. */
export function reasonText() {
  const winner = store.ending?.winner ?? "draw";
  const text = why();
  const claims = winner === "draw" ? [T.draw] : [T.winner(colourName(winner)), T.winner(nameOf(winner))];
  const claim = claims.find((one) => text.startsWith(one));
  const rest = (claim ? text.slice(claim.length) : text).replace(/^[\s:.,;–]+/, "");
  return rest ? withFullStop(rest[0].toUpperCase() + rest.slice(1)) : "";
}

/** The reason in the words of the game, or else of the page. */
function why() {
  const { ending } = store;
  if (!ending) return "";
  const loser = nameOf(ending.winner === "p1" ? "p2" : "p1");
  const known = Object.hasOwn(T.endings, ending.reason) ? T.endings[ending.reason](loser) : ending.reason;
  return ending.text?.text ?? known;
}

/** The winner and the reason, without repetition. @param {Side|"draw"} winner @param {string} reason */
function sentence(winner, reason) {
  const name = winner === "draw" ? T.draw : nameOf(winner);
  const whole = winner === "draw" ? T.draw : T.winner(name);
  if (!reason) return withFullStop(whole);
  // Game texts name the winner by colour.
  const claim = winner === "draw" ? "" : T.winner(colourName(winner));
  if (claim && reason.startsWith(claim)) return withFullStop(whole + reason.slice(claim.length));
  return withFullStop(reason.toLowerCase().includes(name.toLowerCase()) ? reason : `${whole}. ${reason}`);
}

/** @param {string} text */
function withFullStop(text) {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

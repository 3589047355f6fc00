// Saved games as text: names, results and dates; search and order of a list.

import { refusalText } from "./api.js";
import { h } from "./render.js";
import { store, titleOf } from "./store.js";
import { T } from "./texts.js";

/** @typedef {import("./store.js").Entry} Entry */

/** The name of a player; without one, of the side. @param {Entry} entry @param {number} n */
function playerText({ players, game }, n) {
  return players[n] || (store.games.find(({ id }) => id === game)?.sides[n] ?? [T.firstPlayer, T.secondPlayer][n]);
}

/** The names of both players. @param {Entry} entry */
export function playersText(entry) {
  return `${playerText(entry, 0)} – ${playerText(entry, 1)}`;
}

/** The players and the game, to tell games apart. @param {Entry} entry */
export function gameTitle(entry) {
  return entry.error ? (entry.file ?? "") : `${playersText(entry)}, ${titleOf(entry.game)}`;
}

/** The players, the game and its length. @param {Entry} entry */
export function gameDescription(entry) {
  return `${gameTitle(entry)}, ${T.moves(entry.plies)}`;
}

/** The results, as written in records. @type {Record<string, string>} */
export const RESULTS = { "1-0": "1–0", "0-1": "0–1", "1/2-1/2": "½–½", "*": "–" };

/** How a game ended. @param {Entry} entry */
function endingOf(entry) {
  const { result, reason } = entry;
  const loser = playerText(entry, result === "1-0" ? 1 : 0);
  return reason && Object.hasOwn(T.endings, reason) ? T.endings[reason](loser) : "";
}

/** The result and how the game ended. @param {Entry} entry @returns {import("./render.js").Child[]} */
export function resultCell(entry) {
  return [h("b", RESULTS[entry.result] ?? entry.result), h("span.sub", endingOf(entry))];
}

const DAY = 86_400_000;

/** The first millisecond of a day. @param {number} time */
function dayOf(time) {
  return new Date(time).setHours(0, 0, 0, 0);
}

/** A day as in records. @param {Date} day */
function dayText(day) {
  const parts = [day.getFullYear(), day.getMonth() + 1, day.getDate()];
  return parts.map((part) => String(part).padStart(2, "0")).join(".");
}

/** The day of a game as in records: that of the record, or when it was saved; "" if unknown. @param {Entry} entry */
export function playedOn({ created, date }) {
  return date || (created ? dayText(new Date(created)) : "");
}

/** When a game was played: the date of the record, or when it was saved. @param {Entry} entry @param {number} [now] */
export function whenOf({ created = 0, date = "" }, now = Date.now()) {
  const saved = new Date(created);
  const savedOn = dayText(saved);
  // Records of other days keep their date. Those of older games are in UTC, so they may differ from ours by a day.
  const [year, month, dayOfMonth] = date.split(".").map(Number);
  const played = Date.UTC(year, month - 1, dayOfMonth);
  const isOther = date !== "" && date !== savedOn && !(Math.abs(played - created) < 2 * DAY);
  if (isOther) return dated(date, now);
  const ago = Math.round((dayOf(now) - dayOf(created)) / DAY);
  const time = saved.toLocaleTimeString(T.locale, { hour: "2-digit", minute: "2-digit" });
  if (ago === 0) return `${T.today}, ${time}`;
  if (ago === 1) return `${T.yesterday}, ${time}`;
  return long(saved, now);
}

/** A date of a record, which may have unknown parts. @param {string} date @param {number} now */
function dated(date, now) {
  const [year, month, day] = date.split(".").map(Number);
  return year && month && day ? long(new Date(year, month - 1, day), now) : date.replaceAll(/\.\?+/g, "");
}

/** @param {Date} day @param {number} now */
function long(day, now) {
  const year = day.getFullYear() === new Date(now).getFullYear() ? undefined : "numeric";
  return day.toLocaleDateString(T.locale, { day: "numeric", month: "long", year });
}

/** A text without case and accents. @param {string} text */
function plain(text) {
  return text.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase();
}

/** The texts to search, by entry. @type {WeakMap<Entry, string>} */
const texts = new WeakMap();

/** @param {Entry} entry */
function shownTexts(entry) {
  const { file, error, number } = entry;
  // Games of a file have no time of their own.
  const when = entry.created === undefined ? "" : whenOf(entry);
  if (error) return [file, refusalText(error), when, number && String(number)];
  const { game, opening, date, event, result, round, reviewed, plies, comments } = entry;
  const shown = [playersText(entry), game, titleOf(game), date, when, event, round && T.round(round), file];
  const lengths = [T.moves(plies), comments && T.commentCount(comments), reviewed && T.reviewed];
  return [number && String(number), ...shown, result, RESULTS[result], endingOf(entry), ...lengths, opening];
}

/** Whether all words occur in what the row of a game shows, or in its file. @param {Entry} entry @param {string} words */
export function matches(entry, words) {
  let text = texts.get(entry);
  if (text === undefined) {
    text = plain(shownTexts(entry).filter(Boolean).join(" "));
    texts.set(entry, text);
  }
  return hasAll(text, words);
}

/** Whether all words occur in a text, without case and accents. @param {string} text @param {string} words */
export function contains(text, words) {
  return hasAll(plain(text), words);
}

/** @param {string} text a plain text @param {string} words */
function hasAll(text, words) {
  return plain(words)
    .split(/\s+/)
    .every((word) => text.includes(word));
}

/** @param {Entry} entry */
const created = ({ created = 0 }) => created;
/** @param {Entry} entry */
const names = ({ players }) => players.join(" ").toLowerCase();

/** The orders of a list. @type {Record<string, (a: Entry, b: Entry) => number>} */
export const orders = {
  newest: (a, b) => created(b) - created(a),
  oldest: (a, b) => created(a) - created(b),
  players: (a, b) => names(a).localeCompare(names(b)) || created(b) - created(a),
  longest: (a, b) => (b.plies ?? 0) - (a.plies ?? 0),
};

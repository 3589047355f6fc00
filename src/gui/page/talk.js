// What the page says to the table, and the answers that come back by their numbers.

import { Connection } from "./socket.js";
import { notice } from "./notices.js";
import { textOf } from "./scene.js";
import { T } from "./texts.js";

/** @typedef {{done: (answer: any) => void, failed: (error: Error) => void}} Waiter */

/** @type {Connection|null} */
let connection = null;
/** What waits for an answer. @type {Map<number, Waiter>} */
const waiting = new Map();
let asked = 0;
/** What games are called and how they go. @type {Map<string, any>} */
export const titles = new Map();
/** @type {Map<string, Waiter[]>} */
const titleWaiters = new Map();

/**
 * @param {(message: any) => void} heard
 * @param {(state: "open"|"lost"|"full"|"refused", why: string) => void} changed
 */
export function connect(heard, changed) {
  connection = new Connection(heard, changed);
}

/** Says something that may be said again. @param {any} intention */
export function tell(intention) {
  return connection?.send(intention) ?? false;
}

/** Says something a person wants; where that is not possible they are told. @param {any} intention */
export function send(intention) {
  if (tell(intention)) return true;
  if (connection?.isOpen) notice(T.tooMuch, "error");
  else notice(T.offline, "error", "connection");
  return false;
}

/** A number that was not used yet. */
export function number() {
  asked += 1;
  return asked;
}

/** Asks something that comes back with its number. @param {any} question @returns {Promise<any>} */
export function ask(question) {
  return new Promise((done, failed) => {
    const id = number();
    waiting.set(id, { done, failed });
    if (!send({ ...question, id })) { waiting.delete(id); failed(new Error(T.offline)); }
  });
}

/** An answer has come. @param {any} message */
export function answered(message) {
  const waiter = waiting.get(message.id);
  waiting.delete(message.id);
  if (message.error) waiter?.failed(new Error(message.error));
  else waiter?.done(message.answer);
}

/** What was under way may have arrived or not; no answer will come. */
export function forget() {
  for (const { failed } of waiting.values()) failed(new Error(T.offline));
  waiting.clear();
}

/** What a game is called and how it goes. @param {string} game @returns {Promise<any>} */
export function about(game) {
  return new Promise((done, failed) => {
    const known = titles.get(game);
    if (known?.rules) { done(known); return; }
    titleWaiters.set(game, [...(titleWaiters.get(game) ?? []), { done, failed }]);
    if (!tell({ t: "about", game })) failed(new Error(T.offline));
  });
}

/** @param {any} message */
export function aboutKnown(message) {
  if (message.answer) titles.set(message.game, { ...message.answer, title: textOf(message.answer.title) });
  for (const { done, failed } of titleWaiters.get(message.game) ?? []) {
    if (message.answer) done(message.answer);
    else failed(new Error(message.error));
  }
  titleWaiters.delete(message.game);
}

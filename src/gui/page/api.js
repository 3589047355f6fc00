// Requests to the server. Each has an id, which the answer (or the patch that serves as the answer) repeats.

import { stopClocks, synchronise } from "./clock.js";
import { Connection } from "./connection.js";
import { notice } from "./notices.js";
import { textOf } from "./scene.js";
import { store } from "./store.js";
import { T } from "./texts.js";
import { fill, isTranslated, translate } from "./translate.js";

/** @type {Connection} */
let connection;
/** @type {Map<number, {request: Record<string, any>, done: (answer: any) => void, failed: (error: Error) => void}>} */
const pending = new Map();
let lastId = 0;
/** Titles and rules of the games. @type {Map<string, any>} */
const abouts = new Map();

/** The messages so far have been handled. */
let handled = Promise.resolve();

/**
 * @param {(message: any) => void} received
 * @param {(state: "open"|"lost"|"refused") => void} changed
 */
export function connect(received, changed) {
  const handle = (/** @type {any} */ message) => {
    received(message);
    settle(message);
  };
  connection = new Connection(
    (message) => {
      if (message.now !== undefined) synchronise(message.now, message.at);
      if (message.t === "pong") return;
      const request = pending.get(message.id)?.request;
      if (!isTranslated) handle(message);
      else if (request?.t === "texts") settle(message);
      else handled = handled.then(() => inLanguage(message, request).then(handle)).catch(reportError);
    },
    (state) => {
      if (state !== "open") {
        stopClocks();
        forget();
      }
      changed(state);
    },
  );
}

/** Translates the texts of a message, so that none is shown in English first. @param {any} message @param {Record<string, any>|undefined} request */
async function inLanguage(message, request) {
  const game = request?.game ?? message.game?.id ?? store.game.id;
  await translate(message, typeof game === "string" ? game : null, ask);
  return message;
}

/** Settles the request that a message answers, once the rest of the message has been handled. @param {any} message */
function settle(message) {
  const request = pending.get(message.id);
  if (!request) return;
  pending.delete(message.id);
  if (message.error) request.failed(Object.assign(new Error(textOf(message.error)), { refusal: message.error }));
  else request.done(message.answer);
}

/** Fails all pending requests, because the connection is lost. */
function forget() {
  for (const { failed } of pending.values()) failed(new Error(T.offline));
  pending.clear();
}

/** Whether there is a connection. */
export function isConnected() {
  return connection?.isOpen ?? false;
}

/** Requests the whole state. */
export function greet() {
  connection.greet();
}

/** Sends a request and returns its answer. A refusal rejects with a message for the user. @param {Record<string, any>} request @returns {Promise<any>} */
export function ask(request) {
  return new Promise((done, failed) => {
    lastId += 1;
    const id = lastId;
    pending.set(id, { request, done, failed });
    if (connection.send({ ...request, id })) return;
    pending.delete(id);
    failed(new Error(connection.isOpen ? T.tooLong : T.offline));
  });
}

/**
 * Sends a request and shows a refusal as a notice. Returns whether the request succeeded.
 * @param {Record<string, any>} request
 */
export async function send(request) {
  try {
    await ask(request);
    return true;
  } catch (error) {
    notice(messageOf(error), "error");
    return false;
  }
}

/** The text of an error for the user. @param {any} error an error, or the refusal of the server */
export function messageOf(error) {
  const refusal = error instanceof Error ? (/** @type {any} */ (error).refusal ?? error.message) : error;
  const text = textOf(refusal);
  const name = refusal?.key ?? text;
  return Object.hasOwn(T.refusals, name) ? fill(T.refusals[name], refusal?.args ?? {}) : text;
}

/** The title and the rules of a game. @param {string} game */
export async function about(game) {
  if (!abouts.has(game)) abouts.set(game, await ask({ t: "about", game }));
  return abouts.get(game);
}

// Requests to the server. Each has an id, which the answer (or the patch that serves as the answer) repeats.

import { stopClocks, synchronise } from "./clock.js";
import { Connection } from "./connection.js";
import { notice } from "./notices.js";
import { store } from "./store.js";
import { T } from "./texts.js";
import { fill, isTranslated, translate } from "./translate.js";

/** @type {Connection} */
let connection;
/**
 * @typedef {import("../types.js").ClientRequest} ClientRequest
 * @typedef {import("../types.js").Answers} Answers the answers by the tags of their requests
 * @typedef {import("../types.js").Refusal} Refusal
 * @typedef {import("./store.js").ServerMessage} ServerMessage
 */
/** @type {Map<number, {request: ClientRequest, done: (answer: any) => void, failed: (error: Error) => void}>} */
const pending = new Map();
let lastId = 0;

/** The messages so far have been handled. */
let handled = Promise.resolve();

/** @param {(message: ServerMessage|import("./connection.js").Report) => void} received @param {(state: string, detail: string) => void} changed */
export function connect(received, changed) {
  const handle = (/** @type {ServerMessage} */ message) => {
    received(message);
    settle(message);
  };
  connection = new Connection(
    (message) => {
      if ("now" in message) synchronise(message.now, "at" in message ? message.at : undefined);
      if (message.t === "pong") return;
      if (message.t === "report") return received(message);
      const request = "id" in message ? pending.get(message.id ?? 0)?.request : undefined;
      if (!isTranslated) handle(message);
      else if (request?.t === "texts") settle(message);
      else handled = handled.then(() => inLanguage(message, request).then(handle)).catch(reportError);
    },
    (state, detail) => {
      if (state !== "open") {
        stopClocks();
        forget();
      }
      changed(state, detail);
    },
  );
}

/** Translates the texts of a message, so that none is shown in English first. @param {ServerMessage} message @param {ClientRequest|undefined} request */
async function inLanguage(message, request) {
  const about = request && "position" in request ? request.position : request;
  const ofRequest = about && "game" in about && typeof about.game === "string" ? about.game : null;
  const ofMessage = "game" in message ? message.game?.id : null;
  await translate(message, ofRequest ?? ofMessage ?? (store.game.id || null), ask);
  return message;
}

/** Settles the request that a message answers, once the rest of the message has been handled. @param {ServerMessage} message */
function settle(message) {
  if (!("id" in message) || message.id === undefined) return;
  const request = pending.get(message.id);
  if (!request) return;
  pending.delete(message.id);
  if (message.error) request.failed(new RefusedError(refusalText(message.error)));
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

/** Takes the board over from another page. */
export function takeOver() {
  connection.open(true);
}

/** Requests the whole state. */
export function greet() {
  connection.greet();
}

/**
 * Sends a request and returns its answer. A refusal rejects with a message for the user.
 * @template {keyof Answers} T
 * @param {{t: T} & Extract<ClientRequest, {t: T}>} request
 * @returns {Promise<Answers[T]>}
 */
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

/** Sends a request and shows a refusal as a notice. Returns whether the request succeeded. @param {ClientRequest} request */
export async function send(request) {
  try {
    await ask(/** @type {any} */ (request));
    return true;
  } catch (error) {
    notice(messageOf(error), "error");
    return false;
  }
}

/** The server has refused a request. */
export class RefusedError extends Error {}

/** The text of an error for the user. @param {unknown} error */
export function messageOf(error) {
  return error instanceof Error ? error.message : String(error);
}

/** The text of a refusal of the server for the user. @param {Refusal} refusal */
export function refusalText(refusal) {
  const text = fill(T.refusals[refusal.key], "args" in refusal ? refusal.args : {});
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/**
 * A function that asks once for each key. A failure, such as a lost connection, is not kept.
 * @template A
 * @param {(key: string) => Promise<A>} load
 * @param {number} [max] how many answers are kept
 */
export function remembered(load, max = Infinity) {
  /** The answers by key, the newest last. @type {Map<string, Promise<A>>} */
  const known = new Map();
  return (/** @type {string} */ key) => {
    let answer = known.get(key);
    if (answer) return answer;
    answer = load(key);
    known.set(key, answer);
    answer.catch(() => known.delete(key));
    if (known.size > max) known.delete(/** @type {string} */ (known.keys().next().value));
    return answer;
  };
}

/** The title and the rules of a game. */
export const about = remembered((game) => ask({ t: "about", game }));

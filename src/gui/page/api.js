// Requests to the server. Each has a number; the answer, or the patch that is the answer, has it too.

import { Connection } from "./connection.js";
import { notice } from "./notices.js";
import { T } from "./texts.js";

/** @type {Connection} */
let connection;
/** @type {Map<number, {done: (answer: any) => void, failed: (error: Error) => void}>} */
const pending = new Map();
let lastId = 0;
/** What games are called and how they are played. @type {Map<string, any>} */
const abouts = new Map();

/**
 * @param {(message: any) => void} received
 * @param {(state: "open"|"lost"|"refused") => void} changed
 */
export function connect(received, changed) {
  connection = new Connection(
    (message) => {
      received(message);
      settle(message);
    },
    (state) => {
      if (state !== "open") forget();
      changed(state);
    },
  );
}

/** Settles the request that a message answers, after everything else about the message is done. @param {any} message */
function settle(message) {
  const request = pending.get(message.id);
  if (!request) return;
  pending.delete(message.id);
  if (message.error) request.failed(new Error(message.error));
  else request.done(message.answer);
}

/** The connection is lost: no answer will come. */
function forget() {
  for (const { failed } of pending.values()) failed(new Error(T.offline));
  pending.clear();
}

/** Asks for the whole state. */
export function greet() {
  connection.greet();
}

/** The answer to a request; it fails with a line for the user. @param {Record<string, any>} request @returns {Promise<any>} */
export function ask(request) {
  return new Promise((done, failed) => {
    lastId += 1;
    const id = lastId;
    pending.set(id, { done, failed });
    if (connection.send({ ...request, id })) return;
    pending.delete(id);
    failed(new Error(connection.isOpen ? T.tooLong : T.offline));
  });
}

/**
 * Sends what the user wants; a refusal becomes a notice. Whether it was done.
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

/** @param {unknown} error */
export function messageOf(error) {
  return error instanceof Error ? error.message : String(error);
}

/** The title and the rules of a game. @param {string} game */
export async function about(game) {
  if (!abouts.has(game)) abouts.set(game, await ask({ t: "about", game }));
  return abouts.get(game);
}

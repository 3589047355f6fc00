// The worker of the board. The page sends `{takesOver, isAlone}`, `{module}`, requests, which are texts, `{give}` for files that are
// "unstored" or "foreign", `{remove}` for foreign ones, and `{end}`. It receives messages of the session, `{report}`, which
// is for the page, and `{state}`: the board has "begun" to start, it is "open", it is open "elsewhere", games are "saved",
// or the board has "ended". One worker at a time has the board.

import { watchArrival } from "./arrival.js";
import { Host } from "./host.js";
import { FOLDER, openStorage } from "./storage.js";

/** The name of the lock, and of the channel on which another worker asks for the board. */
const NAME = `ringstack ${FOLDER.pathname}`;
/** The size of the file of the engine in bytes, from the build. */
const SIZE = 0;
/** The time in milliseconds in which a page that is being closed gives the board up. */
const MAX_WAIT = 1000;
/** A page that does not give the board up within this time in milliseconds does not run. */
const MAX_WAIT_TO_TAKE_OVER = 3000;
/** The time in milliseconds in which the worker that has the board answers. */
const MAX_WAIT_FOR_ANSWER = 500;

let load;
const loaded = new Promise((resolve) => (load = resolve));
let end;
const ended = new Promise((resolve) => (end = resolve));
let host = null;
let storage = null;

onmessage = ({ data }) => {
  if (typeof data === "string") host.request(data);
  else if (data.module) load(data.module);
  else if (data.give) report({ files: data.give === "foreign" ? [...storage.foreign] : host.unstored });
  else if (data.remove) storage.removeForeign().catch((error) => reportError(error));
  else if (data.end) end("ended");
  else run(data);
};

const report = (about) => postMessage({ report: about });

/** `isAlone`: a game inside another page shares nothing and is not stored. */
async function run({ takesOver, isAlone }) {
  postMessage({ state: "begun" });
  try {
    postMessage({ state: await (isAlone ? keep(true) : begin(takesOver)) });
    close();
  } catch (error) {
    // The page gets an `error` event; an exception of a promise would be lost.
    reportError(error);
  }
}

/** Waits for the board and keeps it. Returns why this worker does not have it any more. */
async function begin(takesOver) {
  let channel;
  try {
    channel = new BroadcastChannel(NAME);
  } catch {
    // Site data are blocked, so there is nothing to share.
    return keep();
  }
  // Only pages with HTTPS, or of this machine, have locks.
  if (!navigator.locks) return beginWithoutLocks(channel, takesOver);
  if (takesOver) channel.postMessage("give up");
  channel.onmessage = () => end("elsewhere");
  const signal = AbortSignal.timeout(takesOver ? MAX_WAIT_TO_TAKE_OVER : MAX_WAIT);
  let hasBegun = false;
  const keepLocked = () => {
    hasBegun = true;
    return keep();
  };
  try {
    return await navigator.locks.request(NAME, { signal }, keepLocked).catch((error) => {
      if (error.name !== "TimeoutError" || !takesOver) throw error;
      return navigator.locks.request(NAME, { steal: true }, keepLocked);
    });
  } catch (error) {
    // The lock was not available in time, or it was stolen.
    if (["TimeoutError", "AbortError"].includes(error.name)) return "elsewhere";
    // Site data are blocked.
    if (error.name === "SecurityError" && !hasBegun) return keep();
    throw error;
  }
}

/** The workers ask each other who has the board: the one that was there first. */
async function beginWithoutLocks(channel, takesOver) {
  const since = performance.timeOrigin + performance.now();
  let isHere = true;
  const heard = new Promise((resolve) => {
    channel.onmessage = ({ data }) => {
      if (data === "held" || data === "free") resolve(data);
      else if (data === "give up") end("elsewhere");
      else if (isHere && since < data.asks) channel.postMessage("held");
    };
  });
  void ended.then(() => (isHere = false));
  channel.postMessage(takesOver ? "give up" : { asks: since });
  const wait = takesOver ? MAX_WAIT_TO_TAKE_OVER : MAX_WAIT_FOR_ANSWER;
  const answer = await Promise.race([heard, new Promise((resolve) => setTimeout(resolve, wait))]);
  if (answer === "held" && !takesOver) {
    isHere = false;
    return "elsewhere";
  }
  const why = await keep();
  channel.postMessage("free");
  return why;
}

async function keep(isAlone = false) {
  // Browsers may refuse storage. Then games are not saved, and the page says so.
  storage = isAlone ? null : await openStorage((names) => host?.restore(names)).catch(() => null);
  const store = async (files) => {
    if (isAlone) return;
    if (!storage) throw new Error("none");
    await storage.store(files);
    postMessage({ state: "saved" });
  };
  const files = (await storage?.read()) ?? {};
  const place = storage && "this browser";
  const page = (text) => postMessage(text);
  const unstored = (names) => report({ unstored: names });
  host = await Host.start(await loaded, { page, engine, store, unstored }, files, place);
  postMessage({ state: "open" });
  if (storage?.foreign.size) report({ foreign: [...storage.foreign.keys()] });
  const why = await ended;
  await host.end();
  return why;
}

/** The file of the engine is in the cache of the browser. @type {Promise<void>|null} */
let engineFile = null;
/** Are called while it is arriving. @type {Set<() => void>} */
const waiting = new Set();

/** Loads the file of the engine, before the time of its start counts. */
async function loadEngine() {
  const response = await fetch(new URL("../js/ringstack.wasm", import.meta.url));
  if (!response.ok) throw new Error(`ringstack.wasm: ${response.status}`);
  let shown = 0;
  await watchArrival(response, SIZE, (part) => {
    for (const loading of waiting) loading();
    if (part - shown < 0.02 && part < 1) return;
    shown = part;
    report({ part });
  });
}

/** Starts an engine in another worker. @type {import("./host.js").Surroundings["engine"]} */
function engine(on) {
  const lines = [];
  let worker = null;
  let isOver = false;
  const fail = (error) => {
    if (isOver) return;
    isOver = true;
    on.gone(error);
  };
  const start = () => {
    if (isOver) return;
    worker = new Worker(new URL("../js/ringstack-worker.js", import.meta.url), { type: "module" });
    worker.onmessage = ({ data }) => on.line(data);
    worker.onerror = (event) => {
      // It is no error of this worker.
      event.preventDefault();
      // An event without a message: the file of the worker cannot be loaded.
      const missing = event.message ? null : "ringstack-worker.js";
      fail(missing);
      if (missing) report({ engine: missing });
    };
    for (const line of lines) worker.postMessage(line);
  };
  waiting.add(on.loading);
  engineFile ??= loadEngine();
  engineFile
    .then(start, (error) => {
      engineFile = null;
      report({ part: 1 });
      fail(error.message);
      // The last notice is the one that is seen.
      report({ engine: error.message });
    })
    .finally(() => waiting.delete(on.loading));
  return {
    line: (line) => (worker ? worker.postMessage(line) : lines.push(line)),
    end: () => ((isOver = true), worker?.terminate()),
  };
}

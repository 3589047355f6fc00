// The worker of the board. The page sends `{takesOver}`, `{module}`, requests, which are texts, and `{end}`. It receives
// messages of the session and `{state}`: the board is "open", it is open "elsewhere", games are "saved", or the board has
// "ended". One worker at a time has the board.

import { Host } from "./host.js";
import { openStorage } from "./storage.js";

/** The name of the lock, and of the channel on which another worker asks for the board. */
const NAME = "ringstack";
/** The time in milliseconds in which a page that is being closed gives the board up. */
const MAX_WAIT = 1000;
/** A page that does not give the board up within this time in milliseconds does not run. */
const MAX_WAIT_TO_TAKE_OVER = 3000;

let load;
const loaded = new Promise((resolve) => (load = resolve));
let end;
const ended = new Promise((resolve) => (end = resolve));
let host = null;

onmessage = ({ data }) => {
  if (typeof data === "string") host.request(data);
  else if (data.module) load(data.module);
  else if (data.end) end("ended");
  else run(data.takesOver);
};

async function run(takesOver) {
  try {
    postMessage({ state: await begin(takesOver) });
    close();
  } catch (error) {
    // The page gets an `error` event; an exception of a promise would be lost.
    reportError(error);
  }
}

/** Waits for the board and keeps it. Returns why this worker does not have it any more. */
async function begin(takesOver) {
  // Only pages with HTTPS, or of this machine, have locks.
  if (!navigator.locks) return keep();
  const channel = new BroadcastChannel(NAME);
  if (takesOver) channel.postMessage("give up");
  channel.onmessage = () => end("elsewhere");
  const signal = AbortSignal.timeout(takesOver ? MAX_WAIT_TO_TAKE_OVER : MAX_WAIT);
  try {
    return await navigator.locks.request(NAME, { signal }, keep).catch((error) => {
      if (error.name !== "TimeoutError" || !takesOver) throw error;
      return navigator.locks.request(NAME, { steal: true }, keep);
    });
  } catch (error) {
    // The lock was not available in time, or it was stolen.
    if (["TimeoutError", "AbortError"].includes(error.name)) return "elsewhere";
    throw error;
  }
}

async function keep() {
  // Browsers may refuse storage. Then games are not saved, and the page says so.
  const storage = await openStorage().catch(() => null);
  const store = async (files) => {
    if (!storage) throw new Error("none");
    await storage.store(files);
    postMessage({ state: "saved" });
  };
  const files = (await storage?.read()) ?? {};
  const place = storage && "this browser";
  host = await Host.start(await loaded, { page: (text) => postMessage(text), engine, store }, files, place);
  postMessage({ state: "open" });
  const why = await ended;
  await host.end();
  return why;
}

/** Starts an engine in another worker. */
function engine(onLine, onGone) {
  const worker = new Worker(new URL("../js/ringstack-worker.js", import.meta.url), { type: "module" });
  worker.onmessage = ({ data }) => onLine(data);
  worker.onerror = (event) => {
    // It is no error of this worker.
    event.preventDefault();
    onGone();
  };
  return { line: (line) => worker.postMessage(line), end: () => worker.terminate() };
}

// The engine in Node: web workers on top of its threads.

import { getEventListeners } from "node:events";
import { Worker as Thread } from "node:worker_threads";

/**
 * A web worker. It also gets a `close` event when its thread has ended. An error that nobody listens to, such as a
 * missing file, is thrown.
 */
export class Worker extends EventTarget {
  onmessage = null;
  onerror = null;
  #thread;

  constructor(url) {
    super();
    const thread = new URL("./node-worker.js", import.meta.url);
    // Options of the process, such as `--input-type`, are not for the thread.
    this.#thread = new Thread(thread, { workerData: String(url), execArgv: [] });
    this.#thread.on("message", (data) => this.#dispatch(new MessageEvent("message", { data })));
    this.#thread.on("error", (error) => {
      if (!this.onerror && !getEventListeners(this, "error").length) throw error;
      this.#dispatch(Object.assign(new Event("error"), { error, message: error.message }));
    });
    this.#thread.on("exit", () => this.dispatchEvent(new Event("close")));
  }

  postMessage(data) {
    this.#thread.postMessage(data);
  }

  terminate() {
    void this.#thread.terminate();
  }

  #dispatch(event) {
    this[`on${event.type}`]?.(event);
    this.dispatchEvent(event);
  }
}

/** Starts the engine, as `ringstack.js` does in web pages. */
export const startEngine = () => new Worker(new URL("./ringstack-worker.js", import.meta.url));

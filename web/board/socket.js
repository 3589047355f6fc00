// The transport to the board of this page: a worker instead of a server.

import { loadModule } from "./js/instance.js";

export const isRemote = false;

/** The module of the board, once it is requested. @type {Promise<WebAssembly.Module>|null} */
let module = null;

/** Looks like a WebSocket to the rest of the page. */
class WorkerSocket extends EventTarget {
  readyState = WebSocket.CONNECTING;
  bufferedAmount = 0;
  #worker = new Worker(new URL("./board/worker.js", import.meta.url), { type: "module" });

  constructor(takesOver) {
    super();
    this.#worker.onmessage = ({ data }) => this.#receive(data);
    this.#worker.onerror = () => this.#end("failed");
    this.#worker.postMessage({ takesOver });
    module ??= loadModule(new URL("./board/board.wasm", import.meta.url));
    module.then(
      (loaded) => this.#worker.postMessage({ module: loaded }),
      () => {
        module = null;
        this.#end("failed");
      },
    );
    // The state of the clocks is stored, if the browser leaves the time.
    addEventListener("pagehide", () => this.close());
  }

  send(text) {
    this.#worker.postMessage(text);
  }

  close() {
    this.#worker.postMessage({ end: true });
  }

  #receive(data) {
    if (typeof data === "string") this.dispatchEvent(new MessageEvent("message", { data }));
    else if (data.state === "open") this.#open();
    else if (data.state === "saved") keepStorage();
    else this.#end(data.state);
  }

  #open() {
    this.readyState = WebSocket.OPEN;
    this.dispatchEvent(new Event("open"));
    // Without it, the board needs the network.
    navigator.serviceWorker?.register(new URL("../service-worker.js", import.meta.url)).catch(() => {});
  }

  #end(reason) {
    if (this.readyState === WebSocket.CLOSED) return;
    this.readyState = WebSocket.CLOSED;
    this.#worker.terminate();
    this.dispatchEvent(new CloseEvent("close", { reason }));
  }
}

/** Asks the browser not to delete the games when space is short. Some ask the user, so this waits for the first game. */
let keepStorage = () => {
  keepStorage = () => {};
  void navigator.storage?.persist?.();
};

export const openSocket = (takesOver) => new WorkerSocket(takesOver);

export const whyClosed = async (event) => (event?.reason === "elsewhere" ? "elsewhere" : "lost");

// The transport to the board of this page: a worker instead of a server.

import { watchArrival } from "./board/arrival.js";
import { download } from "./download.js";
import { loadModule } from "./js/instance.js";

export const isRemote = false;

/** The size of the module of the board in bytes, from the build. */
const SIZE = 0;
/** A worker that is silent for this time in milliseconds does not answer. */
const MAX_SILENCE = 10_000;
/** The files of the worker of the board. */
const SCRIPTS = ["board/worker.js", "board/host.js", "board/storage.js", "board/arrival.js", "js/instance.js"];
const BOARD = "board/board.wasm";
/** A module with an instruction of SIMD. */
const WITH_SIMD = [0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 8, 1, 6, 0, 65, 0, 253, 15, 11];

const fileUrl = (/** @type {string} */ path) => new URL(`./${path}`, import.meta.url);

/** What the security policy of the site has refused of the board. */
let refused = "";
document.addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI }) => {
  if (blockedURI === "wasm-eval" || blockedURI.startsWith(String(new URL("./", import.meta.url))))
    refused = effectiveDirective;
});

/** Why a file cannot be used: the key of a sentence of the page, and a detail. `null` if it can, now. @param {string} path */
async function whyUnusable(path) {
  // The cache of the browser may have a wrong answer of an earlier time.
  const answer = await fetch(fileUrl(path), { cache: "reload" }).catch(() => null);
  if (refused) return ["blocked", refused];
  if (!answer) return ["lost", ""];
  const wrong = ["file", path];
  if (!answer.ok) return wrong;
  if (path !== BOARD) return answer.headers.get("Content-Type")?.includes("javascript") ? null : wrong;
  if (!WebAssembly.validate(new Uint8Array(WITH_SIMD))) return ["old", ""];
  return WebAssembly.validate(await answer.arrayBuffer()) ? null : wrong;
}

/** Why one of several files cannot be used. @param {string[]} paths */
async function firstUnusable(paths) {
  for (const path of paths) {
    const why = await whyUnusable(path);
    if (why) return why;
  }
  return null;
}

/** The module of the board, once it is requested. @type {Promise<WebAssembly.Module>|null} */
let module = null;

/** Looks like a WebSocket to the rest of the page. */
class WorkerSocket extends EventTarget {
  readyState = WebSocket.CONNECTING;
  bufferedAmount = 0;
  #report;
  #worker;
  #watchdog = 0;
  /** Whether the worker has said anything. */
  #isHeard = false;

  constructor(takesOver, report) {
    super();
    this.#report = report;
    try {
      this.#worker = new Worker(fileUrl("board/worker.js"), { type: "module" });
    } catch {
      // A sandboxed frame, for example.
      setTimeout(() => this.#end("worker", refused));
      return;
    }
    this.#worker.onmessage = ({ data }) => this.#receive(data);
    this.#worker.onerror = ({ message }) => void this.#fail(message ?? "", SCRIPTS);
    const isAlone = document.documentElement.dataset.embed !== undefined;
    this.#worker.postMessage({ takesOver, isAlone });
    let shown = 0;
    const arrived = (part) => {
      if (part - shown < 0.02 && part < 1) return;
      shown = part;
      report({ part });
    };
    module ??= loadModule(fileUrl(BOARD), (response) => {
      watchArrival(response.clone(), SIZE, arrived).catch(() => {});
    });
    module.then(
      (loaded) => {
        this.#worker.postMessage({ module: loaded });
        this.#watch();
      },
      () => {
        module = null;
        void this.#fail("", [BOARD]);
      },
    );
    // The state of the clocks is stored, if the browser leaves the time.
    addEventListener("pagehide", () => this.close());
  }

  send(text) {
    this.#worker.postMessage(text);
  }

  close() {
    this.#worker?.postMessage({ end: true });
  }

  /** Says that the worker is silent, if it is. It may answer later. */
  #watch() {
    clearTimeout(this.#watchdog);
    this.#watchdog = setTimeout(() => void this.#reportSilence(), MAX_SILENCE);
  }

  /** Firefox reports no error for a script that the worker cannot import. */
  async #reportSilence() {
    if (!this.#isHeard) {
      const why = await firstUnusable(SCRIPTS);
      if (this.#isHeard) return;
      if (why && why[0] !== "lost") return this.#end(...why);
    }
    this.#report({ trouble: "silent", detail: "" });
  }

  #receive(data) {
    this.#isHeard = true;
    clearTimeout(this.#watchdog);
    if (typeof data === "string") this.dispatchEvent(new MessageEvent("message", { data }));
    else if (data.report?.files) saveFiles(data.report.files);
    else if (data.report) this.#report(this.#withActions(data.report));
    else if (data.state === "open") this.#open();
    else if (data.state === "begun") this.#watch();
    else if (data.state === "saved") keepStorage();
    else this.#end(data.state);
  }

  /** Adds what the user can do. */
  #withActions(report) {
    const give = (which) => () => this.#worker.postMessage({ give: which });
    const remove = () => this.#worker.postMessage({ remove: true });
    if (report.foreign) return { ...report, give: give("foreign"), remove };
    return report.unstored ? { ...report, give: give("unstored") } : report;
  }

  #open() {
    this.readyState = WebSocket.OPEN;
    this.dispatchEvent(new Event("open"));
    // Without it, the board needs the network. Where site data are blocked, even asking for it fails.
    const url = new URL("../service-worker.js", import.meta.url);
    void (async () => navigator.serviceWorker?.register(url))().catch(() => {});
  }

  /** Finds out why the board cannot go on. @param {string} message of the error @param {string[]} files that may be the cause */
  async #fail(message, files) {
    // After an error in its code, another worker goes on, if it has run so far.
    if (this.readyState === WebSocket.OPEN) return this.#end("lost");
    // WebKit names the policy only in the error of the worker.
    const directive = /Content Security Policy directive: "([\w-]+)/.exec(message)?.[1];
    if (directive) return this.#end("blocked", directive);
    if (message) return this.#end("crashed", message);
    const why = await firstUnusable(files);
    if (why) return this.#end(...why);
    // The file has been loaded now.
    this.#end(files.includes(BOARD) ? "lost" : "worker");
  }

  /** @param {string} reason @param {string} [detail] */
  #end(reason, detail = "") {
    if (this.readyState === WebSocket.CLOSED) return;
    this.readyState = WebSocket.CLOSED;
    clearTimeout(this.#watchdog);
    this.#worker?.terminate();
    this.dispatchEvent(Object.assign(new CloseEvent("close", { reason }), { detail }));
  }
}

/** Asks the browser not to delete the games when space is short. Some ask the user, so this waits for the first game. */
let keepStorage = () => {
  keepStorage = () => {};
  void navigator.storage?.persist?.();
};

/** Downloads files of the storage: the games together, any other value as it is. @param {[string, any][]} files */
function saveFiles(files) {
  const isGame = ([name, value]) => typeof value === "string" && name.endsWith(".pgn");
  const games = files.filter(isGame).map(([, text]) => text);
  if (games.length > 0) download("ringstack-games.pgn", games.join("\n"), "text/plain");
  for (const [name, value] of files.filter((file) => !isGame(file))) {
    const isRaw =
      typeof value === "string" || value instanceof Blob || value instanceof ArrayBuffer || ArrayBuffer.isView(value);
    download(name, isRaw ? value : (JSON.stringify(value) ?? String(value)), "application/octet-stream");
  }
}

export const openSocket = (takesOver, report) => new WorkerSocket(takesOver, report);

export const whyClosed = async (event) => (event?.reason === "ended" ? "lost" : event?.reason || "lost");

// Runs the board: connects its session to one page, engines, storage and the clock. `web/src/messages.rs` describes the
// messages.

import { instantiate } from "../js/instance.js";

/**
 * @typedef {Record<string, string|null>} Files the contents of files by name; `null` removes one
 * @typedef {object} Surroundings
 * @property {(text: string) => void} page sends a message to the page
 * @property {(onLine: (line: string) => void, onGone: () => void) => {line: (line: string) => void, end: () => void}} engine
 *   starts an engine
 * @property {(files: Files) => Promise<void>} store stores files together
 */

/** The only page. */
const CLIENT = 1;

export class Host {
  #call;
  #surroundings;
  #engines = new Map();
  #timer = 0;
  /** The writes that have not ended. */
  #writes = new Set();

  /**
   * @param {WebAssembly.Module} module
   * @param {Surroundings} surroundings
   * @param {Record<string, string>} files the stored files
   * @param {string|null} place where they are stored, to show to users; `null` if games cannot be saved
   */
  static async start(module, surroundings, files, place) {
    const host = new Host();
    host.#surroundings = surroundings;
    const waiting = [];
    const { call } = await instantiate(
      module,
      (text) => waiting.push(JSON.parse(text)),
      () => {},
    );
    host.#call = (message) => {
      call("board", JSON.stringify(message));
      // Only now may the board be called again.
      while (waiting.length) host.#perform(waiting.shift());
    };
    const run = Date.now().toString(36) + Math.random().toString(36).slice(2, 8);
    host.#call({ t: "begin", files, place, run });
    return host;
  }

  /** A request of the page. @param {string} text */
  request(text) {
    this.#call({ t: "page", client: CLIENT, text });
    // The page may be closed at any time, without a chance to store anything then.
    this.#call({ t: "end" });
  }

  /** Ends the board; resolves when everything is stored. */
  async end() {
    this.#call({ t: "end" });
    clearTimeout(this.#timer);
    for (const engine of this.#engines.values()) engine.end();
    this.#engines.clear();
    await Promise.all(this.#writes);
  }

  #perform(message) {
    const { t, engine } = message;
    switch (t) {
      case "page":
        return this.#surroundings.page(message.text);
      case "start":
        return this.#start(engine);
      case "line":
        return this.#engines.get(engine)?.line(message.line);
      case "stop":
        this.#engines.get(engine)?.end();
        return this.#engines.delete(engine);
      case "write":
        return this.#write(message);
      case "wake":
        clearTimeout(this.#timer);
        if (message.after !== null) this.#timer = setTimeout(() => this.#call({ t: "tick" }), message.after);
        return;
      default:
        throw new Error(message.error);
    }
  }

  #start(engine) {
    const isCurrent = () => this.#engines.get(engine) === started;
    const started = this.#surroundings.engine(
      (line) => isCurrent() && this.#call({ t: "line", engine, line }),
      () => isCurrent() && this.#call({ t: "gone", engine }),
    );
    this.#engines.set(engine, started);
  }

  #write({ write, files }) {
    const stored = this.#surroundings.store(files).then(
      () => null,
      (error) => String(error?.message ?? error),
    );
    const written = stored.then((error) => this.#call({ t: "written", write, error }));
    const ended = written.catch((error) => reportError(error)).then(() => this.#writes.delete(ended));
    this.#writes.add(ended);
  }
}

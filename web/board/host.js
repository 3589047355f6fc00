// Runs the board: connects its session to one page, engines, storage and the clock. `web/src/messages.rs` describes the
// messages.

import { instantiate } from "../js/instance.js";

/**
 * @typedef {Record<string, string|null>} Files the contents of files by name; `null` removes one
 * @typedef {object} Surroundings
 * @property {(text: string) => void} page sends a message to the page
 * @property {(on: {line: (line: string) => void, gone: (why: string|null) => void, loading: () => void}) => {line: (line: string) => void, end: () => void}} engine
 *   starts an engine, and calls `loading` while its file is arriving
 * @property {(files: Files) => Promise<void>} store stores files, all or none
 * @property {(names: string[]) => void} [unstored] is told which files are not stored yet
 */

/** The only page. */
const CLIENT = 1;
/** The time in milliseconds after which files that could not be stored are stored again. */
const RETRY = 5000;

export class Host {
  #call;
  #surroundings;
  #engines = new Map();
  #timer = 0;
  /** The contents of all files by name. @type {Map<string, string>} */
  #files = new Map();
  /** The newest contents of the files that are not stored yet, `null` for those to remove. */
  #unstored = new Map();
  /** Resolves when files are stored, or cannot be; `null` if nothing is being stored. */
  #storing = null;
  #retry = 0;

  /**
   * @param {WebAssembly.Module} module
   * @param {Surroundings} surroundings
   * @param {Record<string, string>} files the stored files
   * @param {string|null} place where they are stored, to show to users; `null` if games cannot be saved
   */
  static async start(module, surroundings, files, place) {
    const host = new Host();
    host.#surroundings = surroundings;
    host.#files = new Map(Object.entries(files));
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
    this.#call({ t: "flush" });
  }

  /** The contents of the files that are not stored yet. @returns {[string, string][]} */
  get unstored() {
    return [...this.#unstored].filter(([, text]) => text !== null);
  }

  /** The storage was emptied: stores all files again that it has not. @param {string[]} names those that it has */
  restore(names) {
    const stored = new Set(names);
    for (const [name, text] of this.#files)
      if (!stored.has(name) && !this.#unstored.has(name)) this.#unstored.set(name, text);
    if (this.#unstored.size) this.#store();
  }

  /** Ends the board; resolves when everything is stored, or cannot be. */
  async end() {
    this.#call({ t: "flush" });
    clearTimeout(this.#timer);
    for (const engine of this.#engines.values()) engine.end();
    this.#engines.clear();
    if (this.#unstored.size) this.#store();
    await this.#storing;
    clearTimeout(this.#retry);
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
      case "store":
        for (const [name, text] of Object.entries(message.files)) {
          this.#unstored.set(name, text);
          if (text === null) this.#files.delete(name);
          else this.#files.set(name, text);
        }
        return this.#store();
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
    const started = this.#surroundings.engine({
      line: (line) => isCurrent() && this.#call({ t: "line", engine, line }),
      gone: (why) => isCurrent() && this.#call({ t: "gone", engine, why }),
      loading: () => isCurrent() && this.#call({ t: "loading", engine }),
    });
    this.#engines.set(engine, started);
  }

  #store() {
    clearTimeout(this.#retry);
    this.#storing ??= this.#storeAll().catch((error) => reportError(error));
  }

  async #storeAll() {
    let error = null;
    while (this.#unstored.size && error === null) {
      const changes = [...this.#unstored];
      error = await this.#storeTogether(changes);
      if (error === null || changes.length === 1) continue;
      // What cannot be stored does not keep other files from being stored. But no file is removed then: its content may
      // be in one of those that are not stored.
      for (const change of changes) if (change[1] !== null) await this.#storeTogether([change]);
    }
    this.#storing = null;
    const isStored = this.#unstored.size === 0;
    if (!isStored) this.#retry = setTimeout(() => this.#store(), RETRY);
    this.#surroundings.unstored?.([...this.#unstored.keys()]);
    this.#call({ t: "stored", error: isStored ? null : error });
  }

  /** Stores changes, all or none. Returns why not, or `null`. @param {[string, string|null][]} changes */
  async #storeTogether(changes) {
    try {
      await this.#surroundings.store(Object.fromEntries(changes));
    } catch (error) {
      return String(error?.message ?? error);
    }
    for (const [name, text] of changes) {
      // In the meantime there may be a newer content.
      if (this.#unstored.get(name) === text) this.#unstored.delete(name);
    }
    return null;
  }
}

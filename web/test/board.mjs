// node test/board.mjs MODULE: plays against the engine on the board, and opens it again with the files that it has
// stored. The module has the feature `board`.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";

import { createBoard } from "../js/board.js";
import { HAS_TASK, createEngine } from "../js/engine.js";

const module = new WebAssembly.Module(readFileSync(process.argv[2]));

async function until(condition) {
  while (!condition()) await delay(5);
}

/** A host with one page. `files` is its storage, which can be full. */
class Host {
  isFull = false;
  state = {};
  nodes = new Map();
  #answers = new Map();
  #engines = new Map();
  #timer;
  #requests = 0;

  static async start(files) {
    const host = new Host();
    host.files = files;
    host.board = await createBoard(module, (message) => host[message.t](message));
    host.board({ t: "begin", files: Object.fromEntries(files), place: "memory", run: `run${files.size}` });
    host.board({ t: "page", client: 1, text: JSON.stringify({ t: "hello", version: 5 }) });
    return host;
  }

  /** Sends a request of the page and waits for its answer. */
  async ask(request) {
    const id = ++this.#requests;
    this.board({ t: "page", client: 1, text: JSON.stringify({ ...request, id }) });
    await until(() => this.#answers.has(id));
    return this.#answers.get(id);
  }

  close() {
    this.board({ t: "end" });
    clearTimeout(this.#timer);
    this.#engines.clear();
  }

  page({ text }) {
    const message = JSON.parse(text);
    if (message.t === "state" || message.t === "patch") Object.assign(this.state, message);
    for (const node of message.nodes ?? []) this.nodes.set(node.id, node);
    if (message.id) this.#answers.set(message.id, message);
  }

  start({ engine }) {
    this.#engines.set(
      engine,
      createEngine(module, (line) => this.board({ t: "line", engine, line })),
    );
  }

  async line({ engine, line }) {
    const running = await this.#engines.get(engine);
    // It may have been ended since.
    if (!this.#engines.has(engine)) return;
    let state = running.line(line);
    while (state === HAS_TASK) state = running.run();
  }

  stop({ engine }) {
    this.#engines.delete(engine);
  }

  write({ write, files }) {
    for (const [name, text] of Object.entries(this.isFull ? {} : files)) {
      if (text === null) this.files.delete(name);
      else this.files.set(name, text);
    }
    this.board({ t: "written", write, error: this.isFull ? "the storage is full" : null });
  }

  wake({ after }) {
    clearTimeout(this.#timer);
    if (after !== null) this.#timer = setTimeout(() => this.board({ t: "tick" }), after);
  }

  refused({ error }) {
    throw new Error(error);
  }
}

const files = new Map();
const saves = () => [...files].filter(([name]) => name.startsWith("board-"));

const first = await Host.start(files);
const players = [{ kind: "human" }, { kind: "engine", engine: 0, level: 1 }];
await first.ask({ t: "new", game: "dvonn", players, time: { kind: "none" } });
await first.ask({ t: "play", node: first.state.game.root, token: "a1", game: true });
await until(() => saves().some(([, text]) => /1\. a1 [a-k][1-5] /.test(text)));
const tokens = (host) => [...host.nodes.values()].map((node) => node.token).filter(Boolean);
const played = tokens(first);
first.close();

const second = await Host.start(files);
await until(() => tokens(second).length === played.length);
assert.deepEqual(tokens(second), played);
const [[file]] = saves();
await second.ask({ t: "new", game: "zertz", players: [players[0], players[0]], time: { kind: "none" } });
second.isFull = true;
assert.ok((await second.ask({ t: "delete_saved", files: [file] })).error);
assert.equal((await second.ask({ t: "saves" })).answer.games.length, 1);
second.isFull = false;
assert.equal((await second.ask({ t: "delete_saved", files: [file] })).error, undefined);
assert.equal((await second.ask({ t: "saves" })).answer.games.length, 0);
second.close();
console.log(`the board: ${played.join(" ")}`);

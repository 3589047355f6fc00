// node test/board.mjs: plays against the engine on the board, and opens it again with the files that it has stored.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";

import { Host } from "../board/host.js";
import { HAS_TASK, createEngine } from "../js/engine.js";

const read = (file) => new WebAssembly.Module(readFileSync(new URL(`../${file}`, import.meta.url)));
const boardModule = read("board/board.wasm");
const engineModule = read("js/ringstack.wasm");

/** The version of the messages, as the page says it. */
const page = readFileSync(new URL("../../crates/board/page/protocol.js", import.meta.url), "utf8");
const [, VERSION] = /VERSION = (\d+)/.exec(page);

async function until(condition) {
  while (!condition()) await delay(5);
}

/** An engine in this thread. */
function engine(on) {
  const starting = createEngine(engineModule, on.line);
  let isOver = false;
  async function line(text) {
    const running = await starting;
    if (isOver) return;
    let state = running.line(text);
    while (state === HAS_TASK) state = running.run();
  }
  return { line, end: () => (isOver = true) };
}

/** A page with its board. `files` is the storage, which can refuse files. */
class Page {
  refused = "";
  state = {};
  nodes = new Map();
  #answers = new Map();
  #requests = 0;

  static async open(files) {
    const page = new Page();
    page.files = files;
    const surroundings = {
      page: (text) => page.#receive(JSON.parse(text)),
      engine,
      store: (changes) => page.#store(changes),
      unstored: (names) => (page.unstored = names),
    };
    page.host = await Host.start(boardModule, surroundings, Object.fromEntries(files), "memory");
    page.host.request(JSON.stringify({ t: "hello", version: Number(VERSION) }));
    return page;
  }

  /** Sends a request and waits for its answer. */
  async ask(request) {
    const id = ++this.#requests;
    this.host.request(JSON.stringify({ ...request, id }));
    await until(() => this.#answers.has(id));
    return this.#answers.get(id);
  }

  #receive(message) {
    if (message.t === "state" || message.t === "patch") Object.assign(this.state, message);
    for (const node of message.nodes ?? []) this.nodes.set(node.id, node);
    if (message.id) this.#answers.set(message.id, message);
  }

  async #store(changes) {
    if (this.refused && this.refused in changes) throw new Error("the storage is full");
    for (const [name, text] of Object.entries(changes)) {
      if (text === null) this.files.delete(name);
      else this.files.set(name, text);
    }
  }
}

const files = new Map();
const saves = () => [...files].filter(([name]) => name.startsWith("board-"));

const first = await Page.open(files);
const players = [{ kind: "human" }, { kind: "engine", engine: 0, level: 1 }];
await first.ask({ t: "new", game: "dvonn", players, time: { kind: "none" } });
await first.ask({ t: "play", node: first.state.game.root, token: "a1", game: true });
await until(() => saves().some(([, text]) => /1\. a1 [a-k][1-5] /.test(text)));
const tokens = (page) => [...page.nodes.values()].map((node) => node.token).filter(Boolean);
const played = tokens(first);
await first.host.end();

const second = await Page.open(files);
await until(() => tokens(second).length === played.length);
assert.deepEqual(tokens(second), played);
const [[file]] = saves();
await second.ask({ t: "new", game: "zertz", players: [players[0], players[0]], time: { kind: "none" } });
const play = (node, token) => second.ask({ t: "play", node, token, game: true });
second.refused = `deleted-${file}`;
await second.ask({ t: "delete_saved", files: [file] });
assert.equal((await second.ask({ t: "saves" })).answer.games.length, 0);
await until(() => second.state.unsaved);
// The game is in its old file still, and other games are stored.
await play(second.state.game.root, "wd4,a1");
await until(() => saves().length === 2);
assert.ok(files.has(file) && second.state.unsaved);
second.refused = "";
await play(second.state.live, "bd5,a4");
await until(() => second.state.unsaved === null);
assert.ok(!files.has(file) && files.has(`deleted-${file}`));
assert.ok(saves().some(([, text]) => text.includes("bd5,a4")));
// The storage is emptied while the board is open: all games come back, and those that cannot be stored are named.
const before = new Map(files);
files.clear();
second.refused = `deleted-${file}`;
second.host.restore([]);
await until(() => second.state.unsaved && files.size === before.size - 1);
assert.deepEqual(second.unstored, [second.refused]);
assert.deepEqual(second.host.unstored, [[second.refused, before.get(second.refused)]]);
second.refused = "";
second.host.restore([...files.keys()]);
await until(() => second.state.unsaved === null);
assert.deepEqual(new Map([...files].sort()), new Map([...before].sort()));
const setUp = { seed: 7, balanced: true };
await second.ask({ t: "new", game: "dvonn", random: setUp, players: [players[0], players[0]], time: { kind: "none" } });
assert.equal(second.state.game.id, "dvonn");
await second.host.end();
console.log(`the board: ${played.join(" ")}`);

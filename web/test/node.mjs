// node test/node.mjs PROGRAM: compares the engine in WebAssembly with the native program.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";

import { HAS_TASK, OVER, createEngine } from "../js/engine.js";
import { LINES, comparable } from "./conversation.mjs";

const lines = [...LINES, "quit"];
const [, , program] = process.argv;
const native = spawnSync(program, { input: lines.join("\n"), encoding: "utf8" });
assert.equal(native.status, 0, native.stderr);

const output = [];
const module = new WebAssembly.Module(readFileSync(new URL("../js/ringstack.wasm", import.meta.url)));
const engine = await createEngine(module, (line) => output.push(line));
let state;
for (const line of lines) {
  state = engine.line(line);
  while (state === HAS_TASK) state = engine.run();
}
assert.equal(state, OVER);
assert.deepEqual(comparable(output), comparable(native.stdout.trimEnd().split("\n")));
// The command of the package, in a worker thread.
const command = spawnSync(process.execPath, ["js/cli.js"], { input: "go nodes 100\n", encoding: "utf8" });
assert.equal(command.status, 0, command.stderr);
assert.match(command.stdout, /^bestmove /m);
console.log(`the same ${output.length} lines; ${output.find((line) => line.endsWith(" nps"))}`);

// node test/node.mjs PROGRAM: compares the engine in WebAssembly with the native program.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";

import { HAS_TASK, OVER, canSuspend, createEngine } from "../js/engine.js";
import { Worker, startEngine } from "../js/node.js";
import { LINES, comparable } from "./conversation.mjs";

const lines = [...LINES, "quit"];
const [, , program] = process.argv;
const native = spawnSync(program, { input: lines.join("\n"), encoding: "utf8" });
assert.equal(native.status, 0, native.stderr);

const output = [];
const module = new WebAssembly.Module(readFileSync(new URL("../js/ringstack.wasm", import.meta.url)));
const engine = await createEngine(module, (line) => output.push(line));
let state;
for (const text of lines) {
  state = engine.line(text);
  while (state === HAS_TASK) state = engine.run();
}
assert.equal(state, OVER);
assert.deepEqual(comparable(output), comparable(native.stdout.trimEnd().split("\n")));
// The command of the package, in a worker thread. Lines come when a task has just ended.
const input = "go nodes 10\nwait\ngo nodes 10\n";
const command = spawnSync(process.execPath, ["js/cli.js"], { input, encoding: "utf8", timeout: 60_000 });
assert.equal(command.status, 0, command.stderr);
assert.equal(command.stdout.match(/^bestmove /gm)?.length, 2, command.stdout);

// During a search every line is answered at once, however a search is stopped here. Unanswered, it would take a minute.
const searching = startEngine();
const line = (pattern) =>
  new Promise((resolve) => (searching.onmessage = ({ data }) => pattern.test(data) && resolve(performance.now())));
const begun = line(/^info .* pv /);
searching.postMessage("go movetime 60000");
const times = [await begun];
for (const [request, answer] of Object.entries({ isready: /^readyok/, stop: /^bestmove/ })) {
  const answered = line(answer);
  searching.postMessage(request);
  times.push(await answered);
}
assert(times[2] - times[0] < 5000, `isready and stop were answered at ${times}`);
searching.postMessage("quit");

// A message that is no text is refused alone.
const strict = startEngine();
const answers = [];
strict.onmessage = ({ data }) => answers.push(data);
for (const message of ["query game", 5, "query plies", { line: "quit" }, null, "query fen\nquit"])
  strict.postMessage(message);
await new Promise((resolve) => strict.addEventListener("close", resolve));
assert.deepEqual(
  answers.filter((answer) => answer.startsWith("response ")),
  ["response dvonn", "response 0", "response x9/x10/x11/x10/x9 w place"],
);
assert.equal(answers.filter((answer) => answer.startsWith("info string error bad-argument: ")).length, 3);

// An error ends the process if nobody listens.
const missing = new URL("missing.js", import.meta.url).href;
const unheard = `import { Worker } from "./js/node.js"; new Worker("${missing}")`;
const failure = spawnSync(process.execPath, ["--input-type=module", "--eval", unheard], { encoding: "utf8" });
assert.equal(failure.status, 1);
assert.match(failure.stderr, /missing\.js/);
const message = await new Promise((resolve) => {
  new Worker(missing).addEventListener("error", (event) => resolve(event.message));
});
assert.match(message, /missing\.js/);

const [isready, stop] = [times[1] - times[0], times[2] - times[1]].map((time) => `${time.toFixed(0)} ms`);
const way = canSuspend ? "suspending" : "restarting";
const speed = output.find((one) => one.endsWith(" nps"));
console.log(
  `Node ${process.version}, ${way}: the same ${output.length} lines; ${speed}; isready ${isready}, stop ${stop}`,
);

// Runs the script of a web worker in a thread of Node: gives it the globals that it needs.

import { readFile } from "node:fs/promises";
import { parentPort, workerData } from "node:worker_threads";
import { Worker } from "./node.js";

const fetchFile = async (url) =>
  new Response(await readFile(new URL(url)), { headers: { "Content-Type": "application/wasm" } });

Object.assign(globalThis, {
  Worker,
  self: globalThis,
  onmessage: null,
  postMessage: (data) => parentPort.postMessage(data),
  fetch: fetchFile,
  close: () => process.exit(),
  reportError: (error) => process.nextTick(() => Promise.reject(error)),
});

await import(workerData);
// Messages wait until there is a listener.
parentPort.on("message", (data) => globalThis.onmessage({ data }));

// The engine as a function of lines, for workers and for Node.

import { instantiate } from "./instance.js";

export { loadModule } from "./instance.js";

/** What to do next: wait for a line, call `run`, or nothing more. */
export const WAITS = 0;
export const HAS_TASK = 1;
export const OVER = 2;

/** Whether a running search can be suspended, so that its thread does other work meanwhile. */
export const canSuspend = "Suspending" in WebAssembly && "promising" in WebAssembly;

/**
 * Makes an engine. `onLine` receives its output. During a task, `pause` is called, or the task waits for the promise of
 * `suspend`; both may call `line`.
 */
export async function createEngine(module, onLine, pause = () => {}, suspend) {
  const { exports, call } = await instantiate(module, onLine, suspend ? new WebAssembly.Suspending(suspend) : pause);
  return { line: (text) => call("line", text), run: suspend ? WebAssembly.promising(exports.run) : exports.run };
}

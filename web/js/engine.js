// The engine as a function of lines, for workers and for Node.

const decoder = new TextDecoder();
const encoder = new TextEncoder();

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
  const bytes = (start, length) => new Uint8Array(instance.exports.memory.buffer, start, length);
  const host = {
    now: () => performance.timeOrigin + performance.now(),
    pause: suspend ? new WebAssembly.Suspending(suspend) : pause,
    write: (start, length) => onLine(decoder.decode(bytes(start, length))),
  };
  const instance = await WebAssembly.instantiate(module, { host });
  const { input, line, run } = instance.exports;
  return {
    line(text) {
      const utf8 = encoder.encode(text);
      const start = input(utf8.length);
      bytes(start, utf8.length).set(utf8);
      return line();
    },
    run: suspend ? WebAssembly.promising(run) : run,
  };
}

/** Loads the WebAssembly module at an address. */
export async function loadModule(url) {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  // Some hosts do not know the type that streaming needs.
  const isTyped = response.headers.get("Content-Type") === "application/wasm";
  return isTyped ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer());
}

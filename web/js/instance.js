// The WebAssembly module and its imports.

const decoder = new TextDecoder();
const encoder = new TextEncoder();

/** Loads the module at an address. `watch` gets the response, which it may clone. */
export async function loadModule(url, watch = (response) => {}) {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  watch(response);
  // Some hosts do not know the type that streaming needs.
  const isTyped = response.headers.get("Content-Type") === "application/wasm";
  return isTyped ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer());
}

/**
 * Makes an instance. `onText` receives what it writes. Returns its exports, and a function that calls one of them with
 * a text.
 */
export async function instantiate(module, onText, pause) {
  const bytes = (start, length) => new Uint8Array(exports.memory.buffer, start, length);
  const host = {
    now: () => performance.timeOrigin + performance.now(),
    pause,
    write: (start, length) => onText(decoder.decode(bytes(start, length))),
  };
  const { exports } = await WebAssembly.instantiate(module, { host });
  const call = (name, text) => {
    const utf8 = encoder.encode(text);
    const start = exports.input(utf8.length);
    bytes(start, utf8.length).set(utf8);
    return exports[name]();
  };
  return { exports, call };
}

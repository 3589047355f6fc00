// Stops a search by suspending it: its worker receives messages meanwhile.

import { HAS_TASK, OVER, WAITS, createEngine } from "./engine.js";

/** A function whose promise resolves when the messages that wait already are handled. */
function makeSuspend() {
  // Node: messages that come back at once would keep those of other ports waiting, up to a thousand times.
  if (globalThis.setImmediate) return () => new Promise((resolve) => void setImmediate(resolve));
  // Browsers: a message comes back earlier than a timer, whose least delay is 4 ms.
  const { port1, port2 } = new MessageChannel();
  return () =>
    new Promise((resolve) => {
      port1.onmessage = resolve;
      port2.postMessage(null);
    });
}

export async function start(module, onLine, onOver) {
  const engine = await createEngine(module, onLine, undefined, makeSuspend());
  let isRunning = false;
  let state = WAITS;
  return async (line) => {
    state = engine.line(line);
    if (isRunning) return;
    isRunning = true;
    while (state === HAS_TASK) {
      state = WAITS;
      const after = await engine.run();
      // A line that came after the end of the task, but before this, knows better.
      if (state === WAITS) state = after;
    }
    isRunning = false;
    if (state === OVER) onOver();
  };
}

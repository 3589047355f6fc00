// Stops a search by suspending it: its worker receives messages meanwhile.

import { HAS_TASK, OVER, createEngine } from "./engine.js";

export async function start(module, onLine, onOver) {
  const { port1, port2 } = new MessageChannel();
  // A message comes back after those that wait already, and earlier than a timer, whose least delay is 4 ms.
  const suspend = () =>
    new Promise((resolve) => {
      port1.onmessage = resolve;
      port2.postMessage(null);
    });
  const engine = await createEngine(module, onLine, undefined, suspend);
  let isRunning = false;
  return async (line) => {
    let state = engine.line(line);
    if (isRunning) return;
    isRunning = true;
    while (state === HAS_TASK) state = await engine.run();
    isRunning = false;
    if (state === OVER) onOver();
  };
}

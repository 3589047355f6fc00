// Stops a search through shared memory: a busy worker finds its lines there.

import { startBlocking } from "./blocking.js";
import { Mailbox, createMemory } from "./mailbox.js";

export async function start(module, onLine, onOver) {
  const memory = createMemory();
  const mailbox = new Mailbox(memory);
  const worker = await startBlocking({ module, memory }, onLine, (state) => state === "over" && onOver());
  return (line) => {
    mailbox.put(line);
    worker.postMessage(null);
  };
}

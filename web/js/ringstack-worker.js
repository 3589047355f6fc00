// The engine as a worker: each message is a line for it, and each of its lines comes back as a message.
//
// A search must not keep its worker from receiving `stop`: it is suspended from time to time, or its worker is ended.

import { canSuspend, loadModule } from "./engine.js";
import * as restarting from "./restarting.js";
import * as suspending from "./suspending.js";

const way = canSuspend ? suspending : restarting;
const starting = loadModule(new URL("./ringstack.wasm", import.meta.url)).then((module) =>
  way.start(module, (line) => postMessage(line), close),
);

onmessage = async ({ data }) => {
  try {
    const post = await starting;
    if (typeof data !== "string") {
      const text = `a message must be a string with one or more lines, and not of the type ${typeof data}`;
      return postMessage(`info string error bad-argument: ${text}`);
    }
    await Promise.all(data.split("\n").map((line) => post(line)));
  } catch (error) {
    // The page gets an `error` event; an exception of a promise would be lost.
    reportError(error);
  }
};

// Compiled, never run: the types of the package with neither those of the DOM nor those of Node (`.ci/run`).

import { startEngine, type EngineWorker } from "ringstack-engine";
import { HAS_TASK, createEngine, loadModule } from "ringstack-engine/engine";

const worker: EngineWorker = startEngine();
worker.onmessage = ({ data }) => data.startsWith("bestmove ");
worker.onerror = ({ message }) => message.length;
worker.addEventListener("message", ({ data }) => data.length, { once: true });
worker.addEventListener("close", () => worker.terminate());
worker.postMessage("go movetime 1000\nquit");
// @ts-expect-error: no line
worker.postMessage(5);
// @ts-expect-error: if the type were `any`, this would be allowed
worker.send("quit");

const engine = await createEngine(await loadModule("ringstack.wasm"), (line) => line.length);
if (engine.line("go nodes 1000") === HAS_TASK) engine.run();

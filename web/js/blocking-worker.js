// The worker of `blocking.js`. The first message is the module, every later one a line. Answers are lines and `{state}`;
// the first one says that the engine is ready.

import { HAS_TASK, OVER, createEngine } from "./engine.js";

onmessage = async ({ data: module }) => {
  const engine = await createEngine(module, (line) => postMessage(line));
  onmessage = ({ data }) => {
    let state = engine.line(data);
    if (state === HAS_TASK) postMessage({ state: "running" });
    while (state === HAS_TASK) state = engine.run();
    postMessage({ state: state === OVER ? "over" : "waiting" });
  };
  postMessage({ state: "waiting" });
};

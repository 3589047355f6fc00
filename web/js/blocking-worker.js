// The worker of `blocking.js`. The first message is its `setup`. With a mailbox, every later message says that it has
// lines, which are read in pauses of a search, too; without one, every message is a line. Answers are lines and
// `{state}`; the first one says that the engine is ready.

import { HAS_TASK, OVER, createEngine } from "./engine.js";
import { Mailbox } from "./mailbox.js";

onmessage = async ({ data: { module, memory } }) => {
  const mailbox = memory && new Mailbox(memory);
  const handle = (lines) => lines.forEach((line) => (state = engine.line(line)));
  const pause = () => mailbox && handle(mailbox.take());
  const engine = await createEngine(module, (line) => postMessage(line), pause);
  let state;
  onmessage = ({ data }) => {
    handle(mailbox ? mailbox.take() : [data]);
    if (state === HAS_TASK) postMessage({ state: "running" });
    while (state === HAS_TASK) state = engine.run();
    postMessage({ state: state === OVER ? "over" : "waiting" });
  };
  postMessage({ state: "waiting" });
};

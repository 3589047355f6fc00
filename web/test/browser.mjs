// node test/browser.mjs [chromium|firefox|webkit]: uses the worker and the example in a browser.

import assert from "node:assert/strict";
import { serve } from "./serve.mjs";
import { startBrowser } from "./webdriver.mjs";

/** In the page: talks with the worker of a script, and returns what came back. */
async function converse(script) {
  const { LINES, comparable } = await import("./conversation.mjs");
  const engine = new Worker(script, { type: "module" });
  const lines = [];
  let notice = () => {};
  let failure;
  engine.onmessage = ({ data }) => notice(lines.push(data));
  engine.onerror = ({ message }) => notice((failure = message || "the worker failed"));
  /** Sends lines and waits for a line that matches. Returns it and the time. */
  async function send(text, pattern) {
    const from = lines.length;
    const begun = performance.now();
    engine.postMessage(text);
    for (;;) {
      if (failure) throw new Error(failure);
      const line = lines.slice(from).find((line) => pattern.test(line));
      if (line) return { line, ms: Math.round(performance.now() - begun) };
      await new Promise((resolve) => (notice = resolve));
    }
  }

  await send("ugi", /^ugiok/);
  // What a stopped search must leave as it was.
  await send("setoption name Game value zertz\nposition startpos moves wd4,a1\ngo infinite", / depth 4 .* pv /);
  const ready = await send("isready", /^readyok/);
  const stop = await send("stop", /^bestmove/);
  const best = stop.line.split(" ")[1];
  const legal = await send(`query islegal ${best}`, /^response/);
  const plies = await send("query plies", /^response/);
  // A count is stopped, too.
  await send("go perft 30\nisready", /^readyok/);
  await send("stop", /^info string the count was stopped/);
  // Searches that are stopped when they have hardly begun.
  let from = lines.length;
  await send("go infinite\nstop\n".repeat(3) + "query plies", /^response/);
  const moves = lines.slice(from).filter((line) => line.startsWith("bestmove ")).length;
  from = lines.length;
  await send(`setoption name Hash value 16\nuginewgame\n${LINES.join("\n")}\nquery game`, /^response gipf-zertz$/);
  const played = lines.slice(from);
  engine.postMessage("quit");
  return {
    answers: [legal.line, plies.line, moves],
    played: comparable(played),
    times: `isready ${ready.ms} ms, stop ${stop.ms} ms, ${played.find((line) => line.endsWith(" nps"))}`,
  };
}

const server = await serve(new URL("..", import.meta.url), { plain: {} });
const [name] = process.argv.slice(2);
const browser = await startBrowser(name);
try {
  const { address } = server;
  const ways = { suspending: "../js/ringstack-worker.js", restarting: "without-suspending.js" };
  const results = [];
  for (const [way, script] of Object.entries(ways)) {
    await browser.go(`${address}/plain/test/index.html`);
    const { answers, played, times } = await browser.call(converse, script);
    assert.deepEqual(answers, ["response true", "response 1", 3], way);
    results.push(played);
    console.log(`${way}: ${times}`);
  }
  assert.deepEqual(results[1], results[0]);

  await browser.go(`${address}/plain/example.html`);
  const result = await browser.call(async () => {
    const output = document.getElementById("result");
    while (!output.value) await new Promise((resolve) => setTimeout(resolve, 50));
    return output.value;
  });
  console.log(`the example: ${result}`);
} finally {
  await browser.close();
  server.close();
}

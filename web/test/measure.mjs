// node test/measure.mjs [PROGRAM]: measures the board in web/site: sizes, the time until a touch is possible on a slow
// network, and the speed of the engine beside that of the program.

import { spawnSync } from "node:child_process";
import { readFileSync, readdirSync, statSync } from "node:fs";
import { gzipSync } from "node:zlib";

import { serve, slowNetwork } from "./serve.mjs";
import { startBrowser } from "./webdriver.mjs";

const SITE = new URL("../site/", import.meta.url);
const RUNS = 3;

/** Sets `usable` to the time in milliseconds at which something on the board can be touched. */
const WATCH = `const look = () => {
  if (document.querySelector("svg [role=button][aria-disabled=false]")) window.usable = Math.round(performance.now());
  else setTimeout(look, 5);
};
look();`;

const files = readdirSync(SITE, { recursive: true }).filter((file) => statSync(new URL(file, SITE)).isFile());

function printSizes() {
  const sizes = files.map((file) => {
    const content = readFileSync(new URL(file, SITE));
    return { file, size: content.length, compressed: gzipSync(content, { level: 9 }).length };
  });
  const sum = (key) => sizes.reduce((total, one) => total + one[key], 0);
  const rows = [
    ...sizes.filter(({ file }) => file.endsWith(".wasm")),
    { file: "all", size: sum("size"), compressed: sum("compressed") },
  ];
  for (const { file, size, compressed } of rows) console.log(`${file}: ${size} bytes, ${compressed} with gzip`);
}

const median = (times) => times.toSorted((a, b) => a - b)[times.length >> 1];

async function measureStart() {
  const [first, later] = [[], []];
  // A host has compressed its files already.
  const fast = await serve(SITE, { sub: {} });
  for (const file of files) await fetch(`${fast.address}/sub/${file}`);
  fast.close();
  for (let run = 0; run < RUNS; run++) {
    // 10 Mbit/s.
    const server = await serve(SITE, { sub: {} }, slowNetwork(40, 10e6 / 8));
    await browser.open();
    await browser.tools("Page.addScriptToEvaluateOnNewDocument", { source: WATCH });
    await browser.go(`${server.address}/sub/#board`);
    first.push(await browser.until("window.usable"));
    await browser.call(async () => void (await navigator.serviceWorker.ready));
    for (let visit = 0; visit < RUNS; visit++) {
      await browser.reload();
      later.push(await browser.until("window.usable"));
    }
    server.close();
    await browser.closeTab();
    await browser.tab(home);
  }
  console.log(`a touch is possible after ${median(first)} ms on the first visit and ${median(later)} ms later`);
  console.log(`  all runs: ${first.join(", ")}; ${later.join(", ")}`);
}

async function measureSpeed(program) {
  const server = await serve(new URL("../", import.meta.url), { plain: {} });
  await browser.go(`${server.address}/plain/test/index.html`);
  const rates = [[], []];
  for (let run = 0; run < RUNS; run++) {
    const line = await browser.call(
      () =>
        new Promise((resolve) => {
          const engine = new Worker("../js/ringstack-worker.js", { type: "module" });
          engine.onmessage = ({ data }) => data.endsWith(" nps") && resolve(data);
          engine.postMessage("bench");
        }),
    );
    const { stdout } = spawnSync(program, ["bench"], { encoding: "utf8" });
    const native = stdout.split("\n").find((one) => one.endsWith(" nps"));
    [line, native].forEach((one, n) => rates[n].push(Number(/ (\d+) nps/.exec(one)[1])));
    if (run === 0) console.log(`in Chromium: ${line}; natively: ${native}`);
  }
  const [web, native] = rates.map(median);
  console.log(`nodes per second: ${web} in Chromium, ${native} natively: ${((100 * web) / native).toFixed(0)} %`);
  server.close();
}

printSizes();
const browser = await startBrowser();
const home = await browser.current();
try {
  await measureStart();
  const [program] = process.argv.slice(2);
  if (program) await measureSpeed(program);
} finally {
  await browser.close();
}

// node test/site.mjs [--browser chromium|firefox|webkit] [--site FOLDER] [WORD]: uses the board as static files in a browser:
// what differs from the board with a server, and a whole game of each kind. With a word, only the tests whose names contain it.
// WebKit needs a display: xvfb-run -a node test/site.mjs --browser webkit

import assert from "node:assert/strict";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";

import { serve } from "./serve.mjs";
import { startBrowser } from "./webdriver.mjs";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { browser: { type: "string", default: "chromium" }, site: { type: "string" } },
});
const SITE = values.site ? pathToFileURL(`${values.site}/`) : new URL("../site/", import.meta.url);
const GAMES = ["dvonn", "zertz", "gipf", "diaballik", "gipf-zertz", "gipf-zertz-challenge"];
/** A record as a link has it. */
const RECORD = "dvonn startpos moves f3 c2 i4 e3 a1 b1";

/** The board is ready. */
const READY = `window.ui && ui.find("button", "New game") && ui.status()`;

/** Opens the board below a path of its own host. */
async function openBoard(browser, fragment = "#board", wrong = undefined, host = "127.0.0.1") {
  const server = await serve(SITE, { sub: {} }, undefined, wrong);
  const home = `${server.address.replace("127.0.0.1", host)}/sub/`;
  await browser.go(home + fragment);
  await browser.until(READY);
  return { ...server, home };
}

/** Begins a game of the user against another player. */
async function newGame(browser, game, fields = async () => {}) {
  await browser.menu("Menu", "New game");
  await browser.until(`ui.find("dialog") && (ui.find("dialog").querySelector("details").open = true)`);
  await browser.choose("Game", game);
  await browser.choose("First player", "Human");
  await fields();
  await browser.button("Begin");
  await browser.until(`!ui.find("dialog") && ui.moves().length === 0 && ui.choices().length`);
}

const alone = (browser, game) => newGame(browser, game, () => browser.choose("Second player", "Human"));

async function againstEngine(browser, game) {
  await newGame(browser, game, async () => {
    await browser.until(`ui.find("combobox", "Second player").options.length > 1`);
    await browser.choose(
      "Second player",
      await browser.until(`ui.find("combobox", "Second player").options[1].textContent`),
    );
    await browser.choose("Level of the second player", "20");
    await browser.choose("Time", "Time per move");
    await browser.fill("spinbutton", "Seconds per move", "0.1");
  });
}

async function touch(browser, place) {
  await browser.until(`ui.touchable().includes("${place}")`);
  await browser.click(`ui.place("${place}")`);
}

const main = (browser, tokens) => browser.until(`ui.main().join(" ") === "${tokens}"`);

/** Begins a game and goes on with it in a second tab, whose name it returns. */
async function goOnInSecondTab(browser, home) {
  await alone(browser, "dvonn");
  await touch(browser, "f3");
  await main(browser, "f3");
  const second = await browser.open();
  await browser.go(home);
  await browser.button("Use it here");
  await main(browser, "f3");
  await touch(browser, "c2");
  await main(browser, "f3 c2");
  return second;
}

/** In the page: waits until something can be touched that the user has not seen. Returns where to press, or that the game is over. */
async function nextTouch(before, number) {
  const shown = () =>
    JSON.stringify([
      ui.moves(),
      ui.status(),
      ui.pieces(),
      ui.touchable(),
      document.querySelector("#prompt").textContent,
      [...document.querySelectorAll("[data-item]")].map((item) => item.ariaPressed),
    ]);
  const visible = (element) => {
    element.scrollIntoView({ block: "nearest" });
    const box = element.getBoundingClientRect();
    const [x, y] = [Math.round(box.x + box.width / 2), Math.round(box.y + box.height / 2)];
    const top = document.elementFromPoint(x, y);
    return element === top || element.contains(top) ? [x, y] : null;
  };
  // The panels follow the board in the next frame; only then is all of the new state shown.
  await ui.until(() => ui.find("button", "Rematch") || (shown() !== before && ui.choices().length), 30_000);
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  const found = await ui.until(() => {
    if (ui.find("button", "Rematch")) return { isOver: true };
    const now = shown();
    if (now === before) return null;
    const points = ui.choices().map(visible).filter(Boolean);
    return points.length && { point: points[number % points.length], shown: now };
  }, 30_000);
  if (!found) throw new Error(`nothing to touch: ${ui.status()} ${ui.main().join(" ")}`);
  return found;
}

/** Plays random moves with the pointer until the game is over. Returns the number of touches. */
async function playToTheEnd(browser) {
  let random = 1;
  let shown = "";
  for (let count = 0; ; count++) {
    random = (random * 48271) % 0x7fffffff;
    const next = await browser.call(nextTouch, shown, random);
    if (next.isOver) return count;
    ({ shown } = next);
    await browser.press(...next.point);
  }
}

/** Plays a move of DVONN in a lesson or a puzzle. */
async function playExercise(browser, screen, token) {
  for (const place of token.match(/[a-k]\d/g)) {
    const look = `document.querySelector("#screen-${screen} [data-place=${place}][aria-disabled=false]")`;
    await browser.click(look);
  }
}

/** In the page: whether a stored file contains a text. */
function isSaved(text) {
  return new Promise((resolve) => {
    const opening = indexedDB.open("ringstack /sub/");
    // Only the board may create the database.
    opening.onupgradeneeded = () => opening.transaction.abort();
    opening.onerror = () => resolve(false);
    opening.onsuccess = () => {
      const reading = opening.result.transaction("files").objectStore("files").getAll();
      reading.onsuccess = () => {
        opening.result.close();
        resolve(reading.result.some((file) => file.includes(text)));
      };
    };
  });
}

/** In the page: puts values into a database of the board, which is made if it is missing. Returns all keys. */
function putFiles(name, values) {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(name, 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore("files");
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const files = opening.result.transaction("files", "readwrite").objectStore("files");
      for (const [key, value] of Object.entries(values)) files.put(value, key);
      const keys = files.getAllKeys();
      keys.onsuccess = () => (opening.result.close(), resolve(keys.result));
    };
  });
}

/** Waits until the page shows a sentence in place of the board. */
const waitsWith = (browser, words) =>
  browser.until(`document.querySelector(".waiting")?.innerText.includes("${words}")`);

/** In the page: the names of the caches. */
const cacheNames = () => caches.keys();

const CSP = (policy) => ({ "Content-Security-Policy": policy });
const instead = (name, answer) => (path) => (path.endsWith(name) ? answer : undefined);
const HTML = { text: "<!DOCTYPE html>" };
/** Hosts on which the board cannot start: the headers, what they answer instead of a file, and what the page says. */
const BAD_HOSTS = {
  "a policy without WebAssembly": [CSP("script-src 'self'"), undefined, "CSP, script-src"],
  "a policy without workers": [CSP("worker-src 'none'"), undefined, "CSP, worker-src"],
  "a module that is missing": [{}, instead("/board.wasm", { ...HTML, status: 404 }), "board/board.wasm"],
  "a page as the module": [{}, instead("/board.wasm", HTML), "board/board.wasm"],
  "a module that is cut": [{}, instead("/board.wasm", { text: "\0asm\x01\0\0\0\x01" }), "board/board.wasm"],
  "scripts as plain text": [{}, instead("/host.js", { type: "text/plain", text: "" }), "board/host.js"],
  "a worker that never answers": [{}, instead("/worker.js", { type: "text/javascript", text: "" }), "does not answer"],
  "a page without its script": [{}, instead("/script.js", { ...HTML, status: 404 }), "has not started"],
};

/** In the page: drops texts as files. */
function dropFiles(texts) {
  const dataTransfer = new DataTransfer();
  texts.forEach((text, n) => dataTransfer.items.add(new File([text], `${n}.pgn`)));
  document.body.dispatchEvent(new DragEvent("drop", { bubbles: true, cancelable: true, dataTransfer }));
}

const games = Object.fromEntries(
  GAMES.map((game) => [
    `a whole game of ${game}`,
    async (browser) => {
      const server = await openBoard(browser);
      await againstEngine(browser, game);
      console.log(`  ${await playToTheEnd(browser)} touches`);
      return server;
    },
  ]),
);

const TESTS = {
  ...games,

  "analysis stops, and a game is reviewed": async (browser) => {
    const server = await openBoard(browser, `#record=${encodeURIComponent(RECORD)}`);
    await main(browser, "f3 c2 i4 e3 a1 b1");
    await browser.until(`ui.find("region", "Analysis")`);
    const lines = `[...ui.find("region", "Analysis").querySelectorAll("li button")].length`;
    await browser.click(`ui.find("switch", "Analysis")`);
    await browser.until(`${lines} > 0`);
    await browser.click(`ui.find("switch", "Analysis")`);
    await browser.until(`${lines} === 0`);
    await browser.choose("Seconds per position", "0.1 s");
    await browser.button("Review game");
    await browser.until(
      `ui.find("button", "Review game") && ui.main().every((token) => /[+−0#]/.test(ui.move(token).textContent.slice(2)))`,
    );
    return server;
  },

  "a game survives a reload at once, and works without a network": async (browser) => {
    const server = await openBoard(browser);
    await alone(browser, "dvonn");
    await touch(browser, "f3");
    await main(browser, "f3");
    await touch(browser, "c2");
    await main(browser, "f3 c2");
    await browser.reload();
    await browser.until(READY);
    await main(browser, "f3 c2");
    await browser.call(async () => void (await navigator.serviceWorker.ready));
    server.close();
    await browser.go("about:blank");
    await browser.go(server.home);
    await browser.until(READY);
    await main(browser, "f3 c2");
    await browser.go(`${server.home}#learn`);
    await browser.until(`document.querySelectorAll("#screen-learn a").length > 10`);
    await browser.go(`${server.home}#board`);
    await againstEngine(browser, "zertz");
    await playToTheEnd(browser);
    return server;
  },

  "a second tab takes the board over": async (browser, first) => {
    const server = await openBoard(browser);
    const second = await goOnInSecondTab(browser, server.home);
    await browser.tab(first);
    await browser.button("Use it here");
    await main(browser, "f3 c2");
    await browser.tab(second);
    await browser.until(`ui.find("button", "Use it here")`);
    // A closed tab leaves the board to the others.
    await browser.tab(first);
    await browser.closeTab();
    await browser.tab(second);
    await browser.reload();
    await main(browser, "f3 c2");
    return server;
  },

  "games are exported and imported": async (browser) => {
    const server = await openBoard(browser);
    await browser.until(`ui.module("store.js").then(({ store }) => store.known)`);
    await browser.call(
      dropFiles,
      ["Ann", "Bob"].map((name) => `[Game "dvonn"]\n[P1 "${name}"]\n\n1. f3 c2 *\n`),
    );
    await browser.go(`${server.home}#games`);
    await browser.until(`ui.all("checkbox", "Select *").length === 3`);
    await browser.click(`ui.find("button", "Continue: Ann*")`);
    await main(browser, "f3 c2");
    await browser.menu("Menu", "Save");
    const link = await browser.until(`ui.find("textbox", "Link to the game")?.value`);
    const record = await browser.until(`ui.find("textbox", "Record")?.value`);
    assert.match(record, /\[P1 "Ann"\]/);
    await browser.call(() => document.querySelector("dialog").close());
    await alone(browser, "gipf");
    // Only the fragment differs, so the page stays.
    await browser.go(link);
    await main(browser, "f3 c2");
    return server;
  },

  "games of earlier versions are taken over, and each path has its own": async (browser) => {
    const server = await serve(SITE, { sub: {}, other: {} });
    await browser.go(`${server.address}/sub/icon.svg`);
    const save = { "board-1700000000000-a.pgn": '[Game "dvonn"]\n[P1 "Ann"]\n[P2 "Bob"]\n\n1. f3 c2 *\n' };
    await browser.call(putFiles, "ringstack", save);
    const ann = `ui.module("api.js").then(({ ask }) => ask({ t: "saves" })).then(({ games }) => games.length === 1)`;
    for (const path of ["sub", "other"]) {
      await browser.go(`${server.address}/${path}/#board`);
      await browser.until(READY);
      await browser.until(ann);
      await alone(browser, "gipf");
      await touch(browser, "a1");
    }
    return server;
  },

  "a link stays in the address until the board has opened it": async (browser) => {
    const server = await openBoard(browser);
    const second = await browser.open();
    await browser.go(`${server.home}#record=${encodeURIComponent(RECORD)}`);
    await waitsWith(browser, "another tab");
    await browser.reload();
    await waitsWith(browser, "another tab");
    await browser.button("Use it here");
    await main(browser, "f3 c2 i4 e3 a1 b1");
    await browser.until(`location.hash === ""`);
    await browser.go(`${server.home}#%`);
    await browser.until(`document.querySelector("#screen-start")?.innerText.length > 50`);
    await browser.tab(second);
    return server;
  },

  "a version with a wrong file is not kept": async (browser) => {
    let isWrong = true;
    const wrong = (path) => (isWrong && path.endsWith("icon-512.png") ? HTML : undefined);
    const server = await openBoard(browser, "#board", wrong);
    await browser.until(`navigator.serviceWorker.getRegistration().then((found) => !found)`);
    assert.deepEqual(await browser.call(cacheNames), []);
    isWrong = false;
    await browser.reload();
    await browser.until(READY);
    await browser.call(async () => void (await navigator.serviceWorker.ready));
    assert.equal((await browser.call(cacheNames)).length, 1);
    await browser.console();
    return server;
  },

  "a board that cannot start says why": async (browser) => {
    for (const [name, [headers, wrong, words]] of Object.entries(BAD_HOSTS)) {
      const server = await serve(SITE, { sub: headers }, undefined, wrong);
      await browser.go(`${server.address}/sub/`);
      await waitsWith(browser, words);
      const isThere = `[...document.querySelectorAll("button, a")].some((one) => one.innerText.startsWith("Reload"))`;
      await browser.until(isThere);
      console.log(`  ${name}`);
      server.close();
    }
    const frame = `<!DOCTYPE html><iframe sandbox="allow-scripts" src="/sub/"></iframe>`;
    const server = await serve(SITE, { sub: {} }, undefined, instead("frame.html", { text: frame }));
    await browser.go(`${server.address}/sub/frame.html`);
    await browser.frame(0);
    // It runs no script of the page.
    const isSaid = () =>
      new Promise((done) => {
        const look = () => (document.body.innerText.includes("sandboxed frame") ? done(true) : setTimeout(look, 100));
        look();
      });
    assert.ok(await browser.call(isSaid));
    await browser.frame(null);
    await browser.console();
    return server;
  },

  "other pages below its folder are not the board": async (browser) => {
    const server = await openBoard(browser);
    await browser.call(async () => void (await navigator.serviceWorker.ready));
    await browser.go(`${server.home}icon.svg`);
    assert.equal(await browser.call(() => document.documentElement.tagName), "svg");
    await browser.go(`${server.home}index.html?a=b#board`);
    await browser.until(READY);
    return server;
  },

  "a lesson and a puzzle are solved, and the progress is kept": async (browser) => {
    const server = await openBoard(browser, "#learn");
    // The page is the same with a server: the tests there solve more.
    const lesson = await browser.until(`ui.module("api.js").then(({ ask }) => ask({ t: "lessons", game: "dvonn" }))
      .then(({ lessons }) => lessons.find(({ steps }) => steps.length > 1 && steps.at(-1).task))`);
    await browser.go(`${server.home}#learn/dvonn/${lesson.id}`);
    for (const [n, { task }] of lesson.steps.entries()) {
      if (n > 0) await browser.button("Next");
      if (task) await playExercise(browser, "learn", task.accepted[0]);
    }
    await browser.until(`document.querySelector("#screen-learn nav").textContent.includes("1 of ")`);
    const { number, moves } = await browser.until(`ui.module("puzzles.js").then(({ puzzlesOf }) => puzzlesOf("dvonn"))
      .then((all) => all.map(({ moves }, n) => ({ number: n + 1, moves }))
        .find(({ moves }) => moves.length === 3 && !moves.includes("pass")))`);
    await browser.go(`${server.home}#puzzles/dvonn/${number}`);
    // The other side makes the second move.
    await playExercise(browser, "puzzles", moves[0]);
    await playExercise(browser, "puzzles", moves[2]);
    await browser.until(`ui.text("region", "Puzzle").includes("Solved.")`);
    await browser.reload();
    await browser.until(`document.querySelector("#screen-puzzles nav")?.textContent.includes("1 of ")`);
    return server;
  },
};

/** What only Chromium's developer tools and settings can arrange. */
const CHROMIUM_TESTS = {
  "a full storage loses nothing": async (browser) => {
    const server = await openBoard(browser);
    await alone(browser, "dvonn");
    const origin = new URL(server.home).origin;
    await browser.tools("Storage.overrideQuotaForOrigin", { origin, quotaSize: 1 });
    await touch(browser, "f3");
    await main(browser, "f3");
    const isUnsaved = `ui.module("store.js").then(({ store }) => store.unsaved !== null)`;
    await browser.until(isUnsaved);
    await browser.tools("Storage.overrideQuotaForOrigin", { origin });
    await browser.until(`(${isSaved})("1. f3")`);
    await browser.until(`ui.module("store.js").then(({ store }) => store.unsaved === null)`);
    await browser.reload();
    await main(browser, "f3");
    return server;
  },

  "what is cleared while the board is open is stored again": async (browser) => {
    const server = await openBoard(browser);
    await alone(browser, "dvonn");
    await touch(browser, "f3");
    await browser.until(`(${isSaved})("1. f3")`);
    await alone(browser, "gipf");
    await browser.until(`ui.module("settings.js").then(({ set }) => (set("lines", 2), true))`);
    await browser.until(`(${isSaved})('"lines": 2')`);
    const { origin } = new URL(server.home);
    await browser.tools("Storage.clearDataForOrigin", { origin, storageTypes: "indexeddb" });
    for (const text of ["1. f3", '"lines": 2']) await browser.until(`(${isSaved})(${JSON.stringify(text)})`);
    // Another page deletes the database.
    await browser.call(() => void indexedDB.deleteDatabase("ringstack /sub/"));
    for (const text of ["1. f3", '"lines": 2']) await browser.until(`(${isSaved})(${JSON.stringify(text)})`);
    return server;
  },

  "a second tab asks without locks, too": async (browser) => {
    const server = await openBoard(browser, "#board", undefined, "board.test");
    assert.equal(await browser.call(() => isSecureContext), false);
    const first = await browser.current();
    const second = await goOnInSecondTab(browser, server.home);
    await browser.reload();
    await main(browser, "f3 c2");
    await browser.tab(first);
    await browser.until(`ui.find("button", "Use it here")`);
    await browser.tab(second);
    await browser.closeTab();
    await browser.tab(first);
    return server;
  },

  "blocked site data keep no one from playing": async (browser) => {
    const strict = await startBrowser("chromium", { "profile.default_content_setting_values.cookies": 2 });
    try {
      const server = await serve(SITE, { sub: {} });
      await strict.open();
      await strict.go(`${server.address}/sub/#board`);
      await strict.until(READY);
      await alone(strict, "dvonn");
      await touch(strict, "f3");
      await main(strict, "f3");
      return server;
    } finally {
      await strict.close();
    }
  },

  "the page speaks French": async (browser) => {
    await browser.tools("Emulation.setUserAgentOverride", { userAgent: "", acceptLanguage: "fr" });
    const server = await serve(SITE, { sub: {} });
    await browser.go(`${server.address}/sub/#board`);
    await browser.until(`ui.find("button", "Nouvelle partie") && ui.touchable().length > 40`);
    assert.equal(await browser.call(() => document.documentElement.lang), "fr");
    return server;
  },
};

const [word = ""] = positionals;
const tests = values.browser === "chromium" ? { ...TESTS, ...CHROMIUM_TESTS } : { ...TESTS };
// WebKit does not say that a policy forbids workers, only that there are none.
if (values.browser === "webkit") delete tests["a board that cannot start says why"];
const browser = await startBrowser(values.browser);
const home = await browser.current();
try {
  for (const [name, test] of Object.entries(tests)) {
    if (!name.includes(word)) continue;
    const begun = performance.now();
    const tab = await browser.open();
    const server = await test(browser, tab);
    assert.deepEqual(await browser.console(), [], name);
    server.close();
    await browser.closeTab();
    await browser.tab(home);
    console.log(`${name}: ${((performance.now() - begun) / 1000).toFixed(1)} s`);
  }
} finally {
  await browser.close();
}

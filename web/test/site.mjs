// node test/site.mjs [WORD]: uses the board as static files in Chromium: what differs from the board with a server, and a
// whole game of each kind. With a word, only the tests whose names contain it.

import assert from "node:assert/strict";

import { startBrowser } from "./chromium.mjs";
import { serve } from "./serve.mjs";

const SITE = new URL("../site/", import.meta.url);
const GAMES = ["dvonn", "zertz", "gipf", "diaballik", "gipf-zertz", "gipf-zertz-challenge"];
/** A record as a link has it. */
const RECORD = "dvonn startpos moves f3 c2 i4 e3 a1 b1";

/** The board is ready. */
const READY = `window.ui && ui.find("button", "New game") && ui.status()`;

/** Opens the board below a path of its own host. */
async function openBoard(browser, fragment = "#board") {
  const server = await serve(SITE, { sub: {} });
  const home = `${server.address}/sub/`;
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
    const opening = indexedDB.open("ringstack");
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
    await alone(browser, "dvonn");
    await touch(browser, "f3");
    await main(browser, "f3");
    const second = await browser.open();
    await browser.go(server.home);
    await browser.button("Use it here");
    await main(browser, "f3");
    await touch(browser, "c2");
    await main(browser, "f3 c2");
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

  "a database that the browser closes is opened again": async (browser) => {
    const server = await openBoard(browser);
    await alone(browser, "dvonn");
    await touch(browser, "f3");
    await browser.until(`(${isSaved})("1. f3")`);
    const { origin } = new URL(server.home);
    await browser.tools("Storage.clearDataForOrigin", { origin, storageTypes: "indexeddb" });
    await touch(browser, "c2");
    await browser.until(`(${isSaved})("1. f3 c2")`);
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
      .then(({ lessons }) => lessons.find(({ steps: [step, ...more] }) => step.task && more.length === 0))`);
    await browser.go(`${server.home}#learn/dvonn/${lesson.id}`);
    await playExercise(browser, "learn", lesson.steps[0].task.accepted[0]);
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

  "the page speaks French": async (browser) => {
    await browser.tools("Emulation.setUserAgentOverride", { userAgent: "", acceptLanguage: "fr" });
    const server = await serve(SITE, { sub: {} });
    await browser.go(`${server.address}/sub/#board`);
    await browser.until(`ui.find("button", "Nouvelle partie") && ui.touchable().length > 40`);
    assert.equal(await browser.call(() => document.documentElement.lang), "fr");
    return server;
  },
};

const [word = ""] = process.argv.slice(2);
const browser = await startBrowser();
const home = await browser.current();
try {
  for (const [name, test] of Object.entries(TESTS)) {
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

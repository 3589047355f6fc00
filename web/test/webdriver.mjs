// A client of WebDriver, which drives Chromium, Firefox and WebKit.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

const source = (path) => readFileSync(new URL(path, import.meta.url), "utf8");
/** What each script in the page can use: `ui` finds elements as users do, as for the native board. */
const UI = source("../../tests/it/browser/ui.js") + source("other-browsers.js");

/** The drivers of the browsers, with what each browser needs. */
const BROWSERS = {
  chromium: {
    driver: "chromedriver",
    capabilities: (prefs) => ({
      "goog:chromeOptions": {
        args: [
          "--headless=new",
          "--no-sandbox",
          "--disable-gpu",
          "--disable-dev-shm-usage",
          "--hide-scrollbars",
          "--disable-background-timer-throttling",
          "--force-prefers-reduced-motion",
          // Roles and names of elements.
          "--force-renderer-accessibility",
          "--enable-blink-features=ComputedAccessibilityInfo",
          // A name of this machine that is not trusted like `localhost`.
          "--host-resolver-rules=MAP board.test 127.0.0.1",
        ],
        prefs,
      },
      "goog:loggingPrefs": { browser: "ALL" },
    }),
  },
  firefox: {
    driver: "geckodriver",
    capabilities: (prefs) => ({
      "moz:firefoxOptions": { args: ["-headless"], prefs: { "ui.prefersReducedMotion": 1, ...prefs } },
    }),
  },
  // MiniBrowser, which needs a display.
  webkit: { driver: "WebKitWebDriver", capabilities: () => ({}) },
};

/** The time in milliseconds in which a condition must become true, also on a busy machine. */
const TIMEOUT = 30_000;

/** A free port. */
async function freePort() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address();
  server.close();
  return port;
}

/** Starts a browser. @param {"chromium"|"firefox"|"webkit"} [name] @param {Record<string, any>} [prefs] settings of the user */
export async function startBrowser(name = "chromium", prefs = {}) {
  const { driver: program, capabilities } = BROWSERS[name];
  const port = await freePort();
  const driver = spawn(program, [`--port=${port}`], { stdio: "ignore" });
  // Also if it never gets a session.
  process.on("exit", () => driver.kill());
  const failed = once(driver, "error").then(([error]) => {
    throw new Error(`${name} needs ${program}: ${error.message}`);
  });
  const address = `http://127.0.0.1:${port}`;
  const isReady = async () => {
    while (!(await fetch(`${address}/status`).catch(() => null))?.ok) await sleep(50);
  };
  await Promise.race([failed, isReady()]);
  const send = async (path, body, method = "POST") => {
    const headers = { "Content-Type": "application/json" };
    const response = await fetch(`${address}/session${path}`, { method, headers, body: JSON.stringify(body) });
    const { value } = await response.json();
    if (value?.error) throw new Error(`${path}: ${value.message}`);
    return value;
  };
  const alwaysMatch = { ...capabilities(prefs), timeouts: { script: 120_000 } };
  const { sessionId } = await send("", { capabilities: { alwaysMatch } });
  return new Browser(name, (path, body, method) => send(`/${sessionId}${path}`, body, method), driver);
}

/** A browser. Methods act on the current tab. */
class Browser {
  #send;
  #driver;

  constructor(name, send, driver) {
    this.name = name;
    this.#send = send;
    this.#driver = driver;
  }

  close() {
    return this.#send("", undefined, "DELETE").finally(() => this.#driver.kill());
  }

  /** Opens an address. */
  go(url) {
    return this.#send("/url", { url });
  }

  reload() {
    return this.#send("/refresh", {});
  }

  /** Opens a window, and acts on it. Returns its name for `tab`. A tab behind another one would not be drawn. */
  async open() {
    const { handle } = await this.#send("/window/new", { type: "window" });
    await this.tab(handle);
    await this.#send("/window/rect", { width: 1280, height: 900 });
    return handle;
  }

  /** The name of the current tab. */
  current() {
    return this.#send("/window", undefined, "GET");
  }

  /** Acts on another tab. */
  tab(handle) {
    return this.#send("/window", { handle });
  }

  /** Acts on a frame of the page, or again on the page itself. @param {number|null} id */
  frame(id) {
    return this.#send("/frame", { id });
  }

  closeTab() {
    return this.#send("/window", undefined, "DELETE");
  }

  /** Sends a command of Chromium's developer tools. */
  tools(cmd, params) {
    return this.#send("/goog/cdp/execute", { cmd, params });
  }

  #run(script, args = []) {
    return this.#send("/execute/sync", { script: UI + script, args });
  }

  /** Runs an async function in the page. */
  call(task, ...args) {
    return this.#run(`return (${task})(...arguments)`, args);
  }

  /** Waits until an expression is truthy, and returns its value. */
  async until(expression) {
    const end = Date.now() + TIMEOUT;
    while (Date.now() < end) {
      // A script fails while a page is loading.
      const found = await this.#run(`return ui.until(() => (${expression}))`).catch(() => null);
      if (found) return found;
    }
    const text = await this.call(() => (document.querySelector("dialog") ?? document.body).innerText.slice(-900));
    throw new Error(`never true: ${expression}\n${text}\n${JSON.stringify(await this.console())}`);
  }

  /** Clicks the element that an expression returns. */
  async click(look) {
    const [x, y] = await this.until(`ui.target(() => (${look}))`);
    await this.press(x, y);
  }

  /** Clicks a point. */
  press(x, y) {
    const move = { type: "pointerMove", duration: 0, x, y };
    const actions = [move, { type: "pointerDown", button: 0 }, { type: "pointerUp", button: 0 }];
    return this.#send("/actions", { actions: [{ type: "pointer", id: "mouse", actions }] });
  }

  button(name) {
    return this.click(`ui.find("button", ${JSON.stringify(name)})`);
  }

  /** Chooses an item of the menu that a button opens. */
  async menu(button, item) {
    await this.button(button);
    await this.click(`ui.find("menuitem", ${JSON.stringify(item)})`);
  }

  /** Chooses an option of a list by its text or value. The system draws the list, so this sends the events. */
  choose(name, option) {
    return this.until(`ui.choose(${JSON.stringify(name)}, ${JSON.stringify(option)})`);
  }

  /** Replaces the text of a field. */
  async fill(role, name, text) {
    await this.until(
      `((field) => field && (field.focus(), field.select(), true))(ui.find("${role}", ${JSON.stringify(name)}))`,
    );
    const [id] = Object.values(await this.#send("/element/active", undefined, "GET"));
    await this.#send(`/element/${id}/value`, { text });
  }

  /** The messages of the console since the last call; without Chromium, the errors of the page. */
  async console() {
    if (this.name !== "chromium") return this.call(() => window.faults.splice(0));
    return (await this.#send("/se/log", { type: "browser" })).map(({ message }) => message);
  }
}

// Chromium, driven through chromedriver.

import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";

/** Finds elements of the board as users do; the tests of the native board use it, too. */
const UI = readFileSync(new URL("../../tests/it/browser/ui.js", import.meta.url), "utf8");
const ARGUMENTS = [
  "--headless=new",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-dev-shm-usage",
  "--hide-scrollbars",
  "--disable-background-timer-throttling",
  // Roles and names of elements.
  "--force-renderer-accessibility",
  "--enable-blink-features=ComputedAccessibilityInfo",
  // A name of this machine that is not trusted like `localhost`.
  "--host-resolver-rules=MAP board.test 127.0.0.1",
];
/** The time in milliseconds in which a condition must become true, also on a busy machine. */
const TIMEOUT = 30_000;

/** Starts Chromium. @param {Record<string, any>} [prefs] settings of the user */
export async function startBrowser(prefs = {}) {
  const driver = spawn("chromedriver", ["--port=0"], { stdio: ["ignore", "pipe", "ignore"] });
  // Also if it never gets a session.
  process.on("exit", () => driver.kill());
  const port = await new Promise((resolve, reject) => {
    driver.on("error", reject);
    createInterface(driver.stdout).on("line", (line) => {
      const number = / on port (\d+)/.exec(line)?.[1];
      if (number && number !== "0") resolve(number);
    });
  });
  const send = async (path, body, method = "POST") => {
    const response = await fetch(`http://127.0.0.1:${port}/session${path}`, { method, body: JSON.stringify(body) });
    const { value } = await response.json();
    if (value?.error) throw new Error(value.message);
    return value;
  };
  const options = { "goog:chromeOptions": { args: ARGUMENTS, prefs }, "goog:loggingPrefs": { browser: "ALL" } };
  const capabilities = { alwaysMatch: { ...options, timeouts: { script: 120_000 } } };
  const { sessionId } = await send("", { capabilities });
  return new Browser((path, body, method) => send(`/${sessionId}${path}`, body, method), driver);
}

/** A browser. Methods act on the current tab. */
class Browser {
  #send;
  #driver;

  constructor(send, driver) {
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

  /** Opens a tab with the helpers of the board, and acts on it. Returns its name for `tab`. */
  async open() {
    const { handle } = await this.#send("/window/new", { type: "tab" });
    await this.tab(handle);
    await this.tools("Page.addScriptToEvaluateOnNewDocument", { source: UI });
    await this.tools("Emulation.setDeviceMetricsOverride", {
      width: 1280,
      height: 800,
      deviceScaleFactor: 1,
      mobile: false,
    });
    const features = [{ name: "prefers-reduced-motion", value: "reduce" }];
    await this.tools("Emulation.setEmulatedMedia", { features });
    return handle;
  }

  /** The name of the current tab. */
  current() {
    return this.#send("/window", undefined, "GET");
  }

  /** Acts on another tab. */
  async tab(handle) {
    await this.#send("/window", { handle });
    await this.tools("Page.bringToFront", {});
  }

  /** Acts on a frame of the page, or again on the page itself. @param {number|null} id */
  frame(id) {
    return this.#send("/frame", { id });
  }

  closeTab() {
    return this.#send("/window", undefined, "DELETE");
  }

  /** Sends a command of the developer tools. */
  tools(cmd, params) {
    return this.#send("/goog/cdp/execute", { cmd, params });
  }

  /** Runs an async function in the page. */
  call(task, ...args) {
    return this.#send("/execute/sync", { script: `return (${task})(...arguments)`, args });
  }

  /** Waits until an expression is truthy, and returns its value. */
  async until(expression) {
    const end = Date.now() + TIMEOUT;
    while (Date.now() < end) {
      // A script fails while a page is loading.
      const script = `return ui.until(() => (${expression}))`;
      const found = await this.#send("/execute/sync", { script, args: [] }).catch(() => null);
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
    await this.tools("Input.insertText", { text });
  }

  /** The messages of the console since the last call. */
  async console() {
    return (await this.#send("/se/log", { type: "browser" })).map(({ message }) => message);
  }
}

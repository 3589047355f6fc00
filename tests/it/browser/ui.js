// Finds elements the way assistive technology does: by role and accessible name, both computed by
// Chromium. A name that ends with `*` is a prefix. Every tab of the tests loads this script.

window.ui ??= (() => {
  /** Elements that may have a role. Computing roles is slow, so other elements are skipped. */
  const CANDIDATES = { button: "button", textbox: "input, textarea", spinbutton: "input", switch: "input", combobox: "select", region: "section", status: "output", dialog: "dialog", checkbox: "input", searchbox: "input" };
  const named = (element, name) => {
    const found = element.computedName;
    return name === undefined || (name.endsWith("*") ? found.startsWith(name.slice(0, -1)) : found === name);
  };
  const all = (role, name, within = document) =>
    [...within.querySelectorAll([CANDIDATES[role], `[role=${role}]`].filter(Boolean).join())].filter((element) => element.checkVisibility({ visibilityProperty: true }) && element.computedRole === role && named(element, name));
  const find = (role, name, within) => all(role, name, within)[0] ?? null;
  /** A module of the page. */
  const module = async (name) => {
    const script = [...document.scripts].find(({ src }) => src.endsWith("/script.js"));
    return (await import(script.src)).$use(`./${name}`);
  };
  const pause = (ms) => new Promise((done) => setTimeout(done, ms));

  /** Waits for a truthy value of a condition; returns the last value after the timeout. */
  const until = async (condition, timeout = 1500) => {
    for (const end = performance.now() + timeout; ;) {
      const found = await condition();
      if (found || performance.now() > end) return found;
      await pause(30);
    }
  };

  /** The centre of an element that is enabled, does not move and is not covered; otherwise `null`. */
  const target = async (look) => {
    const element = look();
    if (!element || element.disabled) return null;
    const middle = () => {
      const box = element.getBoundingClientRect();
      return [Math.round(box.x + box.width / 2), Math.round(box.y + box.height / 2)];
    };
    element.scrollIntoView({ block: "nearest", inline: "nearest" });
    const before = middle();
    await pause(20);
    const [x, y] = middle();
    const top = document.elementFromPoint(x, y);
    return x === before[0] && y === before[1] && (top === element || element.contains(top)) ? [x, y] : null;
  };

  // The board, read from its accessible names.
  const places = (board) => [...(board ? find("group", board) : document).querySelectorAll("svg [role=button]")];
  const id = (place) => place.getAttribute("aria-label").split(":")[0];
  const place = (wanted, board) => places(board).find((found) => id(found) === wanted) ?? null;
  const touchable = (board) => places(board).filter((found) => found.getAttribute("aria-disabled") !== "true").map(id).sort();
  /** The labels of the occupied places. */
  const pieces = (board) => places(board).map((found) => found.getAttribute("aria-label")).filter((label) => !/: (empty|removed)$/.test(label)).sort();

  /** A touchable supply item whose name contains a word. */
  const supply = (word) => [...document.querySelectorAll("[data-item][aria-disabled=false]:not(:disabled)")].find((item) => item.computedName.includes(word)) ?? null;

  /** Everything that can be touched: places, supply items, and the buttons below the board. */
  const choices = () => [
    ...document.querySelectorAll("svg [role=button][aria-disabled=false]"),
    ...[...document.querySelectorAll("[role=group] > button:not(:disabled, [aria-disabled=true])")].filter((item) => item.computedName.includes(":")),
    ...document.querySelectorAll("#entry .touch, #confirm"),
  ];

  /** Chooses an option of a list by its text or value. The system draws the list, so this sends the resulting events. Returns whether there is one. */
  const choose = (name, wanted) => {
    const list = find("combobox", name);
    const option = [...(list?.options ?? [])].find((found) => [found.textContent, found.value].includes(wanted));
    if (!option) return false;
    list.value = option.value;
    list.dispatchEvent(new Event("input", { bubbles: true }));
    list.dispatchEvent(new Event("change", { bubbles: true }));
    return true;
  };

  // The record: its moves are buttons, named by token, mark and score.
  /** On phones the list is hidden until it is opened. */
  const record = () => document.getElementById("record");
  const token = (button) => button.getAttribute("aria-label").split(" ")[0];
  const moves = () => [...record().querySelectorAll("button")].map(token);
  /** The moves of the main line. */
  const main = () => [...record().querySelectorAll("button")].filter((button) => !button.closest("[role=group]")).map(token);
  const move = (wanted) => [...record().querySelectorAll("button")].find((button) => token(button) === wanted) ?? null;
  const current = () => token(record().querySelector("[aria-current=true]") ?? find("button", "New game"));

  const status = () => find("status", undefined, document.querySelector("main"))?.textContent ?? "";
  const text = (role, name) => find(role, name)?.textContent ?? "";
  const still = () => document.getAnimations().every((animation) => animation.playState !== "running");
  return { module, all, find, until, target, place, supply, touchable, pieces, choices, choose, moves, main, move, current, status, text, still };
})();

// Tests of the menu that appears when a touch has several meanings.

import { choose, closeMenu } from "/choice-menu.js";
import { equal, settle, test } from "/tests/harness.js";

const ENTRIES = [
  { touch: "a", label: { text: "first" } },
  { touch: "b", label: { text: "second" } },
];
const entries = () => [...document.querySelectorAll("[role=menuitem]")].filter((one) => one.checkVisibility());
const key = (name) =>
  document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key: name, bubbles: true, cancelable: true }));

test("arrow keys wrap around in the menu, and a click chooses", async () => {
  const chosen = choose(document.body, ENTRIES);
  equal(document.activeElement === entries()[0], true);
  key("ArrowDown");
  equal(document.activeElement === entries()[1], true);
  key("ArrowDown");
  equal(document.activeElement === entries()[0], true);
  key("ArrowUp");
  document.activeElement.click();
  equal((await chosen).touch, "b");
  await settle();
  equal(entries().length, 0);
});

test("another menu, or the game, closes the menu without a choice", async () => {
  const first = choose(document.body, ENTRIES);
  const second = choose(document.body, ENTRIES);
  equal(await first, null);
  closeMenu();
  equal(await second, null);
  await settle();
  equal(entries().length, 0);
});

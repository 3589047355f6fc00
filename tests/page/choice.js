// Tests of the menu that appears when a touch has several meanings.

import { choose, closeMenu, isChoosing } from "/choice-menu.js";
import { equal, settle, test } from "/tests/harness.js";

const ENTRIES = [
  { touch: "a", label: { text: "first" } },
  { touch: "b", label: { text: "second" } },
];
const entries = () => [...document.querySelectorAll("[role=menuitem]")];
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
  equal([isChoosing(), entries().length], [false, 0]);
});

test("Escape and another menu close the menu without a choice", async () => {
  const first = choose(document.body, ENTRIES);
  const second = choose(document.body, ENTRIES);
  equal(await first, null);
  key("Escape");
  equal(await second, null);
  const third = choose(document.body, ENTRIES);
  closeMenu();
  equal(await third, null);
  await settle();
  equal(isChoosing(), false);
});

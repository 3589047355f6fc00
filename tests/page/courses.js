// Tests of the courses of lessons.

import { countFinished, nextItem } from "/courses.js";
import { take } from "/store.js";
import { equal, test } from "/tests/harness.js";

const items = ["one", "two", "three"].map((id) => ({ game: id === "one" ? "base" : "variant", lesson: { id } }));

/** @param {Record<string, string[]>} lessons the finished ones by rule set */
function finished(lessons) {
  take({ t: "state", revision: 1, nodes: [], profile: { settings: {}, lessons, puzzles: {} } });
}

test("after the last lesson of a course come those that are not finished, also of other rule sets", () => {
  finished({ variant: ["two"] });
  equal(nextItem(items, items[0]), items[1]);
  equal(nextItem(items, items[2]), items[0]);
  finished({ base: ["one"], variant: ["two", "three"] });
  equal(nextItem(items, items[2]), null);
});

test("lessons count by their own rule set", () => {
  finished({ base: ["one", "two"], variant: ["three"] });
  equal(countFinished(items), 2);
});

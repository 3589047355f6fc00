// Tests of the groups of rule sets and of the named levels.

import { families, familyOf, mainGame } from "/game-families.js";
import { levelName, namedLevels, nearestLevel } from "/levels.js";
import { equal, test } from "/tests/harness.js";

const TITLES = {
  one: "One",
  "two-a": "Two, simple game",
  two: "Two, standard game",
  "two-blitz": "Two Blitz",
  mixed: "Two with more (Three, small)",
  "mixed-big": "Two with more (Three, big)",
};
const games = Object.entries(TITLES).map(([id, title]) => ({ id, title }));

test("variants are grouped by the title before the comma or bracket", () => {
  const found = families(games);
  equal(
    found.map(({ name }) => name),
    ["One", "Two", "Two with more"],
  );
  equal(
    found[1].games.map(({ label }) => label),
    ["simple game", "standard game", "Blitz"],
  );
  equal(
    found[2].games.map(({ label }) => label),
    ["Three, small", "Three, big"],
  );
  equal(mainGame(found[1]).id, "two");
  equal(familyOf(found, "two-blitz").name, "Two");
  equal(familyOf(found, "unknown").name, "One");
});

test("named levels cover the whole range of an engine", () => {
  const levels = namedLevels([2, 12]).map(({ level }) => level);
  equal([levels[0], levels.at(-1), levels.length], [2, 12, 7]);
  equal(nearestLevel(3, [2, 12]), 2);
  const names = Array.from({ length: 21 }, (_, level) => levelName(level, [0, 20]));
  equal(new Set(names).size, 21);
});

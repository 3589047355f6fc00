// Tests of the dialog "New game".

import { drawDialogs } from "/dialog.js";
import { newGame } from "/new-game.js";
import { take } from "/store.js";
import { equal, test } from "/tests/harness.js";

/** Loads a game against an engine, whose levels are known or not. */
function load(levels, level) {
  const players = [
    { kind: "human", name: "" },
    { kind: "engine", engine: 0, level, name: "E" },
  ];
  const engines = [{ name: "E", state: "ready", levels, level: null, options: [], trouble: "" }];
  const games = [{ id: "g", title: "G", sides: ["A", "B"], draws: true, random_setup: false }];
  const game = { id: "g", root: 1, number: 1, swapped: false, link: null };
  const base = { t: "state", revision: 1, live: 1, ending: null, nodes: [], devices: [null, null], proposal: null };
  take({ ...base, game, games, players, engines, clock: null, time: { kind: "none" } });
}

/** The levels in the open dialog, and the number of chosen ones. */
function levels() {
  const tiles = [...document.querySelectorAll("dialog[open] .level[role='radio']")];
  return [tiles.length, tiles.filter((tile) => tile.getAttribute("aria-checked") === "true").length];
}

test("levels that come after the dialog was opened appear in it, and one is chosen", () => {
  for (const [level, isFirst] of [
    [null, false],
    [7, false],
    [null, true],
  ]) {
    load(null, level);
    newGame({ opponent: "computer", isFirst });
    equal(levels(), [0, 0]);
    load([0, 20], level);
    drawDialogs();
    equal(levels(), [7, 1], `${level} ${isFirst}`);
    const chosen = document.querySelector("dialog[open] .level[aria-checked='true']");
    if (isFirst) equal(chosen === document.querySelector("dialog[open] .level"), true);
    document.querySelector("dialog[open]").close();
  }
});

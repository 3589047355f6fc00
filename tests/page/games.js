// Tests of the texts, the search and the order of saved games.

import { gameDescription, matches, orders, whenOf } from "/game-entries.js";
import { store } from "/store.js";
import { equal, test } from "/tests/harness.js";

const now = new Date(2026, 10, 25, 18, 0).getTime();
const at = (day, hour = 12) => new Date(2026, 10, day, hour, 5).getTime();

test("games are described by players, or else their sides, game and length", () => {
  store.games = [{ id: "g", title: "Gé", sides: ["One", "Two"] }];
  const entry = { players: ["Ann", ""], game: "g", plies: 12 };
  equal(gameDescription(entry), "Ann – Two, Gé, 12 moves");
});

test("a date is that of the record, or when the game was saved", () => {
  const when = (created, date) => whenOf({ created, date }, now);
  equal(when(at(25), "2026.11.25"), "today, 12:05");
  equal(when(at(24, 23), "2026.11.25"), "yesterday, 23:05");
  equal(when(at(22), ""), "22 November");
  equal(when(new Date(2025, 0, 2).getTime(), "2025.01.02"), "2 January 2025");
  equal(when(at(25), "2012.05.01"), "1 May 2012");
  equal(when(at(25), "2012.??.??"), "2012");
});

test("a search finds all its words without case and accents", () => {
  store.games = [{ id: "g", title: "Gé" }];
  const entry = { players: ["Zoë", "Bob"], game: "g", date: "2012.05.01", created: at(25), event: "Cup" };
  const found = ["", "zoe ge", "CUP 2012.05", "may 2012", "bob x"].map((words) => matches(entry, words));
  equal(found, [true, true, true, true, false]);
  // What a row shows in words of its own.
  const other = { ...entry, round: "3", result: "1-0", reason: "resignation", plies: 12, reviewed: true };
  const shown = ["Round 3", "1–0", "1-0", "resign", "12 moves", "reviewed"];
  equal(
    [entry, other].map((one) => shown.map((words) => matches(one, words)).every(Boolean)),
    [false, true],
  );
});

test("games are listed in different orders", () => {
  const games = [
    { file: "a", created: 1, plies: 9, players: ["Zoe", ""] },
    { file: "b", created: 2, plies: 5, players: ["Ann", ""] },
  ];
  const sorted = (name) =>
    [...games]
      .sort(orders[name])
      .map(({ file }) => file)
      .join("");
  equal(["newest", "oldest", "players", "longest"].map(sorted), ["ba", "ab", "ba", "ab"]);
});

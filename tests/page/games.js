// Tests of the texts, the search and the order of saved games.

import { gameDescription, matches, orders, whenOf } from "/game-entries.js";
import { GameFilter } from "/game-filter.js";
import { ownGames, tally } from "/statistics.js";
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

test("a filter keeps the games that fit all its fields", () => {
  const entry = { players: ["Zoë", "Bob"], game: "g", date: "2012.05.01", result: "1-0", plies: 12, opening: "c3 d4" };
  const keeps = (fields) => {
    const filter = new GameFilter(() => {});
    Object.assign(filter.fields, fields);
    return filter.keeps(entry);
  };
  const fit = [{}, { player: "zoe", result: "1-0" }, { from: "2012", to: "2012.05" }, { least: "12", most: "12" }];
  equal([...fit, { opening: "C3" }].map(keeps), [true, true, true, true, true]);
  const others = [{ player: "cup" }, { result: "0-1" }, { from: "2013" }, { to: "2012.04" }, { least: "13" }];
  equal([...others, { opening: "d4" }].map(keeps), [false, false, false, false, false, false]);
});

test("own games are those of one person against an engine", () => {
  const [person, engine] = [
    { kind: "human", name: "" },
    { kind: "engine", engine: 0, level: 3 },
  ];
  const games = [
    { game: "g", seats: [engine, person], result: "0-1", accuracy: [70, 80], created: 2 },
    { game: "g", seats: [person, engine], result: "0-1", created: 1 },
    { game: "g", seats: [person, person], result: "1-0", created: 3 },
    { game: "g", seats: [person, engine], result: "*", created: 4 },
    { game: "g", result: "1-0", created: 5 },
  ];
  const own = ownGames(games);
  equal(
    own.map(({ result, accuracy }) => [result, accuracy]),
    [
      ["lost", null],
      ["won", 80],
    ],
  );
  equal(
    tally(own, ({ game }) => game),
    [{ label: "g", won: 1, drawn: 0, lost: 1 }],
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

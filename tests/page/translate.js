// Tests of the translation of messages.

import { equal, test } from "/tests/harness.js";
import { fill, translate } from "/translate.js";

const TABLES = {
  one: { hint: "Jouez en {place}.", "player.p1": "Blanc" },
  two: { hint: "Choisissez une pile." },
  null: { "title.two": "Deux", "player.p1.two": "Blanc", "player.p2.two": "Noir" },
};

test("a template gets its arguments, and keeps unknown ones", () => {
  equal(fill("{a} vers {b} {c}", { a: "{b}", b: "d4" }), "{b} vers d4 {c}");
});

test("numbers choose words, and sides show their names", () => {
  const lost = (n) => fill("{side} perd {n} {n:pile|piles}", { side: "p1", n }, TABLES.one);
  equal([lost("1"), lost("2")], ["Blanc perd 1 pile", "Blanc perd 2 piles"]);
});

test("texts, players and titles of a message are translated by the game they belong to", async () => {
  const asked = [];
  const ask = async (request) => {
    asked.push(request.game);
    return { texts: TABLES[request.game] };
  };
  const hint = (args = {}) => ({ key: "hint", args, text: "English" });
  const unknown = { key: "unknown", args: {}, text: "English" };
  const message = {
    answer: { reason: hint({ place: "d4" }), unknown, scene: { game: "two", label: hint() } },
    view: { scene: { game: "one", players: { p1: { name: "White" }, p2: { name: "Black" } } } },
    games: [{ id: "two", title: "Two", sides: ["White", "Black"] }],
    comment: { text: "English" },
  };
  await translate(message, "one", ask);
  // Beside a scene, a text belongs to its game.
  equal(message.answer.reason.text, "Choisissez une pile.");
  equal(message.answer.scene.label.text, "Choisissez une pile.");
  equal(message.view.scene.players, { p1: { name: "Blanc" }, p2: { name: "Black" } });
  equal(message.games, [{ id: "two", title: "Deux", sides: ["Blanc", "Noir"] }]);
  equal([unknown.text, message.comment.text], ["English", "English"]);
  const refusal = { answer: { reason: hint({ place: "d4" }) } };
  await translate(refusal, "one", ask);
  equal(refusal.answer.reason.text, "Jouez en d4.");
  equal(asked.sort(), ["one", "two", null].sort());
});

test("without tables a message stays English, and the next one asks again", async () => {
  let count = 0;
  const ask = async () => {
    count += 1;
    throw new Error("offline");
  };
  const message = { key: "hint", args: {}, text: "English" };
  await translate(message, "three", ask);
  await translate(message, "three", ask);
  equal([message.text, count], ["English", 2]);
});

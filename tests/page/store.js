// Tests of the subscriptions to the state.

import { publish, subscribe } from "/store.js";
import { equal, test } from "/tests/harness.js";

test("only what depends on a change is drawn again, in order", () => {
  const drawn = [];
  subscribe(["clock", "players"], () => drawn.push("clock"));
  subscribe(["games"], () => drawn.push("games"));
  subscribe([], () => drawn.push("any"));
  publish(new Set(["players", "clock"]));
  publish(new Set(["all"]));
  equal(drawn, ["clock", "any", "clock", "games", "any"]);
});

// Tests of the texts of refusals.

import { refusalText } from "/api.js";
import { equal, test } from "/tests/harness.js";

test("a refusal begins with a capital letter and keeps its details", () => {
  equal(refusalText("the game cannot be saved: disk full"), "The game cannot be saved: disk full");
  equal(refusalText({ text: "no game", key: "unknown", args: {} }), "No game");
});

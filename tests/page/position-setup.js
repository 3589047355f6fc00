// Tests of the position that is being set up, with a scripted server.

import { PositionSetup } from "/position-setup.js";
import { equal, settle, test } from "/tests/harness.js";

/** A setup whose positions are valid while `rules.valid`. The supply has six pieces less those on the board. */
async function setup() {
  const asked = [];
  const rules = { valid: true };
  const made = new PositionSetup({
    ask: async (request) => {
      asked.push([request.fen, ...request.items]);
      const item = (id) => request.items.findLast((one) => one.startsWith(`${id}=`))?.split("=")[1];
      const put = item("a1") ?? "empty";
      return {
        fen: rules.valid ? `fen${asked.length}` : null,
        scene: { game: "g" },
        choices: [],
        palettes: [{ board: "b", active: true, clear: "empty", places: [{ id: "a1", put }] }],
        counts: [{ id: "supply", active: true, count: Number(item("supply") ?? (put === "empty" ? 6 : 5)), most: 6 }],
      };
    },
    changed: () => {},
    failed: (text) => asked.push(text),
  });
  made.begin({ game: null, fen: null, node: 1 });
  await settle();
  return { made, asked, rules };
}

test("a counter follows the answer, and can be set", async () => {
  const { made, rules } = await setup();
  equal(made.count("supply"), 6);
  made.set([["a1", "piece"]]);
  await settle();
  equal(made.count("supply"), 5);
  rules.valid = false;
  made.set([["supply", 6]]);
  equal(made.count("supply"), 6);
});

test("changes start from the last valid position, so that counters follow the board again", async () => {
  const { made, asked, rules } = await setup();
  made.set([["supply", 4]]);
  await settle();
  made.set([["a1", "piece"]]);
  await settle();
  rules.valid = false;
  made.set([["supply", 6]]);
  await settle();
  made.set([["a1", "empty"]], ["supply"]);
  await settle();
  equal(asked.slice(1), [
    ["fen1", "supply=4"],
    ["fen2", "a1=piece"],
    ["fen3", "supply=6"],
    ["fen3", "a1=empty"],
  ]);
});

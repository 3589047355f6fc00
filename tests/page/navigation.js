// Tests of navigation and of the shared state.

import { forkFrom, isVariation, lastFrom, liesBetween, mistakeFrom, stepFrom, pathTo } from "/navigation.js";
import { humanSides, mainLine, playerOf, store, take } from "/store.js";
import { equal, test } from "/tests/harness.js";

/** The main line 1 - 2 - 3 - 4; 5 - 6 is an alternative to 3, and 7 an alternative to 6. */
function load() {
  const node = (id, parent, children, more = {}) => ({
    id,
    parent,
    token: `m${id}`,
    children,
    status: { to_act: "p1", result: null },
    ...more,
  });
  take({
    t: "state",
    revision: 1,
    game: { id: "g", root: 1, number: 1 },
    live: 4,
    players: [{ kind: "human" }, { kind: "human" }],
    clock: null,
    review: null,
    nodes: [
      node(1, null, [2]),
      node(2, 1, [3, 5]),
      node(3, 2, [4], { mark: "?" }),
      node(4, 3, []),
      node(5, 2, [6, 7]),
      node(6, 5, []),
      node(7, 5, []),
    ],
  });
}

test("forward returns to the line that back came from", () => {
  load();
  equal([stepFrom(1, 1), stepFrom(4, 1), stepFrom(1, -1)], [2, null, null]);
  equal([stepFrom(7, -1), stepFrom(5, 1)], [5, 7]);
  equal([stepFrom(5, -1), stepFrom(2, 1), lastFrom(2)], [2, 5, 7]);
});

test("forks are found in both directions", () => {
  load();
  equal([forkFrom(1, 1), forkFrom(2, 1), forkFrom(4, -1), forkFrom(2, -1)], [2, 4, 2, 1]);
});

test("the first mistake follows the last", () => {
  load();
  equal([mistakeFrom(1), mistakeFrom(3), mistakeFrom(4)], [3, 3, 3]);
});

test("nodes off the main line are variations", () => {
  load();
  equal(
    [4, 5, 7].map((id) => isVariation(store.nodes.get(id))),
    [false, true, true],
  );
  equal(
    [pathTo(7), mainLine().map((at) => at.id)],
    [
      [7, 5, 2, 1],
      [1, 2, 3, 4],
    ],
  );
});

test("a cursor on the path of the game follows it", () => {
  load();
  equal(
    [liesBetween(2, 2, 4), liesBetween(3, 2, 4), liesBetween(1, 2, 4), liesBetween(5, 2, 4)],
    [true, true, false, false],
  );
});

test("patches change the state, and a missing patch is detected", () => {
  load();
  const isTaken = take({
    t: "patch",
    revision: 2,
    live: 3,
    gone: [4],
    nodes: [{ ...store.nodes.get(3), children: [] }],
  });
  equal([isTaken, store.live, store.nodes.has(4)], [true, 3, false]);
  equal(take({ t: "patch", revision: 4, live: 2 }), false);
  equal(store.live, 3);
});

test("players are humans or engines", () => {
  load();
  equal(humanSides(), ["p1", "p2"]);
  take({
    t: "patch",
    revision: 2,
    nodes: [],
    gone: [],
    players: [
      { kind: "human", name: "Ann" },
      { kind: "engine", engine: 0, level: null, name: "Alpha" },
    ],
  });
  equal([humanSides(), playerOf("p2").name, playerOf(null)], [["p1"], "Alpha", null]);
});

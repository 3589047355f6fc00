// Tests of the clocks.

import { left, stopClocks, synchronise } from "/clock.js";
import { take } from "/store.js";
import { equal, test } from "/tests/harness.js";

/** Runs a test at a simulated time of the page. @param {(at: (ms: number) => void) => void} work */
function atTimes(work) {
  let ms = 0;
  performance.now = () => ms;
  try {
    work((now) => (ms = now));
  } finally {
    // @ts-ignore
    delete performance.now;
  }
}

const clock = { left: [60_000, 90_000], running: "p1", since: 500_000 };

test("clocks are right after a gap, however old the last change is", () =>
  atTimes((at) => {
    at(1000);
    take({ t: "state", revision: 1, nodes: [], clock });
    synchronise(500_000);
    at(11_000);
    equal([left("p1"), left("p2")], [50_000, 90_000]);
    // The connection is lost: the page does not know which clock runs.
    stopClocks();
    at(30_000);
    stopClocks();
    equal(left("p1"), 50_000);
    // The same clock has run on.
    take({ t: "state", revision: 2, nodes: [], clock });
    synchronise(529_000);
    equal(left("p1"), 31_000);
    at(100_000);
    equal(left("p1"), 0);
  }));

test("a heartbeat corrects the time by half of its way there and back", () =>
  atTimes((at) => {
    take({ t: "state", revision: 1, nodes: [], clock });
    at(2000);
    synchronise(510_000, 1000);
    equal(left("p1"), 49_500);
  }));

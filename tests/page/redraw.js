// Tests of the drawing of the page.

import { onRedraw, redraw } from "/redraw.js";
import { equal, test } from "/tests/harness.js";

test("any number of changes are drawn once, in order, until the drawing is stopped", async () => {
  const drawn = [];
  const stops = ["page", "dialog"].map((name) => onRedraw(() => drawn.push(name)));
  redraw();
  await redraw();
  stops[1]();
  await redraw();
  stops[0]();
  await redraw();
  equal(drawn, ["page", "dialog", "page"]);
});

// Tests of the screens in the address.

import { addScreens, currentScreen } from "/router.js";
import { equal, test } from "/tests/harness.js";

test("a fragment that names no screen is the start, and a link is the board", () => {
  const screen = { draw: () => null };
  addScreens({ start: screen, learn: screen }, () => {});
  const before = location.hash;
  const found = [
    ...["#%", "#nowhere", "#learn%2Fdvonn", "#start", "#learn/%", "#learn/dvonn/goal"],
    ...["#board", "#link/aB9", "#link%2FaB9", "#record=dvonn+startpos", "#analyse"],
  ].map((fragment) => {
    history.replaceState(null, "", fragment);
    return currentScreen();
  });
  history.replaceState(null, "", before || location.pathname);
  const learn = ["start", "start", "start", "start", "learn", "learn"];
  equal(found, [...learn, "", "", "", "", ""]);
});

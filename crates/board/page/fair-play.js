// Fair play: when a game between people may have the help of an engine.

import { isStudying } from "./mode.js";
import { settings } from "./settings.js";
import { humanSides, isStudy, store } from "./store.js";

/** Whether people play each other, and the game goes on. */
export function isBetweenPeople() {
  return !store.ending && !store.game.record && humanSides().length === 2;
}

/**
 * Whether hints, analysis, evaluation and explorer are available. Two devices and friends by link never have them during
 * a game; on one device both players must want them, unless they study together.
 */
export function mayHelp() {
  if (!isBetweenPeople()) return true;
  if (store.game.link) return false;
  if (store.devices.every((device) => device !== null)) return false;
  return settings.assistance || (isStudy() && isStudying());
}

/** Whether the board hides its pieces: nobody thinks while the clocks of two people stand still. */
export function isCovered() {
  return store.paused && store.clock !== null && isBetweenPeople();
}

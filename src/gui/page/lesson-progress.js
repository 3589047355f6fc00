// The lessons that the user has finished, stored by the browser if it allows that.

const KEY = "ringstack-lessons";

/** The finished lessons of each rule set. @type {Record<string, string[]>} */
const finished = {};
try {
  const kept = JSON.parse(localStorage.getItem(KEY) ?? "{}");
  for (const [game, ids] of Object.entries(kept ?? {})) {
    if (Array.isArray(ids)) finished[game] = ids.filter((id) => typeof id === "string");
  }
} catch {
  // Without storage the progress lasts until the page is closed.
}

/** @param {string} game @param {string} lesson */
export function isFinished(game, lesson) {
  return finished[game]?.includes(lesson) ?? false;
}

/** @param {string} game @param {string} lesson */
export function finish(game, lesson) {
  if (isFinished(game, lesson)) return;
  finished[game] = [...(finished[game] ?? []), lesson];
  try {
    localStorage.setItem(KEY, JSON.stringify(finished));
  } catch {
    // See above.
  }
}

// The move that a study shows, kept for a reload of this tab.

import { node, store } from "./store.js";

const KEY = "ringstack-cursor";

/** Keeps the move at a node. @param {number} id */
export function keepCursor(id) {
  const tokens = [];
  for (let at = node(id); at && at.parent !== null; at = node(at.parent)) tokens.unshift(at.token);
  try {
    sessionStorage.setItem(KEY, JSON.stringify([store.game.id, tokens]));
  } catch {
    // Without storage a reload shows the end.
  }
}

/** The kept move in the game on the board. @returns {number|null} its node */
export function keptCursor() {
  let kept;
  try {
    kept = JSON.parse(sessionStorage.getItem(KEY) ?? "null");
  } catch {
    return null;
  }
  if (!Array.isArray(kept) || kept[0] !== store.game.id || !Array.isArray(kept[1])) return null;
  let at = node(store.game.root);
  for (const token of kept[1]) at = node(at?.children.find((id) => node(id)?.token === token) ?? 0);
  return at?.id ?? null;
}

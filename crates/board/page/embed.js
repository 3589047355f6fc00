// A game inside another page, such as a blog: `#embed/record=…` shows the board, the moves and four buttons.

const PREFIX = "#embed/";

/** The address of the whole board with the game, if this page shows only the game. */
export const wholeBoard = takeAddress();

function takeAddress() {
  if (!location.hash.startsWith(PREFIX)) return null;
  const hash = `#${location.hash.slice(PREFIX.length)}`;
  document.documentElement.dataset.embed = "";
  history.replaceState(null, "", location.pathname + hash);
  return location.pathname + hash;
}

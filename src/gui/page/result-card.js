// The card that appears over the board when a game ends: winner, reason, facts, and what to do next.

import { button, byId, el, put } from "./dom.js";
import { rematch, review, seriesGoesOn, whyNoReview } from "./game-commands.js";
import { reasonText, winnerText } from "./result-text.js";
import { mainLine, store } from "./store.js";
import { T } from "./texts.js";
import { viewOf } from "./view-state.js";

/** The maximum number of facts of the game on the card. */
const MAX_FACTS = 3;

/** @type {any} */
let card = null;

/** Removes the card. */
export function closeResult() {
  card?.remove();
  card = null;
}

/** Whether the card is shown. */
export function isResultShown() {
  return card !== null;
}

/** Shows the card of the game that has just ended. @param {() => void} newGame */
export function showResult(newGame) {
  closeResult();
  if (!store.ending || seriesGoesOn()) return;
  const then = (/** @type {() => void} */ work) => () => {
    closeResult();
    work();
  };
  card = el(
    "section",
    { class: "result-card", "aria-labelledby": "result-title" },
    button("close", T.close, closeResult, { short: true, class: "quiet close" }),
    el("h2", { id: "result-title" }, winnerText()),
    el("p", {}, reasonText()),
    el("dl", {}, ...facts()),
    !whyNoReview() && button("graph", T.review, then(review), { class: "main big" }),
    el(
      "div",
      { class: "two" },
      button("again", T.rematch, then(rematch), { class: "big" }),
      button("plus", T.newGame, then(newGame), { class: "big" }),
    ),
  );
  byId("screen-board").append(card);
  void drawFacts();
}

/** The view of the last position may arrive after the result. */
async function drawFacts() {
  const shown = card;
  for (let tries = 0; tries < 20 && shown === card && shown && !viewOf(store.live); tries += 1) {
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  if (shown && shown === card) put(shown.querySelector("dl"), ...facts());
}

/** The length of the game, and what its last position counts for each player. */
function facts() {
  const scene = viewOf(store.live)?.touches.scene;
  const counted = (scene?.facts ?? []).map(({ label, p1, p2 }) => [label.text, `${p1} : ${p2}`]);
  const rows = [[T.moveList, String(mainLine().length - 1)], ...counted.slice(0, MAX_FACTS)];
  return rows.map(([label, value]) => el("div", {}, el("dt", {}, label), el("dd", {}, value)));
}

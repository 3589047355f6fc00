// The card that takes the place of the prompt when a game ends: winner, reason, facts, and what to do next.

import { button } from "./dom.js";
import { linkButton } from "./game-link.js";
import { rematch, review, seriesGoesOn } from "./game-commands.js";
import { isStudying } from "./mode.js";
import { countMoves, numberText } from "./navigation.js";
import { newGame } from "./new-game.js";
import { whyNot } from "./own-side.js";
import { redraw } from "./redraw.js";
import { classes, h } from "./render.js";
import { hasWon, reasonText, winnerText } from "./result-text.js";
import { mainLine, store } from "./store.js";
import { T } from "./texts.js";
import { viewOf, viewState } from "./view-state.js";

/** The maximum number of facts of the game on the card. */
const MAX_FACTS = 3;

let isShown = false;

/** Removes the card. */
export function closeResult() {
  isShown = false;
  void redraw();
}

/** Whether the card is shown. */
export function isResultShown() {
  return isShown;
}

/** Shows the card of the game that has just ended. */
export function showResult() {
  isShown = store.ending !== null && !isStudying() && viewState.cursor === store.live;
  void redraw();
}

/** The card, if it is shown: until the user goes elsewhere or the game goes on. */
export function resultCard() {
  isShown &&= store.ending !== null && !seriesGoesOn() && !isStudying() && viewState.cursor === store.live;
  return isShown && card();
}

function card() {
  const then = (/** @type {() => any} */ work) => () => {
    closeResult();
    work();
  };
  const sending = linkButton();
  return h("section", { class: classes("result-card", hasWon() && "won"), "aria-labelledby": "result-title" }, [
    button("close", T.close, closeResult, { short: true, class: "quiet close" }),
    h("div.outcome", [
      h("h2", { id: "result-title" }, winnerText()),
      h("p", reasonText()),
      h("dl", [facts().map(([label, value]) => h("div", { key: label }, h("dt", label), h("dd", value)))]),
    ]),
    h("div.next", [
      whyNot("review") === null && button("graph", T.review, then(review), { class: sending ? null : "main" }),
      button("again", T.rematch, then(rematch)),
      sending
        ? button(sending.drawing, sending.label, sending.work, { class: "main" })
        : button("plus", T.newGame, then(newGame)),
    ]),
  ]);
}

/** The length of the game, what its last position counts for each player, and the move that cost most, if it is known. */
function facts() {
  const scene = viewOf(store.live)?.touches.scene;
  const counted = (scene?.facts ?? []).map(({ label, p1, p2 }) => [label.text, `${p1} : ${p2}`]);
  const worst = mainLine().reduce((worst, at) => ((at.lost ?? 0) > (worst.lost ?? 0) ? at : worst));
  const isDecisive = worst.verdict === "??";
  const decisive = isDecisive ? [[T.decisive, `${numberText(countMoves(), worst.id)} ${worst.token}`]] : [];
  return [[T.moveList, String(mainLine().length - 1)], ...counted.slice(0, MAX_FACTS), ...decisive];
}

// The status of the game: how it ended, why it does not go on, or else the last move.

import { refusalText, send } from "./api.js";
import { button } from "./dom.js";
import { engineToMove, gameNode, playFrom, seriesGoesOn } from "./game-commands.js";
import { gameDescription } from "./game-entries.js";
import { linkButton } from "./game-link.js";
import { showSeries } from "./import-export.js";
import { isStudying } from "./mode.js";
import { ownSide, whyNot } from "./own-side.js";
import { proposalStatus } from "./proposals.js";
import { classes, h } from "./render.js";
import { endingText } from "./result-text.js";
import { humanSides, isCovered, store } from "./store.js";
import { T } from "./texts.js";
import { viewHere, viewState } from "./view-state.js";

/** @typedef {{label: string, work: () => void, drawing?: any, main?: boolean, why?: string|null}} StatusButton */
/** @typedef {{text: string, name?: string, buttons?: (StatusButton|null)[]}} Status */

/** @param {(id: number) => void} go leads to a node */
export function statusView(go) {
  const { text, name = "", buttons = [] } = status(go);
  // An idle status only repeats what the board or the prompt shows. Small windows have no space for it.
  const isIdle = name === "recent" || (name === "result" && buttons.every((one) => !one));
  return h("section", { class: classes("status", isIdle && "idle"), "aria-label": T.regions.status }, [
    h("p", { class: name }, text),
    h("span.buttons", buttons.map(statusButton)),
  ]);
}

/** What an empty board of a paused game says in its middle. */
export function pausedPlate() {
  if (!isCovered()) return null;
  return h("div.plate", [h("strong", T.pausedPlate), proposalStatus() === null && statusButton(resume())]);
}

/** Goes on with a paused game. @returns {StatusButton} */
function resume() {
  return { label: T.resume, drawing: "play", main: true, work: () => void send({ t: "pause", on: false }) };
}

/** @param {StatusButton|null} one */
function statusButton(one) {
  if (!one) return null;
  const { label, work, drawing = null, main = false, why = null } = one;
  return button(drawing, label, work, { key: label, class: main ? "main" : null, disabled: why !== null, title: why });
}

/** @param {(id: number) => void} go @returns {Status} */
function status(go) {
  const { cursor } = viewState;
  const { series, offer } = store;
  const proposed = proposalStatus();
  if (proposed) return { ...proposed, name: "proposal" };
  const earlier = series?.games.length ? { label: T.earlierGames(series.games.length), work: showSeries } : null;
  const sending = linkButton();
  if (sending && !store.ending && cursor === store.live) return { text: T.linkSend, buttons: [sending] };
  if (offer && store.nodes.size < 2) {
    const yes = { label: T.offerYes, main: true, work: () => void send({ t: "continue", yes: true }) };
    const no = { label: T.offerNo, work: () => void send({ t: "continue", yes: false }) };
    return { text: T.offer(gameDescription(offer)), buttons: [yes, no] };
  }
  if (store.ending && cursor === store.live) {
    const text = endingText();
    if (!seriesGoesOn()) return { text, name: "result", buttons: [sending, earlier] };
    const next = `${text} ${T.nextGame(series?.left ?? 0)}`;
    return { text: next, name: "result", buttons: [store.paused ? resume() : null, earlier] };
  }
  if (cursor !== 0 && cursor !== gameNode() && !(isStudying() && store.game.study)) {
    const back = { label: T.toGame, work: () => go(gameNode()) };
    const from = { label: T.playFromHere, work: () => playFrom(viewState.cursor) };
    // A client that has taken a side moves only in the game.
    if (ownSide() && !store.ending) return { text: T.elsewhere, buttons: [back, earlier] };
    const text = `${T.elsewhere} ${T.startsVariation}`;
    return { text, buttons: [back, cursor === store.live || whyNot("live") ? null : from, earlier] };
  }
  if (!store.paused) {
    if (earlier) return { text: T.series, buttons: [earlier] };
    return { text: viewHere()?.trace?.text.text ?? "", name: "recent" };
  }
  const number = engineToMove();
  const engine = number === null ? null : store.engines[number];
  if (number !== null && engine?.trouble) {
    const restart = { label: T.restart, work: () => void send({ t: "restart", engine: number }) };
    return { text: T.labelled(T.paused, refusalText(engine.trouble)), name: "trouble", buttons: [restart, resume()] };
  }
  // With an engine this button is always present, so that the layout does not shift between moves.
  const hasEngine = humanSides().length < 2;
  const step = {
    label: T.oneMove,
    drawing: "step",
    work: () => void send({ t: "step" }),
    why: engine ? null : T.noStep,
  };
  return { text: T.paused, name: "paused", buttons: [isCovered() ? null : resume(), hasEngine ? step : null, earlier] };
}

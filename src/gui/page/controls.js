// The buttons for navigation and game actions, and the status of the game.

import { send } from "./api.js";
import { gameDescription } from "./game-entries.js";
import { button, byId, confirmButton, el, enable, icon, putIfChanged, relabel, setText } from "./dom.js";
import { isVariation, pathTo } from "./navigation.js";
import { endingText } from "./result-text.js";
import { set, settings } from "./settings.js";
import { humanSides, isStudy, mainLine, node, playerOf, store } from "./store.js";
import { T } from "./texts.js";
import { viewState } from "./view-state.js";

/** @typedef {import("./store.js").Side} Side */
/**
 * @typedef {object} Handlers
 * @property {(id: number) => void} go
 * @property {(way: number) => void} step
 * @property {() => void} last
 * @property {() => void} flip
 * @property {() => void} showSeries
 * @property {() => void} setResult
 */

/** The choices for a review: milliseconds per position. */
const REVIEW_TIMES = [100, 200, 1000, 5000];

/** The side that can resign: the only human, or the human to move. @returns {Side|null} */
function resigningSide() {
  const humans = humanSides();
  const toAct = node(store.live)?.status.to_act ?? null;
  if (store.ending) return null;
  return humans.length === 1 ? humans[0] : toAct && humans.includes(toAct) ? toAct : null;
}

/** The index of the engine to move, or `null`. */
function engineToMove() {
  const player = playerOf(node(store.live)?.status.to_act);
  return player?.kind === "engine" ? player.engine : null;
}

/** Whether the next game of a series begins automatically. */
function seriesGoesOn() {
  return Boolean(store.series?.left) && store.players.every((player) => player.kind === "engine");
}

/** Why a move and its continuation cannot be deleted; `null` if they can. @param {number} id */
function whyKept(id) {
  const at = node(id);
  if (!at || at.parent === null) return T.firstStays;
  return !isStudy() && pathTo(store.live).includes(id) ? T.inGame : null;
}

/** The node where the game is. In a study this is always on the main line. */
function gameNode() {
  const isAside = isStudy() && isVariation(node(store.live));
  return isAside ? (mainLine().at(-1)?.id ?? store.live) : store.live;
}

/** Starts the same game again. A human and an engine swap sides; each keeps their time. */
function rematch() {
  const [a, b] = store.players;
  const swap = (a.kind === "human") !== (b.kind === "human");
  const turned = (/** @type {any[]} */ pair) => (swap ? [pair[1], pair[0]] : pair);
  const { base, increment, ...rest } = store.time ?? { kind: "none" };
  const time = base ? { ...rest, base: turned(base), increment: turned(increment) } : rest;
  const players = turned(store.players).map((player) => {
    const { kind, name, engine, level } = player;
    return kind === "human" ? { kind, name } : { kind, engine, level };
  });
  void send({ t: "new", game: store.game.id, fen: store.game.fen, players, time, series: 0 });
}

function review() {
  const engine = Math.min(settings.engine, store.engines.length - 1);
  void send({ t: "review", on: true, engine, ms: settings.reviewTime });
}

export class Controls {
  /** @param {Handlers} on */
  constructor(on) {
    this.on = on;
    const step = (/** @type {any} */ drawing, /** @type {string} */ label, /** @type {() => void} */ work) =>
      button(drawing, label, work, { short: true });
    this.first = step("first", T.first, () => on.go(store.game.root));
    this.back = step("back", T.back, () => on.step(-1));
    this.next = step("next", T.next, () => on.step(1));
    this.last = step("last", T.last, () => on.last());
    byId("steps").append(
      this.first,
      this.back,
      this.next,
      this.last,
      step("flip", T.flip, () => on.flip()),
    );
    this.buildActions();
  }

  buildActions() {
    const cursor = () => viewState.cursor;
    this.takeback = button("undo", T.takeback, () => send({ t: "takeback" }));
    this.pause = button("pause", T.pause, () => send({ t: "pause", on: !store.paused }));
    this.moveNow = button("forward", T.moveNow, () => send({ t: "move_now" }));
    this.resign = confirmButton(
      "flag",
      T.resign,
      resigningSide,
      () => void send({ t: "resign", side: resigningSide() }),
    );
    this.result = button("edit", T.setResult, () => this.on.setResult());
    this.promote = button("up", T.promote, () => send({ t: "promote", node: cursor() }));
    this.remove = confirmButton("trash", T.remove, cursor, () => void send({ t: "remove", node: cursor() }));
    this.undo = button("undo", T.undo, () => send({ t: "undo" }));
    this.review = button("graph", T.review, () =>
      store.review ? void send({ t: "review", on: false, engine: 0, ms: 100 }) : review(),
    );
    this.progress = el("span", { class: "progress" });
    const times = REVIEW_TIMES.map((ms) => el("option", { value: ms }, T.seconds(ms / 1000)));
    const onchange = () => set("reviewTime", Number(this.reviewTime.value));
    this.reviewTime = el("select", { "aria-label": T.reviewTime, title: T.reviewTime, onchange }, ...times);
    this.reviewTime.value = String(REVIEW_TIMES.includes(settings.reviewTime) ? settings.reviewTime : REVIEW_TIMES[1]);
    const together = el("span", { class: "together" }, this.review, this.progress, this.reviewTime);
    // All buttons are always present, so that none moves under the pointer.
    byId("actions").append(
      this.takeback,
      this.pause,
      this.moveNow,
      this.resign,
      this.result,
      this.promote,
      this.remove,
      this.undo,
      together,
    );
  }

  draw() {
    if (!store.known) return;
    this.drawSteps();
    this.drawActions();
    this.drawStatus();
  }

  drawSteps() {
    const at = node(viewState.cursor);
    this.first.disabled = this.back.disabled = !at || at.parent === null;
    this.next.disabled = this.last.disabled = !at || at.children.length === 0;
  }

  drawActions() {
    const isPlaying = !store.ending;
    const isPausable = (isPlaying && (store.clock || humanSides().length < 2)) || seriesGoesOn();
    const at = node(viewState.cursor);
    enable(this.takeback, store.takeback ? null : T.noTakeback);
    enable(this.pause, isPausable ? null : T.noPause);
    relabel(this.pause, store.paused ? T.resume : T.pause);
    this.pause.firstChild.replaceWith(icon(store.paused ? "play" : "pause"));
    enable(this.moveNow, isPlaying && store.thinking ? null : T.noThinking);
    enable(this.resign, resigningSide() ? null : T.noResign);
    enable(this.promote, isVariation(at) ? null : T.isMain);
    enable(this.remove, whyKept(viewState.cursor));
    enable(this.undo, store.undoable ? null : T.noUndo);
    relabel(this.review, store.review ? T.stopReview : T.review);
    this.review.disabled = !store.review && mainLine().length < 2;
    this.reviewTime.hidden = store.review !== null;
    setText(this.progress, store.review ? T.reviewing(store.review.done, store.review.total) : "");
  }

  /** Draws the status of the game, with its buttons. */
  drawStatus() {
    const host = byId("status");
    const status = this.status();
    host.classList.toggle("empty", status === null);
    putIfChanged(host, status && [status.text, status.buttons.map((one) => [one?.label, one?.why])], () =>
      status
        ? [
            el("p", { class: status.name }, status.text),
            el("span", { class: "buttons" }, ...status.buttons.map((one) => one && this.statusButton(one))),
          ]
        : [],
    );
  }

  /** @param {StatusButton} one */
  statusButton({ label, work, drawing = null, main = false, why = null }) {
    return button(drawing, label, work, {
      class: main ? "main" : null,
      "data-key": label,
      disabled: why !== null,
      title: why,
    });
  }

  /**
   * @typedef {{label: string, work: () => void, drawing?: any, main?: boolean, why?: string|null}} StatusButton
   * @returns {{text: string, name: string, buttons: (StatusButton|null)[]}|null}
   */
  status() {
    const { cursor } = viewState;
    const { series, offer } = store;
    const earlier = series?.games.length
      ? { label: T.earlierGames(series.games.length), work: () => this.on.showSeries() }
      : null;
    const resume = { label: T.resume, drawing: "play", main: true, work: () => void send({ t: "pause", on: false }) };
    if (offer && store.nodes.size < 2) {
      const yes = { label: T.offerYes, main: true, work: () => void send({ t: "continue", yes: true }) };
      return {
        text: T.offer(gameDescription(offer)),
        name: "",
        buttons: [yes, { label: T.offerNo, work: () => void send({ t: "continue", yes: false }) }],
      };
    }
    if (store.ending && cursor === store.live) {
      if (seriesGoesOn())
        return {
          text: `${endingText()} ${T.nextGame(series?.left ?? 0)}`,
          name: "result",
          buttons: [store.paused ? resume : null, earlier],
        };
      const again = { label: T.rematch, work: rematch };
      return {
        text: endingText(),
        name: "result",
        buttons: [again, { label: T.review, drawing: "graph", work: review }, earlier],
      };
    }
    if (cursor !== 0 && cursor !== gameNode()) {
      const playFrom = { label: T.playFromHere, work: () => void send({ t: "live", node: viewState.cursor }) };
      return {
        text: T.elsewhere,
        name: "",
        buttons: [
          { label: T.toGame, work: () => this.on.go(gameNode()) },
          cursor === store.live ? null : playFrom,
          earlier,
        ],
      };
    }
    if (!store.paused) return earlier && { text: T.series, name: "", buttons: [earlier] };
    const number = engineToMove();
    const engine = number === null ? null : store.engines[number];
    if (engine?.state === "failed") {
      const restart = { label: T.restart, work: () => void send({ t: "restart", engine: engineToMove() }) };
      return { text: `${T.paused}: ${engine.trouble}`, name: "trouble", buttons: [restart, resume] };
    }
    // With an engine this button is always present, so that the layout does not shift between moves.
    const hasEngine = humanSides().length < 2;
    const step = {
      label: T.oneMove,
      drawing: "step",
      work: () => void send({ t: "step" }),
      why: engine ? null : T.noStep,
    };
    return { text: T.paused, name: "", buttons: [resume, hasEngine ? step : null, earlier] };
  }
}

// The rows of the players (name, pieces, clock) and the shared supply.

import { clockText, left } from "./clock.js";
import { byId, el, setAttribute, setText } from "./dom.js";
import { levelName } from "./levels.js";
import { makeOneStop } from "./one-stop.js";
import { ownSide } from "./own-side.js";
import { isConnected } from "./proposals.js";
import { draw, h } from "./render.js";
import { playSound } from "./sounds.js";
import { isHuman, otherSide, playerOf, store } from "./store.js";
import { drawSupplies } from "./supply-view.js";
import { T } from "./texts.js";
import { isOver, nameOf } from "./view-state.js";

/** @typedef {import("./scene.js").Scene} Scene */
/** @typedef {import("./store.js").Side} Side */
/** @typedef {import("./move-entry.js").MoveEntry} MoveEntry */

/** A clock warns below this many milliseconds. */
const LOW = 20_000;

/** The text beside the name: the level of an engine, or the colour of a named player. @param {Side} side @param {Scene|null} scene */
function detailOf(side, scene) {
  const player = playerOf(side);
  if (player?.kind === "engine") {
    const engine = store.engines[player.engine];
    const level = player.level ?? engine?.level;
    if (level === null || level === undefined) return "";
    const name = engine?.levels ? levelName(level, engine.levels) : "";
    return name ? `${name}, ${T.level(level)}` : T.level(level);
  }
  const own = ownSide() === side;
  const connected = isConnected(side);
  const presence = connected === null ? own && T.you : connected ? T.connected : T.notConnected;
  if (!player?.name) return presence || T.human;
  return [scene?.players[side].name, presence].filter(Boolean).join(", ");
}

/** The points in the series so far, including a game that has just ended. @param {Side} side */
function pointsOf(side) {
  const { series, ending } = store;
  if (!series) return null;
  const games = series.wins[0] + series.wins[1] + series.draws + (ending ? 1 : 0);
  if (games + series.left < 2) return null;
  const now = ending ? (ending.winner === side ? 2 : ending.winner === "draw" ? 1 : 0) : 0;
  const halves = 2 * series.wins[side === "p1" ? 0 : 1] + series.draws + now;
  return T.ofGames(`${halves === 1 ? "" : Math.floor(halves / 2)}${halves % 2 ? "½" : ""}`, games);
}

/** The row of a player, above or below the board. */
class PlayerRow {
  /** @param {HTMLElement} host @param {(side: Side) => void} change */
  constructor(host, change) {
    this.host = host;
    this.change = change;
    /** @type {Side} */
    this.side = "p1";
    /** @type {Scene|null} */
    this.scene = null;
    /** @type {Side|null} */
    this.toAct = null;
    /** The search depth of an engine that thinks. @type {number|null} */
    this.depth = null;
    /** Whether the clock had more than the time of the warning. */
    this.wasHigh = false;
    this.trays = el("span", { class: "trays" });
    this.clock = el("span", { class: "clock", role: "timer" });
    host.setAttribute("role", "group");
  }

  /** @param {Side} side @param {Scene|null} scene @param {Side|null} toAct */
  show(side, scene, toAct) {
    const isThinking = store.thinking === side;
    if (!isThinking || side !== this.side) this.depth = null;
    this.side = side;
    this.scene = scene;
    this.toAct = toAct;
    this.host.dataset.side = side;
    this.host.classList.toggle("to-act", toAct === side);
    setAttribute(this.host, "aria-label", nameOf(side));
    const facts = (scene?.facts ?? []).map((fact) => [fact.label.text, String(fact[side] ?? "")]);
    const points = pointsOf(side);
    if (points) facts.push([T.points, points]);
    // While an engine thinks, the progress takes the place of its level.
    const progress = [T.thinking, this.depth !== null && T.depth(this.depth)].filter(Boolean).join(" ");
    draw(
      this.host,
      h(
        "button",
        { type: "button", class: "who", title: T.changePlayer, onclick: () => this.change(side) },
        h("span", { class: `colour ${scene?.players[side].colour ?? ""}` }),
        h("span", { class: "name" }, nameOf(side)),
        h("span", { class: "detail" }, isThinking ? progress : detailOf(side, scene)),
      ),
      h(
        "span",
        { class: "facts" },
        facts.map(([label, value]) =>
          h("span", { class: "fact", title: label }, h("span", { class: "fact-label" }, label), ` ${value}`),
        ),
      ),
      this.trays,
      this.clock,
    );
    this.tick();
  }

  /** Updates the clock. */
  tick() {
    const time = left(this.side);
    this.clock.hidden = time === null;
    if (time === null) return;
    setText(this.clock, clockText(time));
    this.clock.classList.toggle("running", store.clock?.running === this.side);
    const isLow = time < LOW;
    if (isLow && this.wasHigh && isHuman(this.side) && ownSide() !== otherSide(this.side)) playSound("low");
    this.wasHigh = !isLow;
    this.clock.classList.toggle("low", isLow);
  }
}

export class PlayersView {
  /**
   * @param {MoveEntry} entry
   * @param {{touch: (id: string) => void, change: (side: Side) => void}} on
   */
  constructor(entry, on) {
    this.entry = entry;
    this.on = on;
    this.bottom = new PlayerRow(byId("player-bottom"), on.change);
    this.top = new PlayerRow(byId("player-top"), on.change);
    this.tray = byId("tray");
    for (const host of [this.bottom.trays, this.top.trays, this.tray]) makeOneStop(host);
  }

  /** @param {Scene|null} scene @param {Side|null} toAct the side to move @param {Side} below the side at the lower edge */
  show(scene, toAct, below) {
    if (!store.known) return;
    this.bottom.show(below, scene, toAct);
    this.top.show(otherSide(below), scene, toAct);
    for (const row of [this.bottom, this.top]) this.supplies(row.trays, scene, row.side);
    this.supplies(this.tray, scene, null);
    this.tray.hidden = this.tray.childElementCount === 0;
  }

  /** Draws the supplies of a side, or with `null` the shared ones. @param {HTMLElement} host @param {Scene|null} scene @param {Side|null} owner */
  supplies(host, scene, owner) {
    if (!scene) return draw(host);
    const supplies = scene.supplies.filter((supply) => supply.owner === owner);
    drawSupplies(host, supplies, scene, {
      entry: this.entry,
      touch: this.on.touch,
      labelOf: ({ label }) => label.text,
      // A finished game shows no touchable items, but a variation may begin.
      invites: () => !isOver(),
    });
  }

  /** Shows the search depth of an engine. @param {{side: Side, depth: number}} message */
  thinks(message) {
    const row = [this.top, this.bottom].find((found) => found.side === message.side);
    if (!row || store.thinking !== message.side) return;
    row.depth = message.depth;
    row.show(row.side, row.scene, row.toAct);
  }

  tick() {
    this.top.tick();
    this.bottom.tick();
  }
}

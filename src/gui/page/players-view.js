// The rows of the players (name, pieces, clock) and the shared supply.

import { clockText, left } from "./clock.js";
import { byId } from "./dom.js";
import { isBetweenPeople, mayHelp } from "./fair-play.js";
import { levelName } from "./levels.js";
import { makeOneStop } from "./one-stop.js";
import { ownSide } from "./own-side.js";
import { colourSign } from "./pieces.js";
import { isConnected } from "./proposals.js";
import { classes, draw, h } from "./render.js";
import { settings } from "./settings.js";
import { playSound } from "./sounds.js";
import { isHuman, otherSide, playerOf, store } from "./store.js";
import { supplyGroups } from "./supply-view.js";
import { T } from "./texts.js";
import { isOver, nameOf } from "./view-state.js";

/** @typedef {import("./scene.js").Scene} Scene */
/** @typedef {import("./store.js").Side} Side */
/** @typedef {import("./render.js").Child} Child */
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
  const help = settings.assistance && isBetweenPeople() && mayHelp() && T.withHelp;
  const who = player?.name ? scene?.players[side].name : !presence && T.human;
  return [who, presence, help].filter(Boolean).join(", ");
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
  /** @param {HTMLElement} host @param {{change: (side: Side) => void, supplies: (scene: Scene|null, owner: Side|null) => Child[]}} on */
  constructor(host, on) {
    this.host = host;
    this.on = on;
    /** @type {Side} */
    this.side = "p1";
    /** @type {Scene|null} */
    this.scene = null;
    /** The search depth of an engine that thinks. @type {number|null} */
    this.depth = null;
    /** Whether the clock had more than the time of the warning. */
    this.wasHigh = false;
    host.setAttribute("role", "group");
  }

  /** @param {Side} side @param {Scene|null} scene @param {Side|null} toAct */
  show(side, scene, toAct) {
    if (store.thinking !== side || side !== this.side) this.depth = null;
    this.side = side;
    this.scene = scene;
    this.host.dataset.side = side;
    this.host.classList.toggle("to-act", toAct === side);
    this.host.setAttribute("aria-label", nameOf(side));
    this.draw();
  }

  draw() {
    const { side, scene } = this;
    const isThinking = store.thinking === side;
    const facts = (scene?.facts ?? []).map((fact) => [fact.label.text, String(fact[side] ?? "")]);
    const points = pointsOf(side);
    if (points) facts.push([T.points, points]);
    // While an engine thinks, the progress takes the place of its level.
    const progress = [T.thinking, this.depth !== null && T.depth(this.depth)].filter(Boolean).join(" ");
    draw(
      this.host,
      h(
        "button",
        { type: "button", class: "who", title: T.changePlayer, onclick: () => this.on.change(side) },
        colourSign(scene, side),
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
      h("span", { class: "trays", mounted: makeOneStop }, this.on.supplies(scene, side)),
      this.clock(),
    );
  }

  clock() {
    const time = left(this.side);
    if (time === null) return null;
    const isLow = time < LOW;
    if (isLow && this.wasHigh && isHuman(this.side) && ownSide() !== otherSide(this.side)) playSound("low");
    this.wasHigh = !isLow;
    const look = classes("clock", store.clock?.running === this.side && "running", isLow && "low");
    return h("span", { class: look, role: "timer" }, clockText(time));
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
    const { change } = on;
    const supplies = (/** @type {Scene|null} */ scene, /** @type {Side|null} */ owner) => this.supplies(scene, owner);
    this.bottom = new PlayerRow(byId("player-bottom"), { change, supplies });
    this.top = new PlayerRow(byId("player-top"), { change, supplies });
    this.tray = byId("tray");
    makeOneStop(this.tray);
  }

  /** @param {Scene|null} scene @param {Side|null} toAct the side to move @param {Side} below the side at the lower edge */
  show(scene, toAct, below) {
    if (!store.known) return;
    this.bottom.show(below, scene, toAct);
    this.top.show(otherSide(below), scene, toAct);
    draw(this.tray, this.supplies(scene, null));
    this.tray.hidden = this.tray.childElementCount === 0;
  }

  /** The supplies of a side, or with `null` the shared ones. @param {Scene|null} scene @param {Side|null} owner @returns {Child[]} */
  supplies(scene, owner) {
    if (!scene) return [];
    const supplies = scene.supplies.filter((supply) => supply.owner === owner);
    return supplyGroups(supplies, scene, {
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
    row.draw();
  }

  tick() {
    this.top.draw();
    this.bottom.draw();
  }
}

// The rows of the players (name, pieces, clock) and the shared supply.

import { clockText, left, LOW } from "./clock.js";
import { changePlayer } from "./dialogs.js";
import { levelName } from "./levels.js";
import { makeOneStop } from "./one-stop.js";
import { ownSide, whyNot } from "./own-side.js";
import { colourSign } from "./pieces.js";
import { isConnected } from "./proposals.js";
import { redraw } from "./redraw.js";
import { classes, h } from "./render.js";
import { playSound } from "./sounds.js";
import { isBetweenPeople, isHuman, otherSide, playerOf, store } from "./store.js";
import { supplyGroups } from "./supply-view.js";
import { T } from "./texts.js";
import { isOver, nameOf } from "./view-state.js";

/** @typedef {import("./scene.js").Scene} Scene */
/** @typedef {import("./store.js").Side} Side */

/** The text beside the name: the level of an engine, or the colour of a named player. @param {Side} side @param {Scene|null} scene */
function detailOf(side, scene) {
  const player = playerOf(side);
  if (player?.kind === "engine") {
    const engine = store.engines[player.engine];
    const level = player.level ?? engine?.level;
    return engine?.levels && typeof level === "number" ? levelName(level, engine.levels) : "";
  }
  const own = ownSide() === side;
  const connected = isConnected(side);
  const friend = store.game.link && !own && T.friend;
  const presence = connected === null ? (own ? T.you : friend) : connected ? T.connected : T.notConnected;
  const help = isBetweenPeople() && whyNot("hint") === null && T.withHelp;
  return [player?.name && scene?.players[side].name, presence, help].filter(Boolean).join(", ");
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

export class PlayersView {
  /** @param {import("./touch-board.js").TouchBoard} board */
  constructor(board) {
    this.board = board;
    /** The search depth of an engine that thinks. @type {Partial<Record<Side, number>>} */
    this.depths = {};
    /** The sides whose clocks had more than the time of the warning. @type {Set<Side>} */
    this.high = new Set();
  }

  /** The row of a player. @param {string} id @param {Side} side @param {Scene|null} scene @param {Side|null} toAct the side to move */
  row(id, side, scene, toAct) {
    const props = { id, class: classes("player", toAct === side && "to-act"), role: "group" };
    if (!store.known) return h("div", props);
    const isThinking = store.thinking === side;
    if (!isThinking) delete this.depths[side];
    const facts = (scene?.facts ?? []).map((fact) => [fact.label.text, String(fact[side] ?? "")]);
    const points = pointsOf(side);
    if (points) facts.push([T.points, points]);
    // While an engine thinks, the progress takes the place of its level.
    const depth = this.depths[side];
    const progress = [T.thinking, depth !== undefined && T.depth(depth)].filter(Boolean).join(" ");
    return h("div", { ...props, "aria-label": nameOf(side), "data-side": side }, [
      h("button.who", { type: "button", title: T.changePlayer, onclick: () => changePlayer(side) }, [
        colourSign(scene, side),
        h("span.name", nameOf(side)),
        h("span.detail", isThinking ? progress : detailOf(side, scene)),
      ]),
      h("span.facts", [
        facts.map(([label, value]) => h("span.fact", { title: label }, h("span.fact-label", label), ` ${value}`)),
      ]),
      h("span.trays", { mounted: makeOneStop }, this.supplies(scene, side)),
      this.clock(side),
    ]);
  }

  /** @param {Side} side */
  clock(side) {
    const time = left(side);
    if (time === null) return null;
    const isLow = time < LOW;
    if (isLow && this.high.has(side) && isHuman(side) && ownSide() !== otherSide(side)) playSound("low");
    if (isLow) this.high.delete(side);
    else this.high.add(side);
    const look = classes("clock", store.clock?.running === side && "running", isLow && "low");
    return h("span", { class: look, role: "timer" }, clockText(time));
  }

  /** The shared supplies. @param {Scene|null} scene */
  tray(scene) {
    const supplies = this.supplies(scene, null);
    return h("div.tray.common", { id: "tray", hidden: supplies.length === 0, mounted: makeOneStop }, [supplies]);
  }

  /** The supplies of a side, or with `null` the shared ones. @param {Scene|null} scene @param {Side|null} owner @returns {import("./render.js").Child[]} */
  supplies(scene, owner) {
    if (!scene) return [];
    const supplies = scene.supplies.filter((supply) => supply.owner === owner);
    return supplyGroups(supplies, scene, {
      board: this.board,
      labelOf: ({ label }) => label.text,
      // A finished game shows no touchable items, but a variation may begin.
      invites: () => !isOver(),
    });
  }

  /** Shows the search depth of an engine. @param {{side: Side, depth: number}} message */
  thinks({ side, depth }) {
    this.depths[side] = depth;
    void redraw();
  }
}

// The rows of the players (name, pieces, clock) and the shared supply.

import { clockText, left } from "./clock.js";
import { byId, el, put, putIfChanged, setAttribute, setText, shake } from "./dom.js";
import { levelName } from "./levels.js";
import { ownSide } from "./own-side.js";
import { pieceIcon } from "./pieces.js";
import { animates } from "./settings.js";
import { playSound } from "./sounds.js";
import { isHuman, otherSide, playerOf, store } from "./store.js";
import { T } from "./texts.js";
import { isOver, nameOf } from "./view-state.js";

/** @typedef {import("./scene.js").Scene} Scene */
/** @typedef {import("./scene.js").Supply} Supply */
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
  if (!player?.name) return own ? T.you : T.human;
  return [scene?.players[side].name, own && T.you].filter(Boolean).join(", ");
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
    /** @type {Side} */
    this.side = "p1";
    /** Whether the clock had more than the time of the warning. */
    this.wasHigh = false;
    this.colour = el("span", {});
    this.name = el("span", { class: "name" });
    this.detail = el("span", { class: "detail" });
    this.facts = el("span", { class: "facts" });
    this.trays = el("span", { class: "trays" });
    this.clock = el("span", { class: "clock", role: "timer" });
    const onclick = () => change(this.side);
    this.who = el(
      "button",
      { type: "button", class: "who", title: T.changePlayer, onclick },
      this.colour,
      this.name,
      this.detail,
    );
    host.setAttribute("role", "group");
    put(host, this.who, this.facts, this.trays, this.clock);
  }

  /** @param {Side} side @param {Scene|null} scene @param {Side|null} toAct */
  show(side, scene, toAct) {
    this.side = side;
    this.host.dataset.side = side;
    this.host.classList.toggle("to-act", toAct === side);
    setAttribute(this.host, "aria-label", nameOf(side));
    this.colour.className = `colour ${scene?.players[side].colour ?? ""}`;
    setText(this.name, nameOf(side));
    // While an engine thinks, the progress takes the place of its level.
    if (store.thinking !== side) setText(this.detail, detailOf(side, scene));
    else if (!this.detail.textContent?.startsWith(T.thinking)) setText(this.detail, T.thinking);
    const facts = (scene?.facts ?? []).map((fact) => [fact.label, String(fact[side] ?? "")]);
    const points = pointsOf(side);
    if (points) facts.push([T.points, points]);
    putIfChanged(this.facts, facts, () =>
      facts.map(([label, value]) =>
        el("span", { class: "fact", title: label }, el("span", { class: "fact-label" }, label), ` ${value}`),
      ),
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

/** @param {Supply} supply */
function hasTargets(supply) {
  return supply.items.some((item) => item.target > 0);
}

/** The pieces of an item and the places for those that are missing; a bar follows the target of every kind. @param {import("./scene.js").Item} item @param {number} each @param {() => Element} icon */
function pipsOf(item, each, icon) {
  return Array.from({ length: Math.max(item.count, item.target) }, (_, n) => [
    n > 0 && n === each && el("span", { class: "tick" }),
    el("span", { class: n < item.count ? "pip" : "pip open" }, (n === 0 || n < item.count) && icon()),
  ]).flat();
}

/** How far a refused item moves when it shakes, in pixels. */
const SHAKE = 3;

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
    const supplies = scene?.supplies.filter((supply) => supply.owner === owner) ?? [];
    const shape = supplies.map((supply) => [supply.id, supply.label, supply.items.map((item) => [item.id, item.kind])]);
    putIfChanged(host, shape, () => supplies.map((supply) => this.supply(supply, /** @type {Scene} */ (scene))));
    if (!scene) return;
    for (const supply of supplies) {
      for (const item of supply.items) this.update(host, scene, supply, item);
      // A supply that is used up needs no space.
      const isUsedUp = owner !== null && !hasTargets(supply) && supply.items.every((item) => item.count === 0);
      const isOffered = supply.items.some((item) => this.entry.offered(item.id));
      const [first] = supply.items;
      this.item(first?.id ?? "")
        ?.closest(".supply")
        ?.classList.toggle("used-up", isUsedUp && !isOffered);
    }
  }

  /** @param {Supply} supply @param {Scene} scene */
  supply(supply, scene) {
    const items = supply.items.map((item) => {
      const onclick = () => this.on.touch(item.id);
      const picture = item.target
        ? el("span", { class: "pips", "aria-hidden": "true" })
        : pieceIcon(scene.kinds.get(item.kind));
      const count = el("span", { class: "count" });
      const of = item.target > 0 && el("span", { class: "of" }, T.ofTarget(item.target));
      const parts = [picture, el("span", { class: "number" }, count, of && " ", of)];
      return el(
        "button",
        {
          type: "button",
          class: item.target ? "item target-row" : "item",
          "data-item": item.id,
          "data-key": item.id,
          onclick,
        },
        ...parts,
      );
    });
    return el(
      "span",
      { class: hasTargets(supply) ? "supply targets" : "supply", role: "group", "aria-label": supply.label },
      el("span", { class: "supply-label" }, supply.label),
      ...items,
    );
  }

  /** Updates the count and state of a supply item. @param {HTMLElement} host @param {Scene} scene @param {Supply} supply @param {import("./scene.js").Item} item */
  update(host, scene, supply, item) {
    const button = host.querySelector(`[data-item="${CSS.escape(item.id)}"]`);
    if (!(button instanceof HTMLButtonElement)) return;
    const { entry } = this;
    const marked = [...(entry.answer?.marks ?? []), ...scene.marks].filter((mark) => mark.as === "chosen");
    const made = entry.made.filter((next) => next.kind === "supply");
    const isChosen = [...marked, ...made].some((found) => found.at.includes(item.id));
    const can = entry.offers(item.id);
    const isUsed = can || entry.offered(item.id);
    const kind = scene.kinds.get(item.kind);
    const what = (item.count === 1 ? kind?.text : kind?.plural) ?? item.kind;
    const of = item.target > 0 ? ` ${T.ofTarget(item.target)}` : "";
    const name = `${supply.label}: ${item.count}${of} ${what}`;
    setAttribute(button, "aria-label", name);
    setAttribute(button, "title", name);
    setAttribute(button, "aria-pressed", isUsed ? String(isChosen) : null);
    // The touch of any item is answered, if only with the reason why it is refused.
    button.disabled = !entry.isOpen;
    button.tabIndex = isUsed ? 0 : -1;
    setAttribute(button, "aria-disabled", String(!isUsed));
    // A finished game shows no touchable items, but a variation may begin.
    button.classList.toggle("touchable", can && (!isOver() || entry.isStarted));
    button.classList.toggle("chosen", isChosen);
    button.classList.toggle("out", item.count === 0);
    setText(/** @type {Element} */ (button.querySelector(".count")), String(item.count));
    const pips = button.querySelector(".pips");
    if (pips instanceof HTMLElement) {
      putIfChanged(pips, [item.kind, item.count, item.target, supply.each], () =>
        pipsOf(item, supply.each, () => pieceIcon(kind)),
      );
    }
  }

  /** Marks the item of a refused touch, and shakes it. @param {string|null} refused */
  refuse(refused) {
    for (const item of document.querySelectorAll("main .item.refused")) item.classList.remove("refused");
    const item = refused === null ? null : this.item(refused);
    item?.classList.add("refused");
    if (animates()) shake(item, SHAKE);
  }

  /** The button of a supply item. @param {string} id */
  item(id) {
    return document.querySelector(`main [data-item="${CSS.escape(id)}"]`);
  }

  /** Shows the search depth of an engine. @param {{side: Side, depth: number}} message */
  thinks(message) {
    const row = [this.top, this.bottom].find((found) => found.side === message.side);
    if (row && store.thinking === message.side) setText(row.detail, `${T.thinking} ${T.depth(message.depth)}`);
  }

  tick() {
    this.top.tick();
    this.bottom.tick();
  }
}

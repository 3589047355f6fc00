// The rows of the players: who plays, what they have, their clocks; and the supply they share.

import { byId, el, renew } from "./dom.js";
import { clockText, left } from "./clock.js";
import { seatOf, table } from "./state.js";
import { pieceIcon } from "./pieces.js";
import { T } from "./texts.js";

/** @typedef {import("./scene.js").Scene} Scene */
/** @typedef {import("./scene.js").Supply} Supply */
/** @typedef {import("./turn.js").Turn} Turn */

/** What a player is called. @param {string} side @param {Scene|undefined} scene */
export function playerName(side, scene) {
  return scene?.players[side].name || (side === "p1" ? "Player 1" : "Player 2");
}

/** Who sits there, with the level of an engine. @param {string} side */
function seatText(side) {
  const seat = seatOf(side);
  if (!seat) return "";
  if (seat.kind === "person") return T.person;
  const engine = table.engines[seat.engine];
  return seat.level === null || seat.level === undefined ? engine?.name ?? "" : `${engine?.name ?? ""} · ${T.level(seat.level)}`;
}

/** What a side has from the games of a series so far, the one that has just ended included. @param {string} side */
function pointsOf(side) {
  const { series, ending } = table;
  if (!series) return null;
  const n = side === "p1" ? 0 : 1;
  const ended = ending ? 1 : 0;
  const games = series.wins[0] + series.wins[1] + series.draws + ended;
  if (games + series.left < 2) return null;
  const halves = 2 * series.wins[n] + series.draws + (ending ? (ending.winner === side ? 2 : ending.winner === "draw" ? 1 : 0) : 0);
  return T.ofGames(`${halves === 1 ? "" : Math.floor(halves / 2)}${halves % 2 ? "½" : ""}`, games);
}

export class SeatsView {
  /**
   * @param {Turn} turn the turn in the making
   * @param {{touch: (id: string) => void, change: (side: string) => void}} on
   */
  constructor(turn, on) {
    this.turn = turn;
    this.on = on;
  }

  /** @param {Scene|undefined} scene @param {"p1"|"p2"} below who sits at the lower edge */
  show(scene, below) {
    if (!table.known) return;
    this.row(byId("player-bottom"), below, scene);
    this.row(byId("player-top"), below === "p1" ? "p2" : "p1", scene);
    const common = scene?.supplies.filter((supply) => supply.owner === null) ?? [];
    const tray = byId("tray");
    tray.hidden = common.length === 0;
    renew(tray, ...common.map((supply) => this.supply(supply, scene)));
  }

  row(host, side, scene) {
    host.classList.toggle("to-act", scene?.toAct === side);
    host.dataset.side = side;
    const colour = scene?.players[side].colour;
    const fact = (label, value) => el("span", { class: "fact", title: label }, el("span", { class: "fact-label" }, label), ` ${value ?? ""}`);
    const facts = (scene?.facts ?? []).map((found) => fact(found.label, found[side]));
    const points = pointsOf(side);
    if (points) facts.push(fact(T.points, points));
    const supplies = scene?.supplies.filter((supply) => supply.owner === side) ?? [];
    const time = left(side);
    renew(host,
      el("button", { type: "button", class: "who", title: T.change, onclick: () => this.on.change(side) },
        el("span", { class: `colour ${colour ?? ""}` }), el("span", { class: "name" }, playerName(side, scene)), el("span", { class: "seat" }, seatText(side))),
      el("span", { class: "thought", id: `thought-${side}` }, table.thinking === side ? T.thinking : ""),
      el("span", { class: "facts" }, ...facts),
      el("span", { class: "trays" }, ...supplies.map((supply) => this.supply(supply, scene))),
      time === null ? null : el("span", { class: `clock ${table.clock.running === side ? "running" : ""} ${time < 20000 ? "low" : ""}`, id: `clock-${side}`, role: "timer" }, clockText(time)));
  }

  /** @param {Supply} supply @param {Scene} scene */
  supply(supply, scene) {
    const { answer, made } = this.turn;
    const marked = [...(answer?.marks ?? []), ...(scene?.marks ?? [])].filter((mark) => mark.as === "chosen");
    const chosen = new Set([...made.filter((entry) => entry.kind === "supply"), ...marked].flatMap((found) => found.at));
    return el("span", { class: "supply", role: "group", "aria-label": supply.label }, el("span", { class: "supply-label" }, supply.label),
      ...supply.items.map((item) => {
        const entry = answer?.next.find((found) => found.at.includes(item.id));
        const label = `${supply.label}: ${item.count} ${scene.kinds.get(item.kind)?.text ?? item.kind}`;
        return el("button", { type: "button", class: `item ${entry ? "touchable" : ""} ${chosen.has(item.id) ? "chosen" : ""} ${item.count === 0 ? "out" : ""}`, "data-item": item.id, "aria-label": label, title: label,
          "aria-pressed": entry || this.turn.offered(item.id) ? String(chosen.has(item.id)) : null, disabled: !entry && !this.turn.offered(item.id), onclick: () => this.on.touch(item.id) }, pieceIcon(scene.kinds.get(item.kind)), el("span", { class: "count" }, item.count));
      }));
  }

  /** An engine thinks aloud. @param {{side: string, depth: number}} message */
  thinks(message) {
    const place = byId(`thought-${message.side}`);
    if (place && table.thinking === message.side) place.textContent = `${T.thinking} ${T.depth(message.depth)}`;
  }

  /** The clocks go on. */
  tick() {
    for (const side of ["p1", "p2"]) {
      const place = byId(`clock-${side}`), time = left(side);
      if (!place || time === null) continue;
      const text = clockText(time);
      if (place.textContent !== text) place.textContent = text;
      place.classList.toggle("low", time < 20000);
    }
  }
}

// What can be pressed beside the board: steps through the record, the banner, what is done with the
// game as a whole.

import { button, byId, confirmButton, el, renew } from "./dom.js";
import { here, nameOf } from "./here.js";
import { endingText } from "./results.js";
import { set, settings } from "./settings.js";
import { isStudy, mainLine, node, seatOf, table } from "./state.js";
import { send } from "./talk.js";
import { isVariation, wayTo } from "./walk.js";
import { T } from "./texts.js";

/** Milliseconds a position that a review may take. */
const REVIEW_TIMES = [100, 200, 1000, 5000];

/** @typedef {{go: (id: number) => void, step: (way: number) => void, last: () => void, flip: () => void}} Ways */

/** @param {Ways} on */
export function drawSteps(on) {
  const host = byId("steps");
  if (!host.childElementCount) {
    host.append(button("first", T.first, () => on.go(table.game.root), { short: true }), button("back", T.back, () => on.step(-1), { short: true }),
      button("next", T.next, () => on.step(1), { short: true }), button("last", T.last, () => on.last(), { short: true }), button("flip", T.flip, () => on.flip(), { short: true }));
  }
  const at = node(here.cursor);
  const [first, back, next, end] = host.children;
  first.disabled = back.disabled = !at || at.parent === null;
  next.disabled = end.disabled = !at || at.children.length === 0;
}

/** What has to be said about the whole table. @param {Ways} on */
export function drawBanner(on) {
  const host = byId("banner");
  const parts = [];
  const say = (text, name, ...buttons) => parts.push(el("p", { class: name }, text), el("span", { class: "buttons" }, ...buttons));
  if (table.offer && table.nodes.size < 2) {
    say(T.offer(table.offer.turns), null, button(null, T.offerYes, () => send({ t: "continue", yes: true }), { class: "main" }), button(null, T.offerNo, () => send({ t: "continue", yes: false })));
  } else if (table.ending && here.cursor === table.live) {
    const result = endingText(nameOf);
    if (follows()) say(`${result} ${T.nextGame(table.series.left)}`, "result", table.paused ? goOn() : null);
    else say(result, "result", button(null, T.rematch, rematch), button("graph", T.review, review));
  } else if (here.cursor !== 0 && here.cursor !== gameNode()) {
    say(T.elsewhere, null, button(null, T.toGame, () => on.go(gameNode())), here.cursor === table.live ? null : button(null, T.resume, () => send({ t: "live", node: here.cursor })));
  } else if (table.paused) {
    const engine = engineToAct();
    if (engine?.state === "failed") say(`${T.paused}: ${engine.trouble}`, "trouble", button(null, T.restart, () => send({ t: "restart", engine: table.engines.indexOf(engine) })), goOn());
    // Where an engine plays the step is always there, so that "Go on" stays where it is from turn to turn.
    else say(T.paused, null, goOn(), table.players.some((seat) => seat.kind === "engine") ? button("step", T.oneStep, () => send({ t: "step" }), unless(engine ? null : T.noStep)) : null);
  }
  host.hidden = false;
  host.classList.toggle("empty", parts.length === 0);
  renew(host, ...parts);
}

/** Where the game is: a study, which goes wherever one plays, has its main line. */
function gameNode() {
  return isStudy() && isVariation(node(table.live)) ? mainLine().at(-1)?.id ?? table.live : table.live;
}

/** The engine that has the turn of the game. */
function engineToAct() {
  const seat = seatOf(node(table.live)?.status?.to_act ?? null);
  return seat?.kind === "engine" ? table.engines[seat.engine] : undefined;
}

/** Why a button cannot be used, as its attributes; `null` where it can. @param {string|null} why */
function unless(why) {
  return { disabled: why !== null, title: why };
}

/** Why what begins with a turn cannot be deleted. @param {import("./state.js").Node|null} at */
function keeps(at) {
  if (!at || at.parent === null) return T.firstStays;
  return !isStudy() && wayTo(table.live).includes(at.id) ? T.inGame : null;
}

/** Whether another game of a series follows this one by itself. */
function follows() {
  return Boolean(table.series?.left) && table.players.every((seat) => seat.kind === "engine");
}

function goOn() {
  return button("play", T.goOn, () => send({ t: "pause", on: false }), { class: "main" });
}

/** The same again; a person changes sides with the engine, and each keeps their time. */
function rematch() {
  const [a, b] = table.players;
  const swap = (a.kind === "person") !== (b.kind === "person");
  const turned = (pair) => (swap ? [pair[1], pair[0]] : pair);
  const time = table.time?.kind === "clock" ? { ...table.time, base: turned(table.time.base), increment: turned(table.time.increment) } : table.time ?? { kind: "none" };
  send({ t: "new", game: table.game.id, fen: table.game.fen, players: turned([a, b]), time, series: 0 });
}

function review() {
  send({ t: "review", on: true, engine: Math.min(settings.engine, table.engines.length - 1), ms: settings.reviewTime });
}

/** How long a review looks at a position. */
function reviewTime() {
  const select = el("select", { id: "review-time", "aria-label": T.reviewTime, title: T.reviewTime, onchange: () => set("reviewTime", Number(select.value)) },
    ...REVIEW_TIMES.map((ms) => el("option", { value: ms }, T.seconds(ms / 1000))));
  select.value = String(REVIEW_TIMES.includes(settings.reviewTime) ? settings.reviewTime : REVIEW_TIMES[1]);
  return select;
}

/** What is done with the game as a whole. @param {Ways} on */
export function drawActions(on) {
  const host = byId("actions");
  if (!table.known) return;
  const { cursor } = here;
  const playing = !table.ending;
  const person = ["p1", "p2"].filter((side) => seatOf(side)?.kind === "person");
  const toAct = node(table.live)?.status?.to_act;
  const resigner = person.length === 1 ? person[0] : person.includes(toAct) ? toAct : null;
  const key = JSON.stringify([playing, person, table.thinking, table.paused, resigner, table.review !== null, table.undoable, table.live === table.game.root, cursor, isVariation(node(cursor)), keeps(node(cursor)), Boolean(table.clock), follows(), mainLine().length < 2]);
  const { review: running } = table;
  // A button that is pressed must not be drawn anew because a number beside it changes.
  const progress = running ? T.reviewing(running.done, running.total) : "";
  if (host.dataset.key === key) { if (running) byId("review-progress").textContent = progress; return; }
  host.dataset.key = key;
  const at = node(cursor);
  const pausable = (playing && (table.clock || person.length < 2)) || follows();
  // All of them are always there, so that none comes under a pointer that was over another one; and each stays
  // the same, so that a press that is under way is not lost.
  renew(host,
    button("undo", T.takeback, () => send({ t: "takeback" }), unless(table.live === table.game.root || person.length === 0 ? T.noTakeback : null)),
    button(table.paused ? "play" : "pause", table.paused ? T.goOn : T.pause, () => send({ t: "pause", on: !table.paused }), unless(pausable ? null : T.noPause)),
    button("forward", T.moveNow, () => send({ t: "move_now" }), unless(playing && table.thinking ? null : T.nobodyThinks)),
    confirmButton("flag", T.resign, resigner, () => send({ t: "resign", side: resigner }), unless(playing && resigner ? null : T.noResign)),
    button("up", T.promote, () => send({ t: "promote", node: cursor }), unless(isVariation(at) ? null : T.isMain)),
    confirmButton("trash", T.remove, cursor, () => send({ t: "remove", node: cursor }), unless(keeps(at))),
    button("undo", T.undo, () => send({ t: "undo" }), unless(table.undoable ? null : T.noEdit)),
    el("span", { class: "together" }, running ? button("close", T.stopReview, () => send({ t: "review", on: false, engine: 0, ms: 100 })) : button("graph", T.review, review, { disabled: table.live === table.game.root && mainLine().length < 2 }),
      running ? el("span", { class: "progress", id: "review-progress" }, progress) : reviewTime()));
}

// The fields for players and the time control, for the dialogs that begin or change a game. They edit an object of
// values; the dialog draws them again after each change.

import { bound, checkOf, field, fieldGroup, numberOf, PLAIN, selectOf } from "./dialog.js";
import { h } from "./render.js";
import { levelName } from "./levels.js";
import { store } from "./store.js";
import { T } from "./texts.js";

/** @typedef {import("./store.js").PlayerConfig} PlayerConfig */
/** `who`: "human" or the number of an engine; `hint`: what an empty name means. @typedef {{who: string, level: string, name: string, hint: string}} PlayerValues */

/** The options of a list of games. @returns {string[][]} */
export function gameOptions() {
  return store.games.map(({ id, title }) => [id, title]);
}

/** @param {PlayerConfig} player @returns {PlayerValues} */
export function playerValues(player) {
  const values = { who: "human", level: "", name: "", hint: T.name };
  if (player.kind === "human") return { ...values, name: player.name };
  return { ...values, who: String(player.engine), level: String(player.level ?? "") };
}

/** A human with a name, or an engine with a level. @param {PlayerValues} values @param {string} label */
export function playerFields(values, label) {
  const engine = values.who === "human" ? null : store.engines[Number(values.who)];
  const engines = store.engines.map((one, n) => [String(n), one.name]);
  const onchange = () => (values.level = "");
  return fieldGroup(
    label,
    selectOf([["human", T.human], ...engines], { ...bound(values, "who"), "aria-label": label, onchange }),
    engine?.levels &&
      selectOf(levelOptions(engine.level, engine.levels), {
        ...bound(values, "level"),
        "aria-label": T.levelOf(label),
      }),
    !engine &&
      h("input", { ...PLAIN, ...bound(values, "name"), placeholder: values.hint, "aria-label": T.nameOf(label) }),
  );
}

/** @param {number|null} own the level that is set in the engine @param {[number, number]} range @returns {string[][]} */
function levelOptions(own, range) {
  const [min, max] = range;
  const numbers = Array.from({ length: max - min + 1 }, (_, n) => min + n);
  return [
    ["", T.ownLevel(levelName(own ?? max, range))],
    ...numbers.map((level) => [String(level), levelName(level, range)]),
  ];
}

/** The value for the server. @param {PlayerValues} values @returns {import("../types.js").PlayerConfig} */
export function playerConfig({ who, level, name }) {
  if (who === "human") return { kind: "human", name: name.trim() };
  return { kind: "engine", engine: Number(who), level: level === "" ? null : Number(level) };
}

/** Clocks may differ. @typedef {{kind: "none"|"move"|"clock", seconds: string, odds: boolean, sides: {minutes: string, added: string}[]}} TimeValues */

/** @returns {TimeValues} */
export function timeValues() {
  const { time } = store;
  const usual = { base: [300_000, 300_000], increment: [3000, 3000] };
  const { base, increment } = time.kind === "clock" ? time : usual;
  return {
    kind: time.kind,
    seconds: String(time.kind === "move" ? time.ms / 1000 : 1),
    odds: base[0] !== base[1] || increment[0] !== increment[1],
    sides: [0, 1].map((n) => ({ minutes: String(base[n] / 60_000), added: String(increment[n] / 1000) })),
  };
}

/** @param {TimeValues} time @returns {import("./render.js").Child[]} */
export function timeFields(time) {
  const isClock = time.kind === "clock";
  const pair = (/** @type {TimeValues["sides"][0]} */ side) =>
    h("div.pair", [
      field(T.minutes, numberOf(0.1, 600, 0.1, { ...bound(side, "minutes"), name: "minutes" })),
      field(T.increment, numberOf(0, 600, 1, bound(side, "added"))),
    ]);
  const kinds = { none: T.timeNone, move: T.timeMove, clock: T.timeClock };
  return [
    field(T.timeTitle, selectOf(kinds, { ...bound(time, "kind"), name: "time" })),
    time.kind === "move" && field(T.secondsPerMove, numberOf(0.05, 3600, 0.05, bound(time, "seconds"))),
    isClock && pair(time.sides[0]),
    isClock && checkOf(T.odds, time.odds, (on) => (time.odds = on)),
    isClock && time.odds && pair(time.sides[1]),
  ];
}

/** "none", minutes and added seconds such as "5+3", or seconds per move such as "1"; "" for different times. @param {TimeValues} time */
export function presetOf({ kind, seconds, odds, sides: [{ minutes, added }] }) {
  if (kind === "none") return "none";
  if (kind === "move") return String(Number(seconds));
  return odds ? "" : `${Number(minutes)}+${Number(added)}`;
}

/** Chooses a preset other than "". @param {TimeValues} time @param {string} preset */
export function setPreset(time, preset) {
  const [first, added] = preset.split("+");
  time.kind = preset === "none" ? "none" : added ? "clock" : "move";
  if (time.kind === "move") time.seconds = first;
  if (time.kind === "clock") [time.odds, time.sides[0]] = [false, { minutes: first, added }];
}

/** The value for the server. @param {TimeValues} time @returns {import("../types.js").TimeControls} */
export function timeConfig({ kind, seconds, odds, sides }) {
  if (kind === "none") return { kind };
  if (kind === "move") return { kind, ms: Math.round(Number(seconds) * 1000) };
  const [one, two] = [sides[0], sides[odds ? 1 : 0]];
  const ms = (/** @type {string} */ value, /** @type {number} */ unit) => Math.round(Number(value) * unit);
  return {
    kind,
    base: [ms(one.minutes, 60_000), ms(two.minutes, 60_000)],
    increment: [ms(one.added, 1000), ms(two.added, 1000)],
  };
}

// The inputs for players and the time control, for the dialogs that begin or change a game.

import { amount, check, choice, field, fieldGroup, reveal } from "./dialog.js";
import { el, put } from "./dom.js";
import { levelName } from "./levels.js";
import { store } from "./store.js";
import { T } from "./texts.js";

/** @typedef {import("./store.js").PlayerConfig} PlayerConfig */

/** The options of a list of games. @returns {[string, string][]} */
export function gameOptions() {
  return store.games.map(({ id, title }) => [id, title]);
}

/** Inputs for the player of a side: a human with a name, or an engine with a level. @param {PlayerConfig} player @param {string} label */
export function playerInputs(player, label) {
  const engine = player.kind === "engine" ? player : null;
  const engines = store.engines.map((one, n) => /** @type {[string, string]} */ ([String(n), one.name]));
  const who = choice([["human", T.human], ...engines], engine ? engine.engine : "human", {
    "aria-label": label,
    onchange: () => draw(),
  });
  const level = el("select", { "aria-label": T.levelOf(label) });
  const name = el("input", {
    type: "text",
    value: engine ? "" : player.name,
    placeholder: T.name,
    "aria-label": T.nameOf(label),
    autocomplete: "off",
  });
  const draw = () => {
    const chosen = who.value === "human" ? null : store.engines[Number(who.value)];
    name.hidden = chosen !== null;
    level.hidden = !chosen?.levels;
    if (!chosen?.levels) return;
    const [min, max] = chosen.levels;
    const numbers = Array.from({ length: max - min + 1 }, (_, n) => {
      const name = levelName(min + n, [min, max]);
      return el("option", { value: min + n, label: name && `${T.level(min + n)}, ${name}` }, T.level(min + n));
    });
    put(level, el("option", { value: "" }, T.ownLevel(chosen.level ?? max)), ...numbers);
    level.value = String((engine && String(engine.engine) === who.value ? engine.level : null) ?? "");
  };
  draw();
  return {
    who,
    level,
    name,
    row: fieldGroup(label, who, level, name),
    /** The value for the server. @returns {import("../types.js").PlayerConfig} */
    get config() {
      if (who.value === "human") return { kind: "human", name: name.value.trim() };
      return {
        kind: "engine",
        engine: Number(who.value),
        level: level.hidden || level.value === "" ? null : Number(level.value),
      };
    },
  };
}

/** The inputs for the time control. */
export function timeInputs() {
  const { time } = store;
  const usual = { base: [300_000, 300_000], increment: [3000, 3000] };
  const { base, increment } = time.kind === "clock" ? time : usual;
  const isOdd = base[0] !== base[1] || increment[0] !== increment[1];
  const kind = choice(
    [
      ["none", T.timeNone],
      ["move", T.timeMove],
      ["clock", T.timeClock],
    ],
    time.kind,
    { onchange: () => draw() },
  );
  const seconds = amount(time.kind === "move" ? time.ms / 1000 : 1, 0.05, 3600, 0.05);
  const odds = check(T.odds, isOdd, () => draw());
  const sides = [0, 1].map((n) => {
    const minutes = amount(base[n] / 60_000, 0.1, 600, 0.1);
    const added = amount(increment[n] / 1000, 0, 600);
    return { minutes, added, row: el("div", { class: "pair" }, field(T.minutes, minutes), field(T.increment, added)) };
  });
  const moveRow = field(T.secondsPerMove, seconds);
  const draw = () => {
    const isClock = kind.value === "clock";
    reveal(moveRow, kind.value === "move");
    reveal(sides[0].row, isClock);
    reveal(odds.row, isClock);
    reveal(sides[1].row, isClock && odds.input.checked);
  };
  draw();
  return {
    /** Sets a clock, or none. @param {number|null} minutes @param {number} [added] seconds per move */
    set(minutes, added = 0) {
      kind.value = minutes === null ? "none" : "clock";
      odds.input.checked = false;
      if (minutes !== null) {
        sides[0].minutes.value = String(minutes);
        sides[0].added.value = String(added);
      }
      draw();
    },
    focus() {
      (kind.value === "clock" ? sides[0].minutes : kind).focus();
    },
    /** Sets the time for each move of an engine. @param {number} value in seconds */
    setMove(value) {
      kind.value = "move";
      seconds.value = String(value);
      draw();
    },
    /** "none", minutes and added seconds such as "5+3", or seconds per move such as "1"; "" for different times. */
    get preset() {
      if (kind.value === "none") return "none";
      if (kind.value === "move") return String(Number(seconds.value));
      if (kind.value !== "clock" || odds.input.checked) return "";
      return `${Number(sides[0].minutes.value)}+${Number(sides[0].added.value)}`;
    },
    rows: [field(T.timeTitle, kind), moveRow, sides[0].row, odds.row, sides[1].row],
    /** The value for the server. @returns {import("../types.js").TimeControls} */
    get config() {
      const ms = (/** @type {any} */ input, /** @type {number} */ unit) => Math.round(Number(input.value) * unit);
      if (kind.value === "move") return { kind: "move", ms: ms(seconds, 1000) };
      if (kind.value === "none") return { kind: "none" };
      const [one, two] = [sides[0], sides[odds.input.checked ? 1 : 0]];
      return {
        kind: "clock",
        base: [ms(one.minutes, 60_000), ms(two.minutes, 60_000)],
        increment: [ms(one.added, 1000), ms(two.added, 1000)],
      };
    },
  };
}

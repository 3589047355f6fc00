// The dialogs: new game, player, result, engines, rules and settings.

import { send } from "./api.js";
import { amount, check, choice, dialog, field, fieldGroup, reveal, submit, troubleLine } from "./dialog.js";
import { button, el, put, putIfChanged, setText } from "./dom.js";
import { list } from "./scene.js";
import { set, settings } from "./settings.js";
import { store } from "./store.js";
import { T } from "./texts.js";
import { nameOf } from "./view-state.js";

/** @typedef {import("./store.js").PlayerConfig} PlayerConfig */
/** @typedef {import("./store.js").Side} Side */

/** The options of a list of games. @returns {[string, string][]} */
export function gameOptions() {
  return store.games.map(({ id, title }) => [id, title]);
}

/** Inputs for the player of a side: a human with a name, or an engine with a level. @param {PlayerConfig} player @param {string} label */
function playerInputs(player, label) {
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
    const numbers = Array.from({ length: max - min + 1 }, (_, n) => el("option", { value: min + n }, T.level(min + n)));
    put(level, el("option", { value: "" }, T.ownLevel(chosen.level ?? max)), ...numbers);
    level.value = String((engine && String(engine.engine) === who.value ? engine.level : null) ?? "");
  };
  draw();
  return {
    who,
    row: fieldGroup(label, who, level, name),
    /** The value for the server. */
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
function timeInputs() {
  const time = store.time ?? { kind: "none" };
  const { base = [300_000, 300_000], increment = [3000, 3000] } = time;
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
    rows: [field(T.timeTitle, kind), moveRow, sides[0].row, odds.row, sides[1].row],
    /** The value for the server. */
    get config() {
      const ms = (/** @type {any} */ input, /** @type {number} */ unit) => Math.round(Number(input.value) * unit);
      if (kind.value === "move") return { kind: "move", ms: ms(seconds, 1000) };
      if (kind.value === "none") return { kind: "none" };
      const both = [sides[0], sides[odds.input.checked ? 1 : 0]];
      return {
        kind: "clock",
        base: both.map((one) => ms(one.minutes, 60_000)),
        increment: both.map((one) => ms(one.added, 1000)),
      };
    },
  };
}

/**
 * @param {(saved: any) => void} begun receives the entry of the previous game if it was saved
 * @param {{game: string, fen: string}|null} [from] the initial game and position of the dialog
 */
export function newGame(begun, from = null) {
  const game = choice(gameOptions(), from?.game ?? store.game.id);
  const fen = el("input", {
    type: "text",
    placeholder: T.startPosition,
    spellcheck: "false",
    autocomplete: "off",
    value: from?.fen ?? "",
  });
  const [first, second] = [
    playerInputs(store.players[0], T.firstPlayer),
    playerInputs(store.players[1], T.secondPlayer),
  ];
  const time = timeInputs();
  const series = amount(1, 1, 1000);
  const seriesRow = field(T.seriesLength, series);
  const draw = () => reveal(seriesRow, first.who.value !== "human" && second.who.value !== "human");
  for (const { who } of [first, second]) who.addEventListener("change", draw);
  draw();
  const trouble = troubleLine();
  const onsubmit = async (/** @type {Event} */ event) => {
    event.preventDefault();
    const players = [first.config, second.config];
    const more = { time: time.config, series: seriesRow.hidden ? 0 : Number(series.value) - 1 };
    const answer = await submit(box, trouble, {
      t: "new",
      game: game.value,
      fen: fen.value.trim() || null,
      players,
      ...more,
    });
    if (answer !== undefined) begun(answer?.saved ?? null);
  };
  const begin = el("button", { type: "submit", class: "main", autofocus: true }, T.begin);
  const rows = [field(T.game, game), field(T.position, fen), first.row, second.row, ...time.rows, seriesRow, trouble];
  const box = dialog(T.newGame, el("form", { method: "dialog", onsubmit }, ...rows, el("footer", {}, begin)));
}

/** Changes the player of a side and their name. @param {Side} side */
export function changePlayer(side) {
  const inputs = playerInputs(store.players[side === "p1" ? 0 : 1], side === "p1" ? T.firstPlayer : T.secondPlayer);
  const trouble = troubleLine();
  const onsubmit = (/** @type {Event} */ event) => {
    event.preventDefault();
    void submit(box, trouble, { t: "player", side, player: inputs.config });
  };
  const change = el("button", { type: "submit", class: "main" }, T.change);
  const box = dialog(
    T.players,
    el("form", { method: "dialog", onsubmit }, inputs.row, trouble, el("footer", {}, change)),
  );
}

/** Sets or removes the result of the game. */
export function setResult() {
  const trouble = troubleLine();
  const set = (/** @type {string|null} */ winner, /** @type {string} */ label) =>
    button(null, label, () => submit(box, trouble, { t: "result", winner }), {
      disabled: (store.ending?.winner ?? null) === winner,
    });
  const sides = /** @type {Side[]} */ (["p1", "p2"]).map((side) => set(side, T.winner(nameOf(side))));
  const box = dialog(
    T.setResult,
    trouble,
    el("div", { class: "results" }, ...sides, set("draw", T.draw), set(null, T.noResult)),
  );
}

export function engines() {
  dialog(T.enginesTitle, ...store.engines.map((_, n) => engineCard(n)));
}

/** @param {number} n */
function engineCard(n) {
  const title = el("h3", {});
  const state = el("span", { class: "state" });
  const trouble = el("p", { class: "trouble" });
  const options = el("div", { class: "options" });
  const restart = button(null, T.restart, () => send({ t: "restart", engine: n }));
  const traffic = button(null, T.showTraffic, () => send({ t: "traffic", engine: n }));
  const card = el("section", { class: "engine" }, el("header", {}, title, state, restart, traffic), trouble, options);
  card.append(
    el("pre", { class: "traffic", "data-engine": n, tabindex: "0", "aria-label": T.showTraffic, hidden: true }),
  );
  // The options of an engine are known once it is ready.
  const draw = () => {
    const engine = store.engines[n];
    if (!engine) return;
    card.dataset.state = engine.state;
    setText(title, engine.name);
    setText(state, T.engineStates[engine.state] ?? engine.state);
    setText(trouble, engine.trouble);
    trouble.hidden = !engine.trouble;
    const isReady = engine.state === "ready";
    putIfChanged(options, [isReady, engine.options], () => {
      const rows = engine.options.map((option) =>
        optionRow(engine, option, (value) => void send({ t: "option", engine: n, name: option.name, value })),
      );
      return rows.length > 0 || !isReady ? rows : [el("p", { class: "none" }, T.noOptions)];
    });
  };
  card.addEventListener("changed", draw);
  draw();
  return card;
}

/** Updates an open dialog after the engines have changed. */
export function enginesChanged() {
  for (const card of document.querySelectorAll(".engine")) card.dispatchEvent(new Event("changed"));
}

/** @param {import("./store.js").Engine} engine @param {any} option @param {(value: string|null) => void} changed */
function optionRow(engine, option, changed) {
  const value = engine.set[option.name] ?? option.default;
  switch (option.type) {
    case "spin": {
      const input = amount(value, option.min, option.max);
      input.addEventListener("change", () => input.reportValidity() && changed(input.value));
      return field(option.name, input);
    }
    case "check":
      return check(option.name, String(value) === "true", (checked) => changed(String(checked))).row;
    case "combo": {
      const select = choice(
        list(option.choices).map((word) => [word, word]),
        value,
        { onchange: () => changed(select.value) },
      );
      return field(option.name, select);
    }
    default:
      return field(
        option.name,
        button(null, T.press, () => changed(null)),
      );
  }
}

/** Shows the traffic of an engine in the open dialog. @param {number} engine @param {string} text */
export function showTraffic(engine, text) {
  for (const box of document.querySelectorAll(".traffic")) {
    if (!(box instanceof HTMLElement) || Number(box.dataset.engine) !== engine) continue;
    box.hidden = false;
    box.textContent = text;
    box.scrollTop = box.scrollHeight;
  }
}

/** Opens the rules beside the board, or closes them. */
export async function rules() {
  (await import("./rules-panel.js")).toggleRules();
}

export function preferences() {
  const select = (
    /** @type {string} */ label,
    /** @type {string} */ name,
    /** @type {[string, string][]} */ options,
  ) => {
    const made = choice(options, settings[name], { onchange: () => set(name, made.value) });
    return field(label, made);
  };
  const box = (/** @type {string} */ name, /** @type {string} */ label) =>
    check(label, settings[name], (checked) => set(name, checked)).row;
  dialog(
    T.settings,
    select(T.theme, "theme", [
      ["auto", T.auto],
      ["light", T.light],
      ["dark", T.dark],
    ]),
    select(T.coordinates, "coordinates", [
      ["edge", T.edge],
      ["places", T.places],
      ["off", T.off],
    ]),
    select(T.confirmMoves, "confirm", [
      ["touch", T.onTouch],
      ["always", T.always],
      ["never", T.never],
    ]),
    box("animation", T.animation),
    box("hints", T.hints),
    box("autoFlip", T.autoFlip),
    box("arrows", T.arrows),
    el("h3", {}, T.keys),
    el("dl", { class: "keys" }, ...T.keyList.flatMap(([key, what]) => [el("dt", {}, key), el("dd", {}, what)])),
  );
}

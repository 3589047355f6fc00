// The dialogs for a player, the result, engines, rules, settings and keys.

import { ask, send } from "./api.js";
import { amount, check, choice, dialog, field, submit, troubleLine } from "./dialog.js";
import { button, el, putIfChanged, setText } from "./dom.js";
import { playerInputs } from "./player-inputs.js";
import { set, settings } from "./settings.js";
import { humanSides, store } from "./store.js";
import { T } from "./texts.js";
import { nameOf } from "./view-state.js";

/** @typedef {import("./store.js").Side} Side */

/** The value of a text option that is empty. */
const EMPTY = "<empty>";

/** Changes the player of a side and their name. @param {Side} side */
export function changePlayer(side) {
  const inputs = playerInputs(store.players[side === "p1" ? 0 : 1], side === "p1" ? T.firstPlayer : T.secondPlayer);
  const trouble = troubleLine();
  const onsubmit = (/** @type {Event} */ event) => {
    event.preventDefault();
    if (inputs.name.value.trim() && humanSides().length === 1) set("playerName", inputs.name.value.trim());
    void submit(box, trouble, ask({ t: "player", side, player: inputs.config }));
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
  const set = (/** @type {Side|"draw"|null} */ winner, /** @type {string} */ label) =>
    button(null, label, () => submit(box, trouble, ask({ t: "result", winner })), {
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

/** @param {import("./store.js").Engine} engine @param {import("../types.js").OptionLine} option @param {(value: string|null) => void} changed */
function optionRow(engine, option, changed) {
  const value = engine.set[option.name] ?? ("default" in option ? String(option.default) : "");
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
        option.choices.map((word) => [word, word]),
        value,
        { onchange: () => changed(select.value) },
      );
      return field(option.name, select);
    }
    case "text": {
      const shown = value === EMPTY ? "" : value;
      const input = el("input", { type: "text", value: shown, spellcheck: "false", autocomplete: "off" });
      input.addEventListener("change", () => changed(input.value));
      return field(option.name, input);
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

/** Invites another player. */
export async function invite() {
  (await import("./invite-dialog.js")).invite();
}

/** Opens the rules beside the board, or closes them. */
export async function rules() {
  (await import("./rules-panel.js")).toggleRules();
}

/** Shows the rules of the game on the board, if the rules are open. */
export async function followRules() {
  (await import("./rules-panel.js")).showRules();
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
  const languages = choice(
    [
      ["auto", T.systemLanguage],
      ["en", "English"],
      ["fr", "Français"],
    ],
    settings.language,
    {
      // The page is reloaded when the server has kept the setting.
      onchange: () => set("language", languages.value),
    },
  );
  dialog(
    T.settings,
    field(T.language, languages),
    select(T.theme, "theme", [
      ["auto", T.auto],
      ["light", T.light],
      ["dark", T.dark],
    ]),
    select(T.boardTheme, "boardTheme", T.boardThemes),
    select(T.pieceSet, "pieceSet", T.pieceSets),
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
    box("sounds", T.sounds),
    box("hints", T.hints),
    box("autoFlip", T.autoFlip),
    box("arrows", T.arrows),
    el(
      "p",
      {},
      button("keys", T.keys, () => keys()),
    ),
  );
}

/** Lists the keys. */
export function keys() {
  const rows = T.keyList.flatMap(([key, what]) => [el("dt", {}, key), el("dd", {}, what)]);
  dialog(T.keys, el("dl", { class: "keys" }, ...rows));
}

// The dialogs for a player, the result, engines, rules, settings and keys.

import { ask, send } from "./api.js";
import { checkOf, choice, dialog, field, numberOf, selectOf, submit, troubleLine } from "./dialog.js";
import { button, el, setText } from "./dom.js";
import { playerConfig, playerFields, playerValues } from "./player-inputs.js";
import { draw, h } from "./render.js";
import { set, settings } from "./settings.js";
import { humanSides, store } from "./store.js";
import { T } from "./texts.js";
import { nameOf } from "./view-state.js";

/** @typedef {import("./store.js").Side} Side */

/** The value of a text option that is empty. */
const EMPTY = "<empty>";

/** Changes the player of a side and their name. @param {Side} side */
export function changePlayer(side) {
  const values = playerValues(store.players[side === "p1" ? 0 : 1]);
  const trouble = troubleLine();
  const onsubmit = (/** @type {Event} */ event) => {
    event.preventDefault();
    const name = values.name.trim();
    if (values.who === "human" && name && humanSides().length === 1) set("playerName", name);
    void submit(box, trouble, ask({ t: "player", side, player: playerConfig(values) }));
  };
  const footer = el("footer", {}, el("button", { type: "submit", class: "main" }, T.change));
  const redraw = () =>
    draw(form, playerFields(values, side === "p1" ? T.firstPlayer : T.secondPlayer), trouble, footer);
  const form = el("form", { method: "dialog", onsubmit, onchange: redraw });
  redraw();
  const box = dialog(T.players, form);
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
  let shown = "";
  // The options of an engine are known once it is ready.
  const show = () => {
    const engine = store.engines[n];
    if (!engine) return;
    card.dataset.state = engine.state;
    setText(title, engine.name);
    setText(state, T.engineStates[engine.state] ?? engine.state);
    setText(trouble, engine.trouble);
    trouble.hidden = !engine.trouble;
    const isReady = engine.state === "ready";
    // What the user types stays while only the state of the engine changes.
    const offered = JSON.stringify([isReady, engine.options]);
    if (offered === shown) return;
    shown = offered;
    const rows = engine.options.map((option) =>
      optionRow(engine, option, (value) => void send({ t: "option", engine: n, name: option.name, value })),
    );
    draw(options, rows.length > 0 || !isReady ? rows : h("p", { class: "none" }, T.noOptions));
  };
  card.addEventListener("changed", show);
  show();
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
      const onchange = (/** @type {any} */ { target }) => target.reportValidity() && changed(target.value);
      return field(option.name, numberOf(option.min, option.max, 1, { value, onchange }));
    }
    case "check":
      return checkOf(option.name, String(value) === "true", (checked) => changed(String(checked)));
    case "combo": {
      const options = option.choices.map((word) => /** @type {[string, string]} */ ([word, word]));
      const onchange = (/** @type {any} */ { target }) => changed(target.value);
      return field(option.name, selectOf(options, { value, onchange }));
    }
    case "text": {
      const shown = value === EMPTY ? "" : value;
      const onchange = (/** @type {any} */ { target }) => changed(target.value);
      const look = { type: "text", value: shown, spellcheck: "false", autocomplete: "off" };
      return field(option.name, h("input", { ...look, onchange }));
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
    checkOf(label, settings[name], (checked) => set(name, checked));
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

// The dialogs for a player, the result, engines, rules, settings and keys.

import { RefusedError, ask, refusalText, send } from "./api.js";
import {
  checkOf,
  Dialog,
  field,
  fieldGroup,
  form,
  numberOf,
  PLAIN,
  radiosOf,
  selectOf,
  submitButton,
} from "./dialog.js";
import { button, icon } from "./dom.js";
import { download } from "./download.js";
import { notice } from "./notices.js";
import { playerConfig, playerFields, playerValues } from "./player-inputs.js";
import { profileText, readProfile } from "./profile-file.js";
import { onRedraw } from "./redraw.js";
import { h } from "./render.js";
import { set, settings } from "./settings.js";
import { humanSides, store } from "./store.js";
import { T } from "./texts.js";
import { nameOf } from "./view-state.js";

/** @typedef {import("./store.js").Side} Side */
/** @typedef {import("./render.js").Description} Description */

/** The name of the file with settings and progress. */
const PROFILE = "ringstack-profile.json";
/** The value of a text option that is empty. */
const EMPTY = "<empty>";

/** Changes the player of a side and their name. @param {Side} side */
export function changePlayer(side) {
  const values = playerValues(store.players[side === "p1" ? 0 : 1]);
  const submit = () => {
    const name = values.name.trim();
    if (values.who === "human" && name && humanSides().length === 1) set("playerName", name);
    void box.submit(ask({ t: "player", side, player: playerConfig(values) }));
  };
  const box = new Dialog(T.players, (box) =>
    form(submit, { onchange: box.draw }, [
      playerFields(values, side === "p1" ? T.firstPlayer : T.secondPlayer),
      box.troubleLine,
      h("footer", submitButton(T.change)),
    ]),
  );
}

/** Sets or removes the result of the game. */
export function setResult() {
  const choice = (/** @type {Side|"draw"|null} */ winner, /** @type {string} */ label) =>
    button(null, label, () => box.submit(ask({ t: "result", winner })), {
      disabled: (store.ending?.winner ?? null) === winner,
    });
  const sides = /** @type {Side[]} */ (["p1", "p2"]);
  const box = new Dialog(T.setResult, ({ troubleLine }) => [
    troubleLine,
    h("div.results", [
      sides.map((side) => choice(side, T.winner(nameOf(side)))),
      choice("draw", T.draw),
      choice(null, T.noResult),
    ]),
  ]);
}

/** The open dialog of the engines, and the traffic that it shows. @type {{box: Dialog, traffic: Map<number, string>}|null} */
let open = null;

export function engines() {
  /** The options of each engine, and what they were drawn from. @type {Map<number, {offered: string, options: Description}>} */
  const known = new Map();
  // What the user types stays while only the state of the engine changes.
  const optionsOf = (/** @type {import("./store.js").Engine} */ engine, /** @type {number} */ n) => {
    const offered = JSON.stringify([engine.state === "ready", engine.options]);
    const before = known.get(n);
    if (before?.offered === offered) return before.options;
    const options = engineOptions(engine, n);
    known.set(n, { offered, options });
    return options;
  };
  const traffic = new Map();
  const box = new Dialog(T.enginesTitle, () =>
    store.engines.map((engine, n) => engineCard(engine, n, optionsOf(engine, n), traffic.get(n))),
  );
  open = { box, traffic };
  const stop = onRedraw(box.draw);
  box.closed = () => {
    open = null;
    stop();
  };
}

/** @param {import("./store.js").Engine} engine @param {number} n @param {Description} options @param {string|undefined} traffic */
function engineCard({ name, state, trouble }, n, options, traffic) {
  return h("section.engine", { "data-state": state }, [
    h("header", [
      h("h3", name),
      h("span.state", T.engineStates[state] ?? state),
      button(null, T.restart, () => send({ t: "restart", engine: n })),
      button(null, T.showTraffic, () => send({ t: "traffic", engine: n })),
    ]),
    trouble && h("p.trouble", refusalText(trouble)),
    options,
    traffic !== undefined &&
      h("pre.traffic", { "data-engine": n, tabindex: "0", "aria-label": T.showTraffic }, traffic),
  ]);
}

/** The options of an engine, which are known once it is ready. @param {import("./store.js").Engine} engine @param {number} n */
function engineOptions(engine, n) {
  const rows = engine.options.map((option) =>
    optionRow(engine, option, (value) => void send({ t: "option", engine: n, name: option.name, value })),
  );
  const isEmpty = rows.length === 0 && engine.state === "ready";
  return h("div.options", isEmpty ? h("p.none", T.noOptions) : rows);
}

/** @param {import("./store.js").Engine} engine @param {import("../types.js").OptionLine} option @param {(value: string|null) => void} changed */
function optionRow(engine, option, changed) {
  const value = engine.set[option.name] ?? ("default" in option ? String(option.default) : "");
  const name = T.optionNames[option.name] ?? option.name;
  const onchange = (/** @type {any} */ { target }) => target.reportValidity() && changed(target.value);
  switch (option.type) {
    case "spin":
      return field(name, numberOf(option.min, option.max, 1, { value, onchange }));
    case "check":
      return checkOf(name, String(value) === "true", (checked) => changed(String(checked)));
    case "combo": {
      const options = option.choices.map((word) => [word, word]);
      return field(name, selectOf(options, { value, onchange }));
    }
    case "text": {
      const shown = value === EMPTY ? "" : value;
      return field(name, h("input", { ...PLAIN, value: shown, onchange }));
    }
    default:
      return field(
        name,
        button(null, T.press, () => changed(null)),
      );
  }
}

/** Shows the traffic of an engine in the open dialog. @param {number} engine @param {string} text */
export function showTraffic(engine, text) {
  if (!open) return;
  open.traffic.set(engine, text);
  open.box.draw();
  const shown = open.box.element.querySelector(`[data-engine="${engine}"]`);
  shown?.scrollTo(0, shown.scrollHeight);
}

/** The settings of each group in `T.settingGroups`. */
const GROUPS = [
  ["language", "theme", "boardTheme", "pieceSet", "coordinates", "animation"],
  ["confirm", "hints", "assistance", "autoFlip", "arrows", "sounds"],
];

/** The settings whose choices have samples, and the attributes that give them their look. @type {Record<string, string>} */
const SAMPLES = { boardTheme: "data-board-theme", pieceSet: "data-piece-set" };

/** A choice of looks. @param {string} name @param {Dialog} dialog */
function looks(name, { draw }) {
  const [label, names] = T.choices[name];
  const choices = Object.entries(names).map(([value, text]) => ({
    value,
    label: text,
    content: [h("span", { class: "sample", [SAMPLES[name]]: value }, h("i.colour"), h("i.colour")), text],
  }));
  return fieldGroup(
    label,
    radiosOf("chip", label, choices, settings[name], (value) => (set(name, value), draw())),
  );
}

/** Changes the settings. */
export function preferences() {
  const setting = (/** @type {string} */ name, /** @type {Dialog} */ dialog) => {
    if (name in SAMPLES) return looks(name, dialog);
    if (name in T.switches) return checkOf(T.switches[name], settings[name], (on) => set(name, on));
    const [label, options] = T.choices[name];
    // With another language, the page is reloaded when the server has kept the setting.
    const onchange = (/** @type {any} */ { target }) => set(name, target.value);
    return field(label, selectOf(options, { value: settings[name], onchange }));
  };
  new Dialog(T.settings, (dialog) => [
    GROUPS.map((names, n) => [h("h3", T.settingGroups[n]), names.map((name) => setting(name, dialog))]),
    h("p", [button("keys", T.keys, () => keys())]),
    h("h3", T.profile),
    h("p.exchange", [
      button("save", T.profileExport, () => download(PROFILE, profileText(), "application/json")),
      h("label.file", [
        icon("open"),
        T.profileImport,
        h("input", { type: "file", accept: ".json", onchange: ({ target }) => void importProfile(target, dialog) }),
      ]),
    ]),
    dialog.troubleLine,
  ]);
}

/** Adds the settings and the progress of a file. A file that is refused changes nothing. @param {HTMLInputElement} input @param {Dialog} box */
async function importProfile(input, box) {
  const [file] = input.files ?? [];
  // The same file may be chosen again.
  input.value = "";
  if (!file) return;
  try {
    await ask({ t: "profile", ...readProfile(await file.text()) });
    box.close();
    notice(T.profileImported);
  } catch (error) {
    const { message } = /** @type {Error} */ (error);
    box.fail(new Error(T.profileRefused(error instanceof RefusedError ? T.profileDamaged : message)));
  }
}

/** Lists the keys. */
export function keys() {
  new Dialog(T.keys, () => h("dl.keys", [T.keyList.map(([key, what]) => [h("dt", key), h("dd", what)])]));
}

// The dialog "New game". The quick choices at its top set the fields below "More options", which are sent.

import { ask } from "./api.js";
import { bound, checkOf, Dialog, field, form, numberOf, PLAIN, radiosOf, selectOf, submitButton } from "./dialog.js";
import { button } from "./dom.js";
import { families, familyOf, mainGame } from "./game-families.js";
import { nextPlayer } from "./game-commands.js";
import { isLocal } from "./game-link.js";
import { namedLevels, nearestLevel } from "./levels.js";
import { invite } from "./invite-dialog.js";
import { reportSaved } from "./import-export.js";
import {
  gameOptions,
  playerConfig,
  playerFields,
  playerValues,
  presetOf,
  setPreset,
  timeConfig,
  timeFields,
  timeValues,
} from "./player-inputs.js";
import { isConnected } from "./proposals.js";
import { deviceSide, ownSide, takeSide } from "./own-side.js";
import { gamePicture } from "./pictures.js";
import { h } from "./render.js";
import { focusBoard, showBoard, visitScreen } from "./router.js";
import { toggleRules } from "./rules-panel.js";
import { set, settings } from "./settings.js";
import { otherSide, store } from "./store.js";
import { T } from "./texts.js";

/** @typedef {import("./render.js").Child} Child */
/** @typedef {import("./dialog.js").Choice} Choice */

/** The presets of the clock: minutes, and seconds added per move. */
const CLOCKS = [
  [3, 2],
  [5, 3],
  [10, 5],
  [30, 0],
];
/** The presets of two computers: seconds per move. */
const PACES = ["1", "5"];
/** The level that is chosen first, by its position among the named ones. */
const FIRST_LEVEL = 1;

/** @typedef {import("../types.js").PlayerConfig} PlayerConfig */
/** @typedef {"computer"|"person"|"device"|"link"|"computers"} Opponent */

const isHuman = (/** @type {import("./player-inputs.js").PlayerValues} */ { who }) => who === "human";

/** Opens the dialog that was requested before the state of the board was known. */
let openEarly = () => {};

/** The state of the board is known now. */
export function boardKnown() {
  openEarly();
  openEarly = () => {};
}

/**
 * Opens the dialog. The board follows when the game has begun.
 * @param {{game?: string, fen?: string, opponent?: Opponent, isFirst?: boolean}|null} [from] the initial values of the dialog; `isFirst`: a
 * first game, against the weakest level
 * @param {() => void} [begun]
 */
export function newGame(from = null, begun = () => {}) {
  if (!store.known) {
    openEarly = () => newGame(from, begun);
    return;
  }
  const values = {
    game: from?.game ?? store.game.id,
    fen: from?.fen ?? "",
    series: "1",
    /** Whether the pieces are set up at random. */
    random: false,
    seed: String(Math.floor(Math.random() * 1_000_000)),
    balanced: true,
  };
  /** The players of both sides. */
  const players = store.players.map((player) => playerValues(nextPlayer(player)));
  const time = timeValues();
  /** Whether the sides are drawn by lot. */
  let isRandom = false;
  /** Where another person plays, and whether the second side is the one of this device then. @type {"here"|"device"|"link"} */
  let where = store.game.link ? "link" : deviceSide() ? "device" : "here";
  let isSecondDevice = ownSide() === "p2";

  const engineNow = () => players.find((one) => !isHuman(one))?.who ?? "0";
  const levels = () => store.engines[Number(engineNow())]?.levels ?? null;
  const engines = () => players.filter((one) => !isHuman(one));
  const levelNow = () => engines().at(-1)?.level ?? "";
  const setLevel = (/** @type {string} */ level) => {
    const range = levels();
    const chosen = level || (range ? String(namedLevels(range)[FIRST_LEVEL].level) : "");
    for (const one of engines()) one.level = chosen;
  };
  /** Whether the levels of the engine are known, and a first game needs the weakest. */
  let hasLevels = false;
  let wantsLevel = false;
  /** Chooses a named level as soon as the engine has loaded. */
  const chooseLevel = () => {
    const range = levels();
    if (hasLevels || !range) return;
    for (const one of engines()) if (one.level) one.level = String(nearestLevel(Number(one.level), range));
    if (wantsLevel) setLevel(String(range[0]));
    // The dialog was open before.
    else if (isDrawn && levelNow() === "") setLevel("");
    hasLevels = true;
  };
  let isDrawn = false;
  /** @returns {Opponent} */
  const opponent = () => {
    const humans = players.filter(isHuman).length;
    if (humans === 2) return where === "here" ? "person" : where;
    return humans === 1 ? "computer" : "computers";
  };
  const isElsewhere = () => ["device", "link"].includes(opponent());
  const isSecond = () => (isElsewhere() ? isSecondDevice : isHuman(players[1]));
  const setOpponent = (/** @type {Opponent} */ kind) => {
    const [engine, level] = [engineNow(), levelNow()];
    const own = opponent() === "computer" && isSecond() ? 1 : 0;
    if (opponent() === "computer") isSecondDevice = own === 1;
    where = kind === "device" || kind === "link" ? kind : "here";
    if (kind === "link") setPreset(time, "none");
    // Without a clock engines need a time for each move; the dialog shows it.
    if (kind === "computers" && time.kind === "none") setPreset(time, PACES[0]);
    if (kind !== "computers" && PACES.includes(presetOf(time))) setPreset(time, "none");
    players.forEach((one, n) => {
      const isEngine = kind === "computers" || (kind === "computer" && n !== own);
      one.who = isEngine ? engine : "human";
    });
    setLevel(level);
  };
  const setSide = (/** @type {string} */ side) => {
    isRandom = side === "random";
    if (isRandom || isSecond() === (side === "second")) return;
    // Names and levels change sides too.
    players.reverse();
    isSecondDevice = side === "second";
  };
  const setClock = (/** @type {string} */ value) => {
    const isOwn = value === "own";
    if (!isOwn) return setPreset(time, value);
    if (time.kind === "none") setPreset(time, CLOCKS[1].join("+"));
    box.draw();
    const more = /** @type {HTMLDetailsElement} */ (box.element.querySelector("details"));
    more.open = true;
    /** @type {HTMLElement|null} */ (
      more.querySelector(`[name="${time.kind === "clock" ? "minutes" : "time"}"]`)
    )?.focus();
  };
  const setGame = (/** @type {string} */ id) => {
    // A position belongs to its rules.
    values.fen = "";
    values.game = id;
  };

  const groups = families(store.games);
  const familyNow = () => familyOf(groups, values.game);

  /** @param {string} look @param {string} label @param {Choice[]} choices @param {string} now @param {(value: any) => void} choose */
  const radios = (look, label, choices, now, choose) =>
    radiosOf(look, label, choices, now, (value) => (choose(value), box.draw()));

  const gameTiles = () => {
    const group = familyNow();
    const choices = groups.map((one) => ({
      value: one.name,
      label: one.name,
      content: [gamePicture(mainGame(one).id), h("span", one.name)],
    }));
    return radios("tile", T.game, choices, group.name, (name) => {
      const chosen = groups.find((one) => one.name === name);
      if (chosen && chosen !== group) setGame(mainGame(chosen).id);
    });
  };
  const variantChips = () => {
    const choices = familyNow().games.map(({ id, label }) => ({ value: id, label }));
    return choices.length > 1 && row(T.variant, radios("chip", T.variant, choices, values.game, setGame));
  };
  const opponents = () => {
    /** @type {Record<string, string>} */
    const device = store.shared ? { device: T.personElsewhere } : {};
    const people = { person: T.personHere, ...device, link: T.personByLink };
    const choices = choicesOf({ computer: T.computer, ...people, computers: T.computers });
    return row(T.opponent, radios("", T.opponent, choices, opponent(), setOpponent));
  };
  const levelTiles = () => {
    const range = engines().length > 0 && levels();
    const choices = (range ? namedLevels(range) : []).map(({ level, name, text }) => ({
      value: String(level),
      label: `${name}. ${text}`,
      content: [h("b", name), text],
    }));
    return range && row(T.levelTitle, radios("level", T.levelTitle, choices, levelNow(), setLevel));
  };
  const sides = () => {
    const choices = choicesOf({ first: T.sideFirst, second: T.sideSecond, random: T.sideRandom });
    const now = isRandom ? "random" : isSecond() ? "second" : "first";
    return row(T.youPlay, radios("", T.youPlay, choices, now, setSide));
  };
  const clocks = (/** @type {boolean} */ isWatched) => {
    const choices = [
      ...(isWatched ? PACES.map((value) => ({ value, label: T.paceOf(Number(value)) })) : []),
      ...(isWatched ? [] : choicesOf({ none: T.timeNone })),
      ...CLOCKS.map(([m, s]) => ({ value: `${m}+${s}`, label: T.clockOf(m, s) })),
      ...choicesOf({ own: T.clockOwn }),
    ];
    const now = choices.some(({ value }) => value === presetOf(time)) ? presetOf(time) : "own";
    return row(T.clockTitle, radios("chip", T.clockTitle, choices, now, setClock));
  };
  const hasRandom = () => store.games.find(({ id }) => id === values.game)?.random_setup;
  const randomFields = () => {
    const detail = () =>
      h("div.pair", [
        field(T.randomSeed, numberOf(0, 4_294_967_295, 1, bound(values, "seed"))),
        checkOf(T.randomBalanced, values.balanced, (on) => (values.balanced = on)),
      ]);
    const use = checkOf(T.randomSetup, values.random, (on) => (values.random = on));
    return hasRandom() && h("div.random", use, values.random && detail());
  };
  const more = (/** @type {Child} */ rows, /** @type {boolean} */ isWatched) =>
    h(
      "details.more-options",
      {
        // An invalid number in the folded part could not be seen.
        mounted: (made) => made.addEventListener("invalid", () => (made.open = true), true),
      },

      h("summary", T.moreOptions),
      field(T.game, selectOf(gameOptions(), bound(values, "game"))),
      field(T.position, h("input", { ...PLAIN, placeholder: T.startPosition, ...bound(values, "fen") })),
      rows,
      opponent() !== "link" && timeFields(time),
      isWatched && field(T.seriesLength, numberOf(1, 1000, 1, bound(values, "series"))),
      randomFields(),
    );

  const content = (/** @type {Dialog} */ { draw, troubleLine }) => {
    chooseLevel();
    isDrawn = true;
    const kind = opponent();
    const isWatched = kind === "computers";
    const rows = h("div.rows", [playerFields(players[0], T.firstPlayer), playerFields(players[1], T.secondPlayer)]);
    return form(() => void submit(), { onchange: draw }, [
      gameTiles(),
      h("p.about-game", [
        button("rules", T.rules, () => (box.close(), toggleRules(values.game)), { class: "quiet" }),
        button("cap", T.lessonOf, () => (box.close(), visitScreen("learn", values.game)), { class: "quiet" }),
      ]),
      variantChips(),
      opponents(),
      isWatched ? rows : levelTiles(),
      (kind === "computer" || isElsewhere()) && sides(),
      kind === "link" ? h("p.small", isLocal() ? T.linkLocal : T.linkHow) : clocks(isWatched),
      more(!isWatched && rows, isWatched),
      troubleLine,
      h("footer", [
        button(null, T.cancel, () => box.close(), { class: "big" }),
        submitButton(T.begin, { class: "main big", autofocus: true }),
      ]),
    ]);
  };

  const submit = async () => {
    const byKeyboard = document.activeElement?.matches(":focus-visible");
    const named = players.filter((one) => isHuman(one) && one.name.trim());
    if (named.length === 1) set("playerName", named[0].name.trim());
    const kind = opponent();
    /** @type {[PlayerConfig, PlayerConfig]} */
    const configs = [playerConfig(players[0]), playerConfig(players[1])];
    /** @type {import("./store.js").Side} */
    let side = isSecondDevice ? "p2" : "p1";
    if (isRandom && (kind === "computer" || isElsewhere()) && Math.random() < 0.5) {
      configs.reverse();
      side = otherSide(side);
    }
    // The other device follows: it keeps the other side.
    const own = deviceSide();
    const swapped = kind === "device" && own !== null && own !== side;
    const sent = ask({
      t: "new",
      game: values.game,
      fen: values.fen.trim() || null,
      players: configs,
      time: timeConfig(time),
      series: kind === "computers" ? Number(values.series) - 1 : 0,
      swapped,
      // Devices that play the game before only watch then.
      one_device: kind === "person" && store.devices.some(Boolean),
      by_link: kind === "link" ? side : null,
      ...(hasRandom() && values.random && { random: { seed: Number(values.seed), balanced: values.balanced } }),
    });
    const answer = await box.submit(sent);
    if (answer === undefined) return;
    begun();
    showBoard();
    reportSaved("saved" in answer ? answer.saved : null);
    if (byKeyboard) focusBoard();
    if ("proposed" in answer) return;
    if (kind !== "device") takeSide(null);
    else if (!own) takeSide(side);
    if (kind === "device" && !isConnected(otherSide(side))) invite();
  };
  if (from?.opponent) setOpponent(from.opponent);
  wantsLevel = Boolean(from?.isFirst);
  chooseLevel();
  const mine = isSecondDevice ? players[1] : players.find(isHuman);
  if (mine) {
    mine.hint = T.youName;
    if (isHuman(mine)) mine.name ||= settings.playerName;
  }
  const box = new Dialog(T.newGame, content, { class: "new-game" });
}

/** @param {Record<string, string>} labels by value @returns {Choice[]} */
const choicesOf = (labels) => Object.entries(labels).map(([value, label]) => ({ value, label }));

/** A line of the dialog. @param {string} label @param {Child} content */
function row(label, content) {
  return h("div.quick", h("span.quick-label", { "aria-hidden": "true" }, label), content);
}

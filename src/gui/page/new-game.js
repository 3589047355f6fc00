// The dialog "New game". The quick choices at its top set the fields below "More options", which are sent.

import { ask } from "./api.js";
import { check, amount, choice, dialog, field, reveal, submit, troubleLine } from "./dialog.js";
import { button, el, put, putIfChanged, setAttribute } from "./dom.js";
import { families, mainGame } from "./game-families.js";
import { nextPlayer } from "./game-commands.js";
import { gamePicture } from "./game-picture.js";
import { namedLevels, nearestLevel } from "./levels.js";
import { makeOneStop } from "./one-stop.js";
import { gameOptions, playerInputs, timeInputs } from "./player-inputs.js";
import { isConnected } from "./proposals.js";
import { ownSide, takeSide } from "./own-side.js";
import { focusBoard } from "./router.js";
import { set, settings } from "./settings.js";
import { otherSide, store } from "./store.js";
import { T } from "./texts.js";

/** The presets of the clock: minutes, and seconds added per move. */
const CLOCKS = [
  [3, 2],
  [5, 3],
  [10, 5],
  [30, 0],
];
/** The presets of two computers: seconds per move. */
const PACES = [1, 5];
/** The level that is chosen first, by its position among the named ones. */
const FIRST_LEVEL = 1;

/** @typedef {import("../types.js").PlayerConfig} PlayerConfig */
/** @typedef {"computer"|"person"|"device"|"computers"} Opponent */

/**
 * @param {(saved: import("./store.js").Entry|null) => void} begun receives the entry of the previous game if it was saved
 * @param {{game?: string, fen?: string, opponent?: Opponent}|null} [from] the initial values of the dialog
 */
export function newGame(begun, from = null) {
  const game = choice(gameOptions(), from?.game ?? store.game.id, { onchange: () => draw() });
  const fen = el("input", {
    type: "text",
    placeholder: T.startPosition,
    spellcheck: "false",
    autocomplete: "off",
    value: from?.fen ?? "",
  });
  const [one, two] = store.players.map(nextPlayer);
  const inputs = [playerInputs(one, T.firstPlayer), playerInputs(two, T.secondPlayer)];
  const [first, second] = inputs;
  const time = timeInputs();
  const series = amount(1, 1, 1000);
  const seriesRow = field(T.seriesLength, series);
  const random = randomInputs();
  /** Whether the sides are drawn by lot. */
  let isRandom = false;
  /** Whether the other person plays on another device, and the side of this one. */
  let isDevice = ownSide() !== null;
  let deviceSide = ownSide() === "p2" ? "second" : "first";

  const isHuman = (/** @type {typeof first} */ one) => one.who.value === "human";
  const setWho = (/** @type {typeof first} */ one, /** @type {string} */ who) => {
    one.who.value = who;
    one.who.dispatchEvent(new Event("change"));
  };
  const engineNow = () => [first, second].map(({ who }) => who.value).find((who) => who !== "human") ?? "0";
  /** @returns {Opponent} */
  const opponent = () => {
    const humans = inputs.filter(isHuman).length;
    if (humans === 2) return isDevice ? "device" : "person";
    return humans === 1 ? "computer" : "computers";
  };
  const setOpponent = (/** @type {Opponent} */ kind) => {
    const engine = engineNow();
    const level = levelValue();
    const isSecond = isHuman(second) && !isHuman(first);
    const whos = {
      person: ["human", "human"],
      device: ["human", "human"],
      computers: [engine, engine],
      computer: isSecond ? [engine, "human"] : ["human", engine],
    };
    isDevice = kind === "device";
    // Without a clock engines need a time for each move; the dialog shows it.
    if (kind === "computers" && time.preset === "none") time.setMove(PACES[0]);
    if (kind !== "computers" && PACES.map(String).includes(time.preset)) time.set(null);
    whos[kind].forEach((who, n) => who !== inputs[n].who.value && setWho(inputs[n], who));
    setLevel(level);
    draw();
  };
  const levels = () => store.engines[Number(engineNow())]?.levels ?? null;
  const engineInputs = () => inputs.filter((one) => !isHuman(one));
  const levelValue = () => engineInputs().at(-1)?.level.value ?? "";
  const setLevel = (/** @type {string} */ value) => {
    const range = levels();
    const chosen = value || (range ? String(namedLevels(range)[FIRST_LEVEL].level) : "");
    for (const { level } of engineInputs()) level.value = chosen;
  };
  const setSide = (/** @type {string} */ side) => {
    isRandom = side === "random";
    const isSecond = opponent() === "device" ? deviceSide === "second" : isHuman(second);
    if (opponent() === "device") {
      if (!isRandom && isSecond !== (side === "second")) {
        deviceSide = side;
        [first.name.value, second.name.value] = [second.name.value, first.name.value];
      }
    } else if (!isRandom && isSecond !== (side === "second")) {
      const [level, engine] = [levelValue(), engineNow()];
      const name = inputs.find(isHuman)?.name.value ?? "";
      setWho(first, isSecond ? "human" : engine);
      setWho(second, isSecond ? engine : "human");
      setLevel(level);
      for (const one of inputs.filter(isHuman)) one.name.value = name;
    }
    draw();
  };

  // The quick choices.
  const groups = families(store.games);
  const tiles = el("div", { class: "tiles", role: "radiogroup", "aria-label": T.game });
  const variants = el("div", { class: "chips", role: "radiogroup", "aria-label": T.variant });
  const variantRow = row(T.variant, variants);
  const opponents = segment(T.opponent, [
    ["computer", T.computer],
    ["person", T.personHere],
    .../** @type {[string, string][]} */ (store.shared ? [["device", T.personElsewhere]] : []),
    ["computers", T.computers],
  ]);
  const levelTiles = el("div", { class: "levels", role: "radiogroup", "aria-label": T.levelTitle });
  const levelRow = row(T.levelTitle, levelTiles);
  const sides = segment(T.youPlay, [
    ["first", T.sideFirst],
    ["second", T.sideSecond],
    ["random", T.sideRandom],
  ]);
  const sideRow = row(T.youPlay, sides.host);
  const clocks = el("div", { class: "chips", role: "radiogroup", "aria-label": T.clockTitle });

  const familyNow = () => groups.find(({ games }) => games.some(({ id }) => id === game.value)) ?? groups[0];
  const chooseGame = (/** @type {string} */ id) => {
    game.value = id;
    // A position belongs to its rules.
    fen.value = "";
    draw();
  };
  put(
    tiles,
    ...groups.map((group) => {
      const onclick = () => familyNow() !== group && chooseGame(mainGame(group).id);
      return radio("tile", group.name, onclick, gamePicture(mainGame(group).id), el("span", {}, group.name));
    }),
  );

  /** Shows the values of the fields in the quick choices. */
  function draw() {
    const group = familyNow();
    groups.forEach((one, n) => setAttribute(tiles.children[n], "aria-checked", String(one === group)));
    variantRow.hidden = group.games.length < 2;
    putIfChanged(variants, [group.games, game.value], () =>
      group.games.map(({ id, label }) => {
        const made = radio("chip", label, () => chooseGame(id), label);
        made.dataset.key = id;
        setAttribute(made, "aria-checked", String(id === game.value));
        return made;
      }),
    );
    const kind = opponent();
    opponents.show(kind);
    const range = levels();
    const named = kind === "person" || kind === "device" || !range ? [] : namedLevels(range);
    levelRow.hidden = named.length === 0;
    const level = levelValue();
    putIfChanged(levelTiles, [named, level], () =>
      named.map(({ level: value, name, text }) => {
        const made = radio(
          "level",
          `${name}. ${text}`,
          () => (setLevel(String(value)), draw()),
          el("b", {}, name),
          text,
        );
        made.dataset.key = String(value);
        setAttribute(made, "aria-checked", String(String(value) === level));
        return made;
      }),
    );
    sideRow.hidden = kind !== "computer" && kind !== "device";
    const side = kind === "device" ? deviceSide : isHuman(second) ? "second" : "first";
    sides.show(isRandom ? "random" : side);
    // Who plays against whom is in sight before two computers begin.
    const place = kind === "computers" ? engineRows : playerRows;
    if (first.row.parentElement !== place) place.append(first.row, second.row);
    const now = time.preset;
    const presets = [
      ...(kind === "computers" ? PACES.map((seconds) => [String(seconds), T.paceOf(seconds)]) : [["none", T.timeNone]]),
      ...CLOCKS.map(([m, s]) => [`${m}+${s}`, T.clockOf(m, s)]),
      ["own", T.clockOwn],
    ];
    const isPreset = presets.some(([value]) => value === now);
    putIfChanged(clocks, [now], () =>
      presets.map(([value, label]) => {
        const made = radio("chip", label, () => chooseClock(value), label);
        made.dataset.key = value;
        setAttribute(made, "aria-checked", String(isPreset ? value === now : value === "own"));
        return made;
      }),
    );
    reveal(seriesRow, kind === "computers");
    random.row.hidden = !store.games.find(({ id }) => id === game.value)?.random_setup;
  }
  const chooseClock = (/** @type {string} */ value) => {
    if (value === "own") {
      more.open = true;
      if (time.preset === "none") time.set(CLOCKS[1][0], CLOCKS[1][1]);
      time.focus();
    } else if (value === "none") time.set(null);
    else if (PACES.map(String).includes(value)) time.setMove(Number(value));
    else time.set(.../** @type {[number, number]} */ (value.split("+").map(Number)));
    draw();
  };
  opponents.host.addEventListener("change", () => setOpponent(/** @type {Opponent} */ (opponents.value)));
  sides.host.addEventListener("change", () => setSide(sides.value));

  for (const group of [tiles, variants, opponents.host, levelTiles, sides.host, clocks]) makeOneStop(group);

  const trouble = troubleLine();
  const onsubmit = async (/** @type {Event} */ event) => {
    event.preventDefault();
    const byKeyboard = document.activeElement?.matches(":focus-visible");
    /** @type {[PlayerConfig, PlayerConfig]} */
    const players = [first.config, second.config];
    const named = inputs.filter((one) => isHuman(one) && one.name.value.trim());
    if (named.length === 1) set("playerName", named[0].name.value.trim());
    const kind = opponent();
    /** @type {import("./store.js").Side} */
    let side = deviceSide === "second" ? "p2" : "p1";
    if (isRandom && ["computer", "device"].includes(kind) && Math.random() < 0.5) {
      players.reverse();
      side = otherSide(side);
    }
    // The other device follows: it keeps the other side.
    const own = ownSide();
    const swapped = kind === "device" && own !== null && own !== side;
    const sent = ask({
      t: "new",
      game: game.value,
      fen: fen.value.trim() || null,
      players,
      time: time.config,
      series: seriesRow.hidden ? 0 : Number(series.value) - 1,
      swapped,
      ...random.config,
    });
    const answer = await submit(box, trouble, sent);
    if (answer === undefined) return;
    begun("saved" in answer ? answer.saved : null);
    if (byKeyboard) focusBoard();
    if ("proposed" in answer) return;
    if (kind !== "device") takeSide(null);
    else if (!own) takeSide(side);
    if (kind === "device" && !isConnected(otherSide(side))) (await import("./invite-dialog.js")).invite();
  };
  const engineRows = el("div", { class: "rows" });
  const playerRows = el("div", { class: "rows" }, first.row, second.row);
  const more = el(
    "details",
    { class: "more-options" },
    el("summary", {}, T.moreOptions),
    field(T.game, game),
    field(T.position, fen),
    playerRows,
    ...time.rows,
    seriesRow,
    random.row,
  );
  // An invalid number in the folded part could not be seen.
  more.addEventListener("invalid", () => (more.open = true), true);
  more.addEventListener("change", () => draw());
  const form = el(
    "form",
    { method: "dialog", onsubmit },
    tiles,
    variantRow,
    row(T.opponent, opponents.host),
    levelRow,
    engineRows,
    sideRow,
    row(T.clockTitle, clocks),
    more,
    trouble,
    el(
      "footer",
      {},
      button(null, T.cancel, () => box.close(), { class: "big" }),
      el("button", { type: "submit", class: "main big", autofocus: true }, T.begin),
    ),
  );
  // The nearest named level, so that one of them is chosen.
  const range = levels();
  for (const { level } of engineInputs()) {
    if (range && level.value !== "") level.value = String(nearestLevel(Number(level.value), range));
  }
  if (from?.opponent) setOpponent(from.opponent);
  const mine = deviceSide === "second" ? second : inputs.find(isHuman);
  if (mine) {
    mine.name.placeholder = T.youName;
    if (isHuman(mine)) mine.name.value ||= settings.playerName;
  }
  draw();
  const box = dialog(T.newGame, form);
  box.classList.add("new-game");
}

/** A line of the dialog. @param {string} label @param {HTMLElement} content */
function row(label, content) {
  return el("div", { class: "quick" }, el("span", { class: "quick-label", "aria-hidden": "true" }, label), content);
}

/** A button that is one of few. @param {string} name @param {string} label @param {() => void} onclick @param {...import("./dom.js").Child} content */
function radio(name, label, onclick, ...content) {
  return el("button", { type: "button", role: "radio", class: name, "aria-label": label, onclick }, ...content);
}

/** A control with one of few values. It reports a change by the event of that name. @param {string} label @param {[string, string][]} options */
function segment(label, options) {
  let value = "";
  const buttons = options.map(([option, text]) =>
    radio("", text, () => (show(option), host.dispatchEvent(new Event("change"))), text),
  );
  const host = el("div", { class: "seg", role: "radiogroup", "aria-label": label }, ...buttons);
  const show = (/** @type {string} */ next) => {
    value = next;
    options.forEach(([option], n) => setAttribute(buttons[n], "aria-checked", String(option === value)));
  };
  return {
    host,
    show,
    get value() {
      return value;
    },
  };
}

/** The inputs for a random set-up, for games that offer one. */
function randomInputs() {
  const seed = amount(Math.floor(Math.random() * 1_000_000), 0, 4_294_967_295);
  const balanced = check(T.randomBalanced, true);
  const detail = el("div", { class: "pair" }, field(T.randomSeed, seed), balanced.row);
  const use = check(T.randomSetup, false, (checked) => reveal(detail, checked));
  reveal(detail, false);
  const host = el("div", { class: "random" }, use.row, detail);
  return {
    row: host,
    /** The part of the request. */
    get config() {
      if (host.hidden || !use.input.checked) return {};
      return { random: { seed: Number(seed.value), balanced: balanced.input.checked } };
    },
  };
}

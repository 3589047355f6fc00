// The dialogs: new game, open, save, engines, rules, settings.

import { button, el, put } from "./dom.js";
import { textOf } from "./scene.js";
import { set, settings } from "./settings.js";
import { table } from "./state.js";
import { T } from "./texts.js";

/** The longest record that is sent, in characters. */
const LONGEST = 3_500_000;

/**
 * A dialog, which is left by its `leave`; whoever has something to lose in it may have another one.
 * @param {string} title
 * @param {...(Node|null)} content
 * @returns {any}
 */
export function dialog(title, ...content) {
  const close = button("close", T.close, () => box.leave(), { short: true, class: "quiet close" });
  // A press beside it closes it, not one that began in it, as that which marks a text.
  let beside = false;
  const box = el("dialog", { "aria-label": title, onclose: () => box.remove(), onpointerdown: (event) => { beside = event.target === box; }, onclick: (event) => { if (beside && event.target === box) box.leave(); }, oncancel: (event) => { if (event.target !== box) return; event.preventDefault(); box.leave(); } },
    el("div", { class: "sheet" }, el("header", {}, el("h2", {}, title), close), ...content));
  box.leave = () => box.close();
  document.body.append(box);
  box.showModal();
  // It is read from its beginning, wherever the focus is.
  box.scrollTop = 0;
  return box;
}

/** The dialog whose wish is on its way, where it says why that is refused, and what follows when it is done. @type {{box: any, trouble: any, done: () => void}|null} */
let wishing = null;

/** A line of a dialog for why its wish is refused. */
function troubleLine() {
  return el("p", { class: "trouble", role: "alert" });
}

/** Says what a dialog wishes for; it stays until that is done. @param {any} box @param {any} trouble @param {() => boolean} say @param {() => void} [done] */
function wish(box, trouble, say, done = () => {}) {
  trouble.textContent = "";
  wishing = { box, trouble, done };
  if (!say()) wishing = null;
}

/** What a dialog wished for has been done. */
export function granted() {
  const found = wishing;
  wishing = null;
  found?.box.close();
  found?.done();
}

/** Something has been refused: the dialog that wished for it says so. Whether there is one. @param {string} why */
export function refused(why) {
  const found = wishing;
  wishing = null;
  if (!found?.box.open) return false;
  found.trouble.textContent = why;
  found.trouble.scrollIntoView({ block: "nearest" });
  return true;
}

/** Asks before something is lost. @param {string} question @param {string} yes @param {string} no @param {() => void} work */
export function ask(question, yes, no, work) {
  const box = dialog(question, el("footer", {}, button(null, no, () => box.close(), { autofocus: true }), button(null, yes, () => { box.close(); work(); }, { class: "main" })));
}

const field = (label, ...inputs) => el("label", { class: "field" }, el("span", {}, label), ...inputs);
const choice = (options, value, onchange) => {
  const select = el("select", { onchange: () => onchange?.(select.value) }, ...options.map(([v, text]) => el("option", { value: v }, text)));
  select.value = String(value);
  return select;
};
const amount = (value, min, max, step = 1) => el("input", { type: "number", value, min, max, step, inputmode: "decimal" });

/** Shows a row or hides it. A number that is hidden may be any: nobody could be asked to correct it. */
function offer(row, is) {
  row.hidden = !is;
  for (const input of row.querySelectorAll("input")) input.disabled = !is;
}

/** The title of a game, or its id until that is known. */
export function titleOf(game, titles) {
  return textOf(titles.get(game)?.title) || game;
}

/**
 * A select for who plays a side, with a level where the engine has some.
 * @param {any} seat
 * @param {string} label
 */
function seatChoice(seat, label) {
  const who = choice([["person", T.person], ...table.engines.map((engine, n) => [String(n), engine.name])], seat?.kind === "engine" ? seat.engine : "person", () => draw());
  who.setAttribute("aria-label", label);
  const level = el("select", { "aria-label": T.levelOf(label) });
  const draw = () => {
    const levels = who.value === "person" ? null : table.engines[Number(who.value)]?.levels;
    level.hidden = !levels;
    if (!levels) return;
    const kept = level.value || String(seat?.level ?? levels[1]);
    put(level, ...Array.from({ length: levels[1] - levels[0] + 1 }, (_, n) => el("option", { value: levels[0] + n }, T.level(levels[0] + n))));
    level.value = kept;
  };
  draw();
  return {
    inputs: [who, level],
    get seat() {
      if (who.value === "person") return { kind: "person" };
      return { kind: "engine", engine: Number(who.value), level: level.hidden ? null : Number(level.value) };
    },
  };
}

/**
 * @param {{send: (intention: any) => boolean, titles: Map<string, any>, ask: (game: string) => Promise<any>}} with_
 * @param {{game: string, fen: string, done: () => void}|null} [from] the game and the position that are offered first, and what follows when it has begun
 */
export function newGame({ send, titles, ask }, from = null) {
  const games = table.games.length ? table.games : [table.game.id];
  const game = el("select", { id: "new-game" }, ...games.map((id) => el("option", { value: id }, titleOf(id, titles))));
  game.value = from?.game ?? table.game.id;
  for (const id of games) {
    void ask(id).then(() => { for (const option of game.options) if (option.value === id) option.textContent = titleOf(id, titles); }).catch(() => null);
  }
  const fen = el("input", { type: "text", placeholder: T.startPosition, spellcheck: "false", autocomplete: "off", id: "new-fen", value: from?.fen });
  const first = seatChoice(table.players[0], T.side1), second = seatChoice(table.players[1], T.side2);
  const time = table.time ?? { kind: "none" };
  const seconds = amount(time.kind === "move" ? time.ms / 1000 : 1, 0.05, 3600, 0.05);
  const minutes = amount(time.kind === "clock" ? time.base[0] / 60000 : 5, 0.1, 600, 0.1);
  const added = amount(time.kind === "clock" ? time.increment[0] / 1000 : 3, 0, 600);
  const odds = el("input", { type: "checkbox" });
  if (time.kind === "clock" && (time.base[0] !== time.base[1] || time.increment[0] !== time.increment[1])) odds.checked = true;
  const minutes2 = amount(time.kind === "clock" ? time.base[1] / 60000 : 5, 0.1, 600, 0.1);
  const added2 = amount(time.kind === "clock" ? time.increment[1] / 1000 : 3, 0, 600);
  const series = amount(1, 1, 1000);
  const moveRow = field(T.secondsTurn, seconds);
  const clockRow = el("div", { class: "pair" }, field(T.minutes, minutes), field(T.increment, added));
  const oddsRow = el("label", { class: "check" }, odds, T.odds);
  const oddsPair = el("div", { class: "pair" }, field(T.minutes, minutes2), field(T.increment, added2));
  const seriesRow = field(T.series, series);
  const kind = choice([["none", T.timeNone], ["move", T.timeMove], ["clock", T.timeClock]], time.kind, () => draw());
  const draw = () => {
    const isClock = kind.value === "clock";
    offer(moveRow, kind.value === "move");
    offer(clockRow, isClock);
    offer(oddsRow, isClock);
    offer(oddsPair, isClock && odds.checked);
    offer(seriesRow, first.inputs[0].value !== "person" && second.inputs[0].value !== "person");
  };
  for (const input of [odds, first.inputs[0], second.inputs[0]]) input.addEventListener("change", draw);
  draw();
  const ms = (input, unit) => Math.round(Number(input.value) * unit);
  const control = () => {
    if (kind.value === "move") return { kind: "move", ms: ms(seconds, 1000) };
    if (kind.value !== "clock") return { kind: "none" };
    const [m, a] = odds.checked ? [minutes2, added2] : [minutes, added];
    return { kind: "clock", base: [ms(minutes, 60000), ms(m, 60000)], increment: [ms(added, 1000), ms(a, 1000)] };
  };
  const trouble = troubleLine();
  const form = el("form", { method: "dialog", onsubmit: (event) => {
    event.preventDefault();
    wish(box, trouble, () => send({ t: "new", game: game.value, fen: fen.value.trim() || null, players: [first.seat, second.seat], time: control(), series: seriesRow.hidden ? 0 : Number(series.value) - 1 }), from?.done);
  } },
    field(T.game, game), field(T.position, fen), field(T.side1, ...first.inputs), field(T.side2, ...second.inputs),
    field(T.timeTitle, kind), moveRow, clockRow, oddsRow, oddsPair, seriesRow, trouble,
    el("footer", {}, el("button", { type: "submit", class: "main", id: "begin", autofocus: true }, T.begin)));
  const box = dialog(T.newGame, form);
}

/** Who plays a side from now on. */
export function changeSeat(side, name, send) {
  const seat = seatChoice(table.players[side === "p1" ? 0 : 1], name);
  const form = el("form", { method: "dialog", onsubmit: () => send({ t: "seat", side, seat: seat.seat }) },
    field(name, ...seat.inputs), el("footer", {}, el("button", { type: "submit", class: "main" }, T.change)));
  dialog(T.players, form);
}

/** @param {(text: string) => boolean} opened @param {(text: string) => void} notice */
export function open(opened, notice) {
  const text = el("textarea", { rows: 8, spellcheck: "false", placeholder: T.openHint, "aria-label": T.openText, id: "open-text", autofocus: true });
  const file = el("input", { type: "file", onchange: async () => { const read = await readFile(file.files[0], notice); if (read !== null) wish(box, trouble, () => opened(read)); } });
  const trouble = troubleLine();
  const form = el("form", { method: "dialog", onsubmit: (event) => {
    if (text.value.trim() === "") return;
    event.preventDefault();
    wish(box, trouble, () => opened(text.value));
  } }, text, trouble,
    el("footer", {}, el("label", { class: "file" }, T.openFile, file), el("button", { type: "submit", class: "main" }, T.openIt)));
  const box = dialog(T.openTitle, form);
}

/** The text of a file, or `null` with a notice. */
export async function readFile(file, notice) {
  if (!file) return null;
  if (file.size > LONGEST) { notice(T.tooLong); return null; }
  try {
    return await file.text();
  } catch {
    notice(T.unread);
    return null;
  }
}

/** @param {{fen: string, list: string, pgn?: string}} texts @param {string} link @param {() => void} saveSvg @param {(text: string) => void} notice */
export function share(texts, link, saveSvg, notice) {
  const line = (label, text, id) => {
    const input = el("input", { type: "text", readonly: true, value: text, id, onfocus: () => input.select() });
    const copy = button(null, T.copy, async () => {
      input.select();
      try {
        await navigator.clipboard.writeText(text);
        notice(T.copied);
      } catch {
        notice(T.copyHint);
      }
    });
    return field(label, el("span", { class: "with-button" }, input, copy));
  };
  const record = texts.pgn ?? texts.list;
  const saveRecord = button("save", T.saveFile, () => download(`${table.game.id}.${texts.pgn ? "pgn" : "txt"}`, `${record}\n`, "text/plain"), { class: "main" });
  const whole = el("textarea", { rows: 5, readonly: true, spellcheck: "false", id: "share-record", "aria-label": T.record });
  whole.value = record;
  dialog(T.shareTitle, line(T.fen, texts.fen, "share-fen"), line(T.list, texts.list, "share-list"), line(T.link, link, "share-link"), whole,
    el("footer", {}, button("save", T.saveSvg, saveSvg), saveRecord));
}

/** Hands a file to the person. */
export function download(name, text, type) {
  const url = URL.createObjectURL(new Blob([text], { type }));
  el("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** @param {(intention: any) => void} send */
export function engines(send) {
  const cards = table.engines.map((_, n) => engineCard(n, send));
  dialog(T.enginesTitle, ...cards);
}

/** @param {number} n @param {(intention: any) => void} send */
function engineCard(n, send) {
  const title = el("h3", {}), state = el("span", { class: "state" }), trouble = el("p", { class: "trouble" }), options = el("div", { class: "options" });
  const card = el("section", { class: "engine" },
    el("header", {}, title, state, button(null, T.restart, () => send({ t: "restart", engine: n })), button(null, T.showTraffic, () => send({ t: "traffic", engine: n }))),
    trouble, options, el("pre", { class: "traffic", "data-engine": n, tabindex: "0", hidden: true }));
  // What an engine can do is known when it has been asked.
  const draw = () => {
    const engine = table.engines[n];
    if (!engine) return;
    card.dataset.state = engine.state;
    title.textContent = engine.name;
    state.textContent = T[engine.state] ?? engine.state;
    trouble.textContent = engine.trouble;
    trouble.hidden = !engine.trouble;
    const isKnown = engine.state === "ready";
    const key = JSON.stringify([isKnown, engine.options]);
    if (options.dataset.key === key) return;
    options.dataset.key = key;
    const rows = engine.options.map((option) => optionRow(engine, option, (value) => send({ t: "option", engine: n, name: option.name, value })));
    put(options, ...rows, rows.length === 0 && isKnown ? el("p", { class: "none" }, T.noOptions) : null);
  };
  card.addEventListener("changed", draw);
  draw();
  return card;
}

/** The engines have changed: what is shown of them follows. */
export function enginesChanged() {
  for (const card of document.querySelectorAll(".engine")) card.dispatchEvent(new Event("changed"));
}

function optionRow(engine, option, changed) {
  const value = engine.set[option.name] ?? option.default;
  switch (option.type) {
    case "spin": {
      const input = amount(value, option.min, option.max);
      input.addEventListener("change", () => { if (input.reportValidity()) changed(input.value); });
      return field(option.name, input);
    }
    case "check": {
      const input = el("input", { type: "checkbox", onchange: () => changed(String(input.checked)) });
      input.checked = String(value) === "true";
      return el("label", { class: "check" }, input, option.name);
    }
    case "combo": return field(option.name, choice(option.choices.map((word) => [word, word]), value, changed));
    default: return field(option.name, button(null, T.press, () => changed(null)));
  }
}

/** Shows traffic in the dialog that asked for it. */
export function showTraffic(engine, text) {
  for (const box of document.querySelectorAll(".traffic")) {
    if (Number(box.dataset.engine) === engine) { box.hidden = false; box.textContent = text; box.scrollTop = box.scrollHeight; }
  }
}

/** @param {any} about */
export function rules(about) {
  dialog(textOf(about?.title) || T.rules, el("div", { class: "prose" }, ...(Array.isArray(about?.rules) ? about.rules : []).map((rule) => el("p", {}, textOf(rule)))));
}

export function preferences() {
  const check = (name, label) => {
    const input = el("input", { type: "checkbox", onchange: () => set(name, input.checked) });
    input.checked = settings[name];
    return el("label", { class: "check" }, input, label);
  };
  const confirm = choice([["null", T.onTouch], ["true", T.always], ["false", T.never]], String(settings.confirm), (value) => set("confirm", JSON.parse(value)));
  dialog(T.settings,
    field(T.theme, choice([["auto", T.auto], ["light", T.light], ["dark", T.dark]], settings.theme, (value) => set("theme", value))),
    field(T.coordinates, choice([["edge", T.edge], ["places", T.places], ["off", T.off]], settings.coordinates, (value) => set("coordinates", value))),
    field(T.confirmTurns, confirm),
    check("animation", T.animation), check("hints", T.hints), check("autoFlip", T.autoFlip), check("arrows", T.arrows),
    el("h3", {}, T.keys), el("dl", { class: "keys" }, ...T.keyList.flatMap(([key, what]) => [el("dt", {}, key), el("dd", {}, what)])));
}

// The frame and fields of dialogs, and lists of games.

import { messageOf, refusalText } from "./api.js";
import { button, el, put } from "./dom.js";
import { h, make } from "./render.js";
import { titleOf } from "./store.js";
import { T } from "./texts.js";

/**
 * Opens a dialog. A click outside closes it, unless the press began inside. Replace `leave` to ask first.
 * @param {string} title
 * @param {...import("./dom.js").Child} content
 * @returns {any}
 */
export function dialog(title, ...content) {
  let beside = false;
  const leave = () => box.leave();
  const box = el(
    "dialog",
    {
      "aria-label": title,
      onclose: () => box.remove(),
      onpointerdown: (/** @type {Event} */ event) => (beside = event.target === box),
      onclick: (/** @type {Event} */ event) => beside && event.target === box && leave(),
      oncancel: (/** @type {Event} */ event) => {
        if (event.target !== box) return;
        event.preventDefault();
        leave();
      },
    },
    el(
      "div",
      { class: "sheet" },
      el("header", {}, el("h2", {}, title), button("close", T.close, leave, { short: true, class: "quiet close" })),
      ...content,
    ),
  );
  box.leave = () => box.close();
  document.body.append(box);
  box.showModal();
  // The top is visible first, wherever the focus is.
  box.scrollTop = 0;
  return box;
}

/** The line of a dialog that shows why a request was refused. */
export function troubleLine() {
  return el("p", { class: "trouble", role: "alert" });
}

/**
 * Waits for the answer to a request of a dialog. Success closes the dialog; a refusal is shown in it.
 * @param {any} box
 * @param {HTMLElement} trouble
 * @template A
 * @param {Promise<A>} sent
 * @returns {Promise<A|undefined>} the answer, or `undefined` if it was refused
 */
export async function submit(box, trouble, sent) {
  trouble.textContent = "";
  try {
    const answer = await sent;
    box.close();
    return answer;
  } catch (error) {
    trouble.textContent = messageOf(error);
    trouble.scrollIntoView({ block: "nearest" });
    return undefined;
  }
}

/** Asks for confirmation before changes are discarded. @param {string} question @param {string} yes @param {string} no @param {() => void} work */
export function confirmDialog(question, yes, no, work) {
  const done = () => {
    box.close();
    work();
  };
  const box = dialog(
    question,
    el(
      "footer",
      {},
      button(null, no, () => box.close(), { autofocus: true }),
      button(null, yes, done, { class: "main" }),
    ),
  );
}

/** @param {string} label @param {...import("./dom.js").Child} inputs */
export function field(label, ...inputs) {
  return h("label", { class: "field" }, h("span", {}, label), ...inputs);
}

/** A group of inputs with one label. @param {string} label @param {...import("./dom.js").Child} inputs */
export function fieldGroup(label, ...inputs) {
  return h(
    "div",
    { class: "field", role: "group", "aria-label": label },
    h("span", {}, label),
    h("span", { class: "inputs" }, ...inputs),
  );
}

/** Attributes that bind an input to a value. @param {any} values @param {string} name */
export function bound(values, name) {
  const oninput = (/** @type {any} */ { target }) => (values[name] = target.value);
  return { value: values[name], oninput };
}

/** @param {[string, string, string?][]} options value, text, and the label in the list if it differs @param {Record<string, any>} attributes */
export function selectOf(options, attributes) {
  return h(
    "select",
    attributes,
    options.map(([value, text, label]) => h("option", { key: value, value, label: label || null }, text)),
  );
}

/** @param {[string, string][]} options @param {any} value @param {Record<string, any>} [attributes] */
export function choice(options, value, attributes = {}) {
  return make(selectOf(options, { ...attributes, value }));
}

/** @param {number} min @param {number} max @param {number} step @param {Record<string, any>} attributes */
export function numberOf(min, max, step, attributes) {
  return h("input", { type: "number", min, max, step, inputmode: "decimal", ...attributes });
}

/** @param {string} label @param {boolean} checked @param {(checked: boolean) => void} changed */
export function checkOf(label, checked, changed) {
  const onchange = (/** @type {any} */ { target }) => changed(target.checked);
  return h("label", { class: "check" }, h("input", { type: "checkbox", checked, onchange }), label);
}

/** A text to copy. @param {string} label @param {string} value @param {HTMLElement} copied where to report that it was copied */
export function copyRow(label, value, copied) {
  const input = el("input", {
    type: "text",
    readonly: true,
    value,
    "aria-label": label,
    onfocus: () => input.select(),
  });
  const copy = button(null, T.copy, async () => {
    input.select();
    // At the address of another device, browsers offer only the old way.
    const written = navigator.clipboard?.writeText(value).then(
      () => true,
      () => false,
    );
    const done = written ? await written : document.execCommand("copy");
    put(copied, done ? T.copied : T.copyHint);
  });
  return field(label, el("span", { class: "with-button" }, input, copy));
}

/** The name of a game in a list: its players, or the game and its length if they have no names. @param {import("./store.js").Entry} entry */
export function gameName({ players, game, plies }) {
  const isNamed = players.some((name) => name !== "");
  return isNamed ? players.map((name) => name || T.anonymous).join(" – ") : `${titleOf(game)}, ${T.moves(plies)}`;
}

/**
 * A list of games. Each has a button to open it and, with `save`, one to save it.
 * @param {import("./store.js").Entry[]} entries
 * @param {(entry: import("./store.js").Entry) => void} open
 * @param {(entry: import("./store.js").Entry) => void} [save]
 */
export function gameList(entries, open, save) {
  const rows = entries.map((entry) => {
    const { legal } = entry;
    const error = entry.error && refusalText(entry.error);
    if (error && legal === undefined) return el("li", { class: "trouble" }, `${entry.number ?? ""} ${error}`);
    const name = error ?? gameName(entry);
    const facts = error
      ? T.openLegal(legal ?? 0)
      : [entry.result, titleOf(entry.game), T.moves(entry.plies), entry.date].filter(Boolean).join(" · ");
    const label = el("span", { class: "game-name" }, entry.number ? `${entry.number}. ${name}` : name);
    const opener = el(
      "button",
      { type: "button", class: "game-entry", onclick: () => open(entry) },
      label,
      el("span", { class: "game-facts" }, facts),
    );
    return el(
      "li",
      {},
      opener,
      save && button("save", `${T.saveGame} ${name}`, () => save(entry), { short: true, class: "quiet" }),
    );
  });
  return el("ul", { class: "games" }, ...rows);
}

/** Fills an element with content that is still loading, or shows why it failed. @param {HTMLElement} host @param {Promise<import("./dom.js").Child[]>} content */
export async function fillLater(host, content) {
  try {
    put(host, ...(await content));
  } catch (error) {
    put(host, el("p", { class: "trouble" }, messageOf(error)));
  }
}

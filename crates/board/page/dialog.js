// The frame and fields of dialogs, and lists of games.

import { messageOf, refusalText } from "./api.js";
import { button } from "./dom.js";
import { playersText, RESULTS } from "./game-entries.js";
import { makeOneStop } from "./one-stop.js";
import { draw, h, make } from "./render.js";
import { titleOf } from "./store.js";
import { T } from "./texts.js";

/** @typedef {import("./render.js").Child} Child */
/** One of few. @typedef {{value: string, label: string, content?: Child[]}} Choice */

/** The open dialogs. @type {Set<Dialog>} */
const open = new Set();

// Back closes the newest dialog: each has an entry in the history. The entry of a dialog that was closed otherwise is
// passed over.
addEventListener("popstate", ({ state }) => {
  const depth = state?.dialogs ?? 0;
  if (open.size < depth) history.back();
  else for (const box of [...open].slice(depth).reverse()) box.leave();
});

/** Draws the open dialogs again: what they show may have come later, such as the levels of an engine. */
export function drawDialogs() {
  for (const box of open) box.draw();
}

/** An open dialog. Its content is drawn from the state of its owner. */
export class Dialog {
  /** @param {string} title @param {(box: Dialog) => Child} content @param {import("./render.js").Props} [attributes] */
  constructor(title, content, attributes = {}) {
    /** Why the last request was refused. */
    this.trouble = "";
    /** Called once, after the dialog is closed. */
    this.closed = () => {};
    /** Whether a press began outside: then a click there closes the dialog. */
    let beside = false;
    /** @type {HTMLDialogElement} */
    this.element = make(
      h("dialog", {
        "aria-label": title,
        onclose: () => {
          this.element.remove();
          open.delete(this);
          this.closed();
        },
        onpointerdown: (event) => (beside = event.target === this.element),
        onclick: (event) => beside && event.target === this.element && this.leave(),
        oncancel: (event) => {
          if (event.target !== this.element) return;
          event.preventDefault();
          this.leave();
        },
        ...attributes,
      }),
    );
    const leave = button("close", T.close, () => this.leave(), { short: true, class: "quiet close" });
    this.draw = () => draw(this.element, h("div.sheet", h("header", h("h2", title), leave), content(this)));
    document.body.append(this.element);
    this.draw();
    this.element.showModal();
    open.add(this);
    if ((history.state?.dialogs ?? 0) < open.size) history.pushState({ dialogs: open.size }, "");
    // The top is visible first, wherever the focus is.
    this.element.scrollTop = 0;
  }

  close() {
    this.element.close();
  }

  /** The user leaves the dialog. Replace this to ask first. */
  leave() {
    this.close();
  }

  /** Shows why a request was refused. @param {unknown} error */
  fail(error) {
    this.trouble = messageOf(error);
    this.draw();
    this.element.querySelector(".trouble")?.scrollIntoView({ block: "nearest" });
  }

  /** The line that shows why a request was refused. */
  get troubleLine() {
    return h("p.trouble", { role: "alert" }, this.trouble);
  }

  /**
   * Waits for the answer to a request. Success closes the dialog; a refusal is shown in it.
   * @template A
   * @param {Promise<A>} sent
   * @returns {Promise<A|undefined>} the answer, or `undefined` if it was refused
   */
  async submit(sent) {
    this.trouble = "";
    this.draw();
    try {
      const answer = await sent;
      this.close();
      return answer;
    } catch (error) {
      this.fail(error);
      return undefined;
    }
  }
}

/** Asks for confirmation before changes are discarded. @param {string} question @param {string} yes @param {string} no @param {() => void} work */
export function confirmDialog(question, yes, no, work) {
  new Dialog(question, (box) =>
    h("footer", [
      button(null, no, () => box.close(), { autofocus: true }),
      button(null, yes, () => (box.close(), work()), { class: "main" }),
    ]),
  );
}

/** A form of a dialog. @param {() => void} submitted @param {import("./render.js").Props} attributes @param {...Child} content */
export function form(submitted, attributes, ...content) {
  const onsubmit = (/** @type {Event} */ event) => {
    event.preventDefault();
    submitted();
  };
  return h("form", { method: "dialog", onsubmit, ...attributes }, ...content);
}

/** The button that submits a form. @param {string} label @param {import("./render.js").Props} [attributes] */
export function submitButton(label, attributes) {
  return h("button", { type: "submit", class: "main", ...attributes }, label);
}

/** @param {string} label @param {...Child} inputs */
export function field(label, ...inputs) {
  return h("label.field", h("span", label), ...inputs);
}

/** A group of inputs with one label. @param {string} label @param {...Child} inputs */
export function fieldGroup(label, ...inputs) {
  return h("div.field", { role: "group", "aria-label": label }, [h("span", label), h("span.inputs", ...inputs)]);
}

/** Attributes that bind an input to a value. @param {any} values @param {string} name */
export function bound(values, name) {
  const oninput = (/** @type {any} */ { target }) => (values[name] = target.value);
  return { value: values[name], oninput };
}

/** @param {(string|undefined)[][]|Record<string, string>} options texts by value, or value, text, and the label in the list if it differs @param {import("./render.js").Props} attributes */
export function selectOf(options, attributes) {
  const rows = Array.isArray(options) ? options : Object.entries(options);
  return h("select", attributes, [
    rows.map(([value, text, label]) => h("option", { key: value, value, label: label || null }, text)),
  ]);
}

/**
 * Buttons of which one is chosen.
 * @param {string} look @param {string} label @param {Choice[]} choices @param {string} now @param {(value: any) => void} choose
 */
export function radiosOf(look, label, choices, now, choose) {
  return h("div", { class: look ? `${look}s` : "seg", role: "radiogroup", "aria-label": label, mounted: makeOneStop }, [
    choices.map(({ value, label, content = [label] }) => {
      const names = { type: "button", role: "radio", class: look, "aria-label": label };
      const onclick = () => choose(value);
      return h("button", { key: value, ...names, "aria-checked": value === now, onclick }, ...content);
    }),
  ]);
}

/** @param {number} min @param {number} max @param {number} step @param {import("./render.js").Props} attributes */
export function numberOf(min, max, step, attributes) {
  return h("input", { type: "number", min, max, step, inputmode: "decimal", ...attributes });
}

/** @param {string} label @param {boolean} checked @param {(checked: boolean) => void} changed */
export function checkOf(label, checked, changed) {
  const onchange = (/** @type {any} */ { target }) => changed(target.checked);
  return h("label.check", h("input", { type: "checkbox", checked, onchange }), label);
}

/** Attributes of a field for names, FENs and the like, which no browser can correct or complete. */
export const PLAIN = { type: "text", spellcheck: "false", autocomplete: "off" };

/** A text to copy. @param {string} label @param {string} value @param {(text: string) => void} report receives whether it was copied, as a text */
export function copyRow(label, value, report) {
  const copy = async (/** @type {any} */ { currentTarget }) => {
    currentTarget.parentElement.querySelector("input").select();
    // At the address of another device, browsers offer only the old way.
    const written = navigator.clipboard?.writeText(value).then(
      () => true,
      () => false,
    );
    const done = written ? await written : document.execCommand("copy");
    report(done ? T.copied : T.copyHint);
  };
  const onfocus = (/** @type {any} */ { target }) => target.select();
  return field(
    label,
    h("span.with-button", [
      h("input", { type: "text", readonly: true, value, "aria-label": label, onfocus }),
      button(null, T.copy, copy),
    ]),
  );
}

/** The name of a game in a list: its players, or the game and its length if they have no names. @param {import("./store.js").Entry} entry */
export function gameName(entry) {
  const isNamed = entry.players.some((name) => name !== "");
  return isNamed ? playersText(entry) : `${titleOf(entry.game)}, ${T.moves(entry.plies)}`;
}

/**
 * A list of games. Each has a button to open it and, with `save`, one to save it.
 * @param {import("./store.js").Entry[]} entries
 * @param {(entry: import("./store.js").Entry) => void} open
 * @param {(entry: import("./store.js").Entry) => void} [save]
 */
export function gameList(entries, open, save) {
  const row = (/** @type {import("./store.js").Entry} */ entry) => {
    const { legal } = entry;
    const error = entry.error && refusalText(entry.error);
    if (error && legal === undefined) return h("li.trouble", `${entry.number ?? ""} ${error}`);
    const isNamed = entry.players?.some((one) => one !== "");
    const name = error ?? gameName(entry);
    // Without names the title has the game and the length.
    const known = isNamed ? [titleOf(entry.game), T.moves(entry.plies)] : [];
    const facts = error
      ? T.openLegal(legal ?? 0)
      : [RESULTS[entry.result] ?? "", ...known, entry.date, entry.opening].filter(Boolean).join(" · ");
    return h("li", [
      h("button.game-entry", { type: "button", onclick: () => open(entry) }, [
        h("span.game-name", entry.number ? `${entry.number}. ${name}` : name),
        h("span.game-facts", facts),
      ]),
      save && button("save", `${T.saveGame} ${name}`, () => save(entry), { short: true, class: "quiet" }),
    ]);
  };
  return h("ul.games", entries.map(row));
}

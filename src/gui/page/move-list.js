// The moves of the game in two columns, variations in brackets, with marks, scores and comments.

import { el, setText } from "./dom.js";
import { countMoves } from "./navigation.js";
import { isReviewed, reviewMark } from "./review.js";
import { scoreText } from "./score.js";
import { mainLine, node, store } from "./store.js";
import { T } from "./texts.js";

/** @typedef {import("./store.js").TreeNode} TreeNode */
/** @typedef {import("./navigation.js").Numbers} Numbers */

/** Pixels that stay visible above and below the current move. */
const MARGIN = 26;

export class MoveList {
  /**
   * @param {HTMLElement} host
   * @param {{go: (id: number) => void, menu: (target: any, id: number) => void}} on
   */
  constructor(host, { go, menu }) {
    this.host = host;
    this.body = el("div", { class: "moves" });
    host.append(this.body);
    /** The rows and their keys. @type {{key: string, row: HTMLElement}[]} */
    this.rows = [];
    /** @type {Map<number, HTMLElement>} */
    this.buttons = new Map();
    this.current = 0;
    /** Whether the current move is visible. It stays visible unless the user scrolls away. */
    this.inSight = true;
    host.addEventListener("scroll", () => (this.inSight = this.away() === 0));
    new ResizeObserver(() => this.inSight && this.reveal()).observe(host);
    // A row may be redrawn during a press. The press counts for the move where it began.
    let pressed = 0;
    const idOf = (/** @type {any} */ event) => Number(event.target.closest?.("[data-node]")?.dataset.node ?? 0);
    this.body.addEventListener("pointerdown", (/** @type {Event} */ event) => (pressed = idOf(event)));
    this.body.addEventListener("click", (/** @type {Event} */ event) => {
      const id = idOf(event) || pressed;
      pressed = 0;
      if (id) go(id);
    });
    // The secondary button, a long press, or the menu key.
    this.body.addEventListener("contextmenu", (/** @type {Event} */ event) => {
      const id = idOf(event);
      if (!id) return;
      event.preventDefault();
      menu(this.buttons.get(id), id);
    });
  }

  /** Redraws the rows that changed. @param {number} cursor */
  show(cursor) {
    const main = mainLine();
    const numbers = countMoves();
    const rows =
      main.length > 1
        ? this.layOut(main, numbers)
        : [{ key: "none", make: () => el("p", { class: "none" }, T.noMoves) }];
    let same = 0;
    while (same < this.rows.length && this.rows[same].key === rows[same]?.key) same += 1;
    if (same < Math.max(rows.length, this.rows.length)) {
      const focused = this.body.contains(document.activeElement);
      for (const { row } of this.rows.splice(same)) row.remove();
      for (const { key, make } of rows.slice(same)) this.rows.push({ key, row: make() });
      this.body.append(...this.rows.slice(same).map(({ row }) => row));
      this.buttons = new Map(
        [...this.body.querySelectorAll("[data-node]")].map((button) => [Number(button.dataset.node), button]),
      );
      if (focused && document.activeElement === document.body)
        this.buttons.get(this.current)?.focus({ preventScroll: true });
    }
    this.mark();
    this.select(cursor);
  }

  /** @param {number} cursor */
  select(cursor) {
    const focused = this.body.contains(document.activeElement);
    const old = this.buttons.get(this.current);
    old?.removeAttribute("aria-current");
    this.current = cursor;
    const button = this.buttons.get(cursor);
    button?.setAttribute("aria-current", "true");
    // Tab stops at one move only; the arrow keys reach the others.
    const stop = button ?? this.buttons.values().next().value;
    for (const other of this.body.querySelectorAll("[tabindex='0']")) other.setAttribute("tabindex", "-1");
    stop?.setAttribute("tabindex", "0");
    if (focused) stop?.focus({ preventScroll: true });
    this.reveal();
  }

  /** Pixels that the current move is above (negative) or below (positive) the visible part. */
  away() {
    const button = this.buttons.get(this.current);
    if (!button) return 0;
    const box = button.getBoundingClientRect();
    const frame = this.host.getBoundingClientRect();
    return Math.min(0, box.top - frame.top - 4) || Math.max(0, box.bottom - frame.bottom + 4);
  }

  /** Scrolls to the current move, with a margin. */
  reveal() {
    const away = this.away();
    if (!this.buttons.has(this.current)) this.host.scrollTop = 0;
    else if (away !== 0) this.host.scrollTop += away + Math.sign(away) * MARGIN;
    this.inSight = true;
  }

  /** Updates marks, scores and the live move. */
  mark() {
    const reviewed = isReviewed();
    for (const [id, button] of this.buttons) {
      const at = node(id);
      if (!at) continue;
      const mark = at.mark || (reviewed ? reviewMark(at) : "");
      const score = at.eval ? scoreText(at.eval) : "";
      const [, sign, value] = button.children;
      setText(sign, mark);
      setText(value, score);
      button.dataset.mark = mark;
      button.classList.toggle("live", id === store.live);
      button.setAttribute("aria-label", [at.token, mark, score].filter(Boolean).join(" "));
    }
  }

  /** The rows of the main line, with notes (comments and variations) between them. @param {TreeNode[]} main @param {Numbers} numbers */
  layOut(main, numbers) {
    /** @type {{key: string, make: () => HTMLElement}[]} */
    const rows = [];
    /** The moves of the row that is being filled. Notes close it. @type {TreeNode[]|null} */
    let open = null;
    const close = () => {
      if (!open) return;
      const cells = open;
      const { number, second } = numbers.get(cells[0].id) ?? { number: 0, second: false };
      const key = `${number} ${second} ${cells.map((at) => `${at.id} ${at.token}`).join(" ")}`;
      rows.push({ key, make: () => this.row(number, second, cells) });
      open = null;
    };
    for (let n = 1; n < main.length; n += 1) {
      const at = main[n];
      if (!numbers.get(at.id)?.second) close();
      open = [...(open ?? []), at];
      if (numbers.get(at.id)?.second) close();
      const others = main[n - 1].children.slice(1).flatMap((id) => node(id) ?? []);
      if (!at.comment && others.length === 0) continue;
      close();
      const make = () =>
        el(
          "div",
          { class: "notes" },
          at.comment ? el("p", { class: "comment" }, at.comment) : null,
          ...others.map((other) => this.variation(other, numbers)),
        );
      rows.push({ key: JSON.stringify([at.id, at.comment, others.map(variationKey)]), make });
    }
    close();
    return rows;
  }

  /** @param {number} number @param {boolean} second @param {TreeNode[]} cells */
  row(number, second, cells) {
    const blank = second ? el("span", { class: "move-cell blank" }, "…") : null;
    return el(
      "div",
      { class: "row" },
      el("span", { class: "number" }, number),
      blank,
      ...cells.map((at) => this.button(at, "move-cell")),
    );
  }

  /** A variation as running text. Alternatives to a move follow it. @param {TreeNode} first @param {Numbers} numbers */
  variation(first, numbers) {
    const line = el("div", { class: "variation", role: "group", "aria-label": T.variation });
    /** The number of the last move if its reply needs no number of its own. @type {number|null} */
    let open = null;
    /** @type {TreeNode[]} */
    let others = [];
    for (let at = /** @type {TreeNode|null} */ (first); at;) {
      const { second, number } = numbers.get(at.id) ?? { second: false, number: 0 };
      if (!second || number !== open) line.append(el("span", { class: "number" }, `${number}${second ? "…" : "."}`));
      line.append(this.button(at, "move-text"));
      if (at.comment) line.append(el("span", { class: "comment" }, at.comment));
      for (const other of others) line.append(this.variation(other, numbers));
      open = second || at.comment || others.length > 0 ? null : number;
      /** @type {TreeNode[]} */
      const [next, ...rest] = at.children.flatMap((id) => node(id) ?? []);
      at = next ?? null;
      others = rest;
    }
    return line;
  }

  /** @param {TreeNode} at @param {string} name */
  button(at, name) {
    const parts = ["token", "sign", "score"].map((part) =>
      el("span", { class: part }, part === "token" ? at.token : ""),
    );
    return el("button", { type: "button", class: name, "data-node": at.id, tabindex: -1, title: at.token }, ...parts);
  }
}

/** What the text of a variation depends on. @param {TreeNode} first */
function variationKey(first) {
  const parts = [];
  const left = [first];
  for (let at = left.pop(); at; at = left.pop()) {
    parts.push([at.id, at.token, at.comment, at.children]);
    left.push(...at.children.flatMap((id) => node(id) ?? []));
  }
  return parts;
}

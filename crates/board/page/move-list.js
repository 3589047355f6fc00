// The moves of the game in two columns, variations in brackets, with marks, scores and comments.

import { countMoves } from "./navigation.js";
import { classes, h } from "./render.js";
import { scoreText } from "./score.js";
import { mainLine, node, store } from "./store.js";
import { T } from "./texts.js";

/** @typedef {import("./store.js").TreeNode} TreeNode */
/** @typedef {import("./navigation.js").Numbers} Numbers */
/** @typedef {import("./render.js").Description} Description */

/** Pixels that stay visible above and below the current move. */
const MARGIN = 26;

export class MoveList {
  /** @param {{go: (id: number) => void, menu: (target: any, id: number) => void}} on */
  constructor(on) {
    this.on = on;
    /** @type {HTMLElement|null} */
    this.host = null;
    /** What the list was drawn from, and its description. @type {{state: string, content: import("./render.js").Child}} */
    this.last = { state: "", content: null };
    /** The rows that are drawn, by everything that they show. @type {Map<string, Description>} */
    this.rows = new Map();
    this.current = 0;
    /** The move that the Tab key reaches. */
    this.stop = 0;
    /** Whether the current move is visible. It stays visible unless the user scrolls away. */
    this.inSight = true;
    this.sizes = new ResizeObserver(() => this.inSight && this.reveal());
    /** A row may be redrawn during a press. The press counts for the move where it began. */
    this.pressed = 0;
  }

  /** The list, which is drawn again when the game or the cursor has changed. @param {number} cursor */
  draw(cursor) {
    const state = `${store.revision} ${cursor}`;
    if (state !== this.last.state) {
      this.current = cursor;
      this.last = { state, content: this.list() };
      // The move is there after this frame was drawn.
      queueMicrotask(() => this.reveal());
    }
    return this.last.content;
  }

  list() {
    const main = mainLine();
    // Tab stops at one move only; the arrow keys reach the others.
    this.stop = this.current === main[0]?.id ? (main[1]?.id ?? 0) : this.current;
    const rows = this.layOut(main, countMoves()).map(({ key, make }) => [key, this.rows.get(key) ?? make()]);
    this.rows = new Map(/** @type {[string, Description][]} */ (rows));
    const idOf = (/** @type {any} */ event) => Number(event.target.closest?.("[data-node]")?.dataset.node ?? 0);
    const content = main.length > 1 ? [...this.rows.values()] : h("p.none", T.noMoves);
    return h(
      "section.record",
      {
        id: "record",
        tabindex: -1,
        "aria-label": T.regions.record,
        mounted: (host) => {
          this.host = host;
          this.sizes.observe(host);
        },
        onscroll: () => (this.inSight = this.away() === 0),
        onpointerdown: (event) => (this.pressed = idOf(event)),
        onclick: (event) => {
          const id = idOf(event) || this.pressed;
          this.pressed = 0;
          if (id) this.on.go(id);
        },
        // The secondary button, a long press, or the menu key.
        oncontextmenu: (event) => {
          const id = idOf(event);
          if (!id) return;
          event.preventDefault();
          this.on.menu(this.button(id), id);
        },
      },
      h("div.moves", content),
    );
  }

  /** The button of a move. @param {number} id @returns {HTMLElement|null} */
  button(id) {
    return this.host?.querySelector(`[data-node="${id}"]`) ?? null;
  }

  /** Pixels that the current move is above (negative) or below (positive) the visible part. */
  away() {
    const button = this.button(this.current);
    if (!button || !this.host) return 0;
    const box = button.getBoundingClientRect();
    const frame = this.host.getBoundingClientRect();
    return Math.min(0, box.top - frame.top - 4) || Math.max(0, box.bottom - frame.bottom + 4);
  }

  /** Scrolls to the current move, with a margin. */
  reveal() {
    if (!this.host) return;
    const away = this.away();
    if (!this.button(this.current)) this.host.scrollTop = 0;
    else if (away !== 0) this.host.scrollTop += away + Math.sign(away) * MARGIN;
    this.inSight = true;
  }

  /** The rows of the main line, with notes (comments and variations) between them. @param {TreeNode[]} main @param {Numbers} numbers */
  layOut(main, numbers) {
    /** @type {{key: string, make: () => Description}[]} */
    const rows = [];
    /** The moves of the row that is being filled. Notes close it. @type {TreeNode[]|null} */
    let open = null;
    const close = () => {
      if (!open) return;
      const cells = open;
      const { number, second } = numbers.get(cells[0].id) ?? { number: 0, second: false };
      const key = JSON.stringify([number, second, cells.map((at) => this.look(at))]);
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
        h("div.notes", { key: `notes ${at.id}` }, [
          at.comment && h("p.comment", at.comment),
          others.map((other) => this.variation(other, numbers)),
        ]);
      rows.push({ key: JSON.stringify([at.id, at.comment, others.map((other) => this.variationKey(other))]), make });
    }
    close();
    return rows;
  }

  /** @param {number} number @param {boolean} second @param {TreeNode[]} cells */
  row(number, second, cells) {
    return h("div.row", { key: `${number} ${second}` }, [
      h("span.number", number),
      second && h("span.move-cell.blank", "…"),
      cells.map((at) => this.move(at, "move-cell")),
    ]);
  }

  /** A variation as running text. Alternatives to a move follow it. @param {TreeNode} first @param {Numbers} numbers @returns {Description} */
  variation(first, numbers) {
    /** @type {import("./render.js").Child[]} */
    const line = [];
    /** The number of the last move if its reply needs no number of its own. @type {number|null} */
    let open = null;
    /** @type {TreeNode[]} */
    let others = [];
    for (let at = /** @type {TreeNode|null} */ (first); at;) {
      const { second, number } = numbers.get(at.id) ?? { second: false, number: 0 };
      const isNumbered = !second || number !== open;
      line.push([
        isNumbered && h("span.number", `${number}${second ? "…" : "."}`),
        this.move(at, "move-text"),
        at.comment && h("span.comment", at.comment),
        others.map((other) => this.variation(other, numbers)),
      ]);
      open = second || at.comment || others.length > 0 ? null : number;
      /** @type {TreeNode[]} */
      const [next, ...rest] = at.children.flatMap((id) => node(id) ?? []);
      at = next ?? null;
      others = rest;
    }
    return h("div.variation", { key: first.id, role: "group", "aria-label": T.variation }, line);
  }

  /** What a move shows. @param {TreeNode} at */
  look(at) {
    const mark = at.mark || (store.accuracy && at.verdict) || "";
    const score = at.eval ? scoreText(at.eval) : "";
    return [at.id, at.token, mark, score, at.id === store.live, at.id === this.current, at.id === this.stop];
  }

  /** @param {TreeNode} at @param {string} name */
  move(at, name) {
    const [id, token, mark, score, isLive, isCurrent, isStop] = this.look(at);
    const attributes = {
      key: id,
      type: "button",
      class: classes(name, isLive ? "live" : null),
      "data-node": id,
      "data-mark": mark,
      tabindex: isStop ? 0 : -1,
      next: isStop && ".moves",
      title: token,
      "aria-label": [token, mark, score].filter(Boolean).join(" "),
      "aria-current": isCurrent ? "true" : null,
    };
    const part = (/** @type {string} */ kind, /** @type {any} */ text) => h("span", { class: kind }, text);
    // A long move may break after a comma and between places.
    const parts = at.token.split(/(?<=,)|(?<=\d)(?=[a-z])/i).map((one, n) => [n > 0 && h("wbr"), one]);
    return h("button", attributes, part("token", parts), part("sign", mark), part("score", score));
  }

  /** What a variation shows. @param {TreeNode} first */
  variationKey(first) {
    const parts = [];
    const left = [first];
    for (let at = left.pop(); at; at = left.pop()) {
      parts.push([this.look(at), at.comment, at.children]);
      left.push(...at.children.flatMap((id) => node(id) ?? []));
    }
    return parts;
  }
}

// The record: turns in two columns, variations in brackets, marks, remarks.
//
// It is drawn anew only where lines change, so that a thousand turns stay quick.

import { el, renew } from "./dom.js";
import { isReviewed, reviewMark } from "./graph.js";
import { mainLine, node, table } from "./state.js";
import { scoreText } from "./score.js";
import { T } from "./texts.js";

export class RecordView {
  /**
   * @param {HTMLElement} host
   * @param {(id: number) => void} go
   */
  constructor(host, go) {
    this.host = host;
    this.body = el("div", { class: "turns" });
    host.append(this.body);
    this.shape = "";
    /** @type {Map<number, HTMLElement>} */
    this.buttons = new Map();
    this.current = 0;
    /** The turn that can be reached by the Tab key. @type {HTMLElement|undefined} */
    this.stop = undefined;
    /** Whether the turn that is looked at is in sight: it stays so when the room changes, unless somebody has scrolled away. */
    this.inSight = true;
    host.addEventListener("scroll", () => { this.inSight = this.away() === 0; });
    new ResizeObserver(() => { if (this.inSight && this.buttons.has(this.current)) this.reveal(); }).observe(host);
    this.body.addEventListener("click", (event) => {
      const target = event.target.closest?.("[data-node]");
      if (target) go(Number(target.dataset.node));
    });
  }

  /** Draws what has changed. @param {number} cursor */
  show(cursor) {
    const shape = shapeOf();
    if (shape !== this.shape) {
      this.shape = shape;
      this.build();
    }
    for (const [id, button] of this.buttons) this.dress(id, button);
    this.select(cursor);
  }

  /** @param {number} cursor */
  select(cursor) {
    this.buttons.get(this.current)?.classList.remove("current");
    this.buttons.get(this.current)?.removeAttribute("aria-current");
    this.current = cursor;
    const button = this.buttons.get(cursor);
    this.stopAt(button ?? this.buttons.values().next().value);
    button?.classList.add("current");
    button?.setAttribute("aria-current", "true");
    this.reveal();
  }

  /** How far the turn that is looked at is above, below 0, or below what is seen. */
  away() {
    const button = this.buttons.get(this.current);
    if (!button) return 0;
    const box = button.getBoundingClientRect(), frame = this.host.getBoundingClientRect();
    return Math.min(0, box.top - frame.top - 4) || Math.max(0, box.bottom - frame.bottom + 4);
  }

  /** Brings the turn that is looked at in sight, with a bit of what is around it. */
  reveal() {
    const away = this.away();
    if (!this.buttons.has(this.current)) this.host.scrollTop = 0;
    else if (away !== 0) this.host.scrollTop += away + Math.sign(away) * 26;
    this.inSight = true;
  }

  /** One turn is a stop for the Tab key, arrow keys go to the others. @param {HTMLElement|undefined} button */
  stopAt(button) {
    this.stop?.setAttribute("tabindex", "-1");
    this.stop = button;
    button?.setAttribute("tabindex", "0");
    if (button && this.body.contains(document.activeElement)) button.focus({ preventScroll: true });
  }

  build() {
    this.buttons.clear();
    const rows = [];
    const main = mainLine();
    if (main.length < 2) {
      renew(this.body, el("p", { class: "none" }, T.noTurns));
      return;
    }
    const turns = countedTurns();
    // The row of a first turn that waits for its answer; a remark closes it.
    let open = null;
    for (let n = 1; n < main.length; n += 1) {
      const at = main[n], { second, number } = turns.get(at.id);
      let row = second ? open : null;
      if (!row) {
        row = el("div", { class: "row" }, el("span", { class: "number" }, `${number}`));
        if (second) row.append(el("span", { class: "turn-cell blank" }, "…"));
        rows.push(row);
      }
      row.append(this.button(at, "turn-cell"));
      open = second ? null : row;
      const others = main[n - 1].children.slice(1).map(node).filter(Boolean);
      if (at.comment || others.length > 0) {
        const notes = el("div", { class: "notes" });
        if (at.comment) notes.append(el("p", { class: "comment" }, at.comment));
        for (const other of others) notes.append(this.variation(other, turns));
        rows.push(notes);
        open = null;
      }
    }
    // What is pressed just now stays, and so does the focus.
    renew(this.body, ...rows);
    for (const button of this.body.querySelectorAll("[data-node]")) this.buttons.set(Number(button.dataset.node), button);
  }

  /** A variation as running text; what else was tried stands behind a turn. */
  variation(first, turns) {
    const line = el("div", { class: "variation", role: "group", "aria-label": T.variation });
    // The number of a first turn that waits for its answer; a remark ends that.
    let open = null;
    for (let at = first, others = []; at;) {
      const { second, number } = turns.get(at.id);
      if (!second || number !== open) line.append(el("span", { class: "number" }, `${number}${second ? "…" : "."}`));
      line.append(this.button(at, "turn-text"));
      if (at.comment) line.append(el("span", { class: "comment" }, at.comment));
      for (const other of others) line.append(this.variation(other, turns));
      open = second || at.comment || others.length > 0 ? null : number;
      [at = null, ...others] = at.children.map(node).filter(Boolean);
    }
    return line;
  }

  button(at, name) {
    return el("button", { type: "button", class: name, "data-node": at.id, tabindex: -1, title: at.token, "aria-label": at.token }, el("span", { class: "token" }, at.token), el("span", { class: "sign" }), el("span", { class: "score" }));
  }

  /** The marks of a review, where people gave none. */
  markReviewed() {
    const reviewed = isReviewed();
    for (const [id, button] of this.buttons) {
      const at = node(id);
      const mark = at?.mark || (at && reviewed ? reviewMark(at) : "");
      if (button.dataset.mark !== mark) { button.dataset.mark = mark; button.children[1].textContent = mark; describe(button); }
    }
  }

  dress(id, button) {
    const at = node(id);
    if (!at) return;
    const score = at.opinion ? scoreText(at.opinion) : "";
    const key = `${at.mark ?? ""}|${score}|${id === table.live}`;
    if (button.dataset.key === key) return;
    button.dataset.key = key;
    button.children[1].textContent = at.mark ?? "";
    button.dataset.mark = at.mark ?? "";
    button.children[2].textContent = score;
    button.classList.toggle("live", id === table.live);
    describe(button);
  }
}

/** Gives a turn its accessible name: token, mark and score. @param {HTMLElement} button */
function describe(button) {
  button.setAttribute("aria-label", [...button.children].map((part) => part.textContent).filter(Boolean).join(" "));
}

/**
 * Who made each turn, and its number: an answer has that of the turn before it. While nobody knows whose turn it
 * is, the players take turns. @returns {Map<number, {second: boolean, number: number}>}
 */
function countedTurns() {
  const turns = new Map(), left = [[table.game.root, 0, true, 0]];
  while (left.length > 0) {
    const [id, plies, answered, last] = left.pop(), at = node(id);
    if (!at) continue;
    const second = (at.status?.to_act ?? (plies % 2 ? "p2" : "p1")) === "p2";
    const number = second && !answered ? last : last + 1;
    for (const child of at.children) {
      turns.set(child, { second, number });
      left.push([child, plies + 1, second, number]);
    }
  }
  return turns;
}

/** What has to be laid out anew when it changes. */
function shapeOf() {
  const parts = [table.game.number, table.game.root], turns = countedTurns();
  for (const at of table.nodes.values()) parts.push(at.id, turns.get(at.id)?.second, at.children.join(" "), at.comment ?? "");
  return parts.join("|");
}

// Remark and mark of the turn that is looked at.
//
// What somebody writes belongs to the turn it was begun at. It is handed in while they write, so that
// nothing is lost with the window or the game.

import { el } from "./dom.js";
import { node } from "./state.js";
import { T } from "./texts.js";

const MARKS = ["", "!!", "!", "!?", "?!", "?", "??"];

/** Milliseconds after which a text is handed in although somebody still writes. */
const PAUSE = 1000;

export class RemarkView {
  /**
   * @param {HTMLElement} host
   * @param {{send: (intention: any) => void, left: () => void}} on something is said; nobody writes or chooses any more
   */
  constructor(host, on) {
    this.on = on;
    this.node = 0;
    /** Whether something is written that the table does not know yet. */
    this.dirty = false;
    /** Whether somebody is writing. */
    this.writing = false;
    this.timer = 0;
    this.mark = el("select", { "aria-label": T.mark, id: "mark", onchange: () => on.send({ t: "mark", node: this.node, mark: this.mark.value }), onblur: (event) => this.leave(event) },
      ...MARKS.map((word) => el("option", { value: word }, word || "–")));
    this.text = el("textarea", { rows: 1, placeholder: T.addComment, "aria-label": T.comment, id: "comment", oninput: () => this.write(), onblur: (event) => this.leave(event) });
    host.append(this.mark, this.text);
    addEventListener("pagehide", () => this.keep());
  }

  /** Whether somebody writes or chooses: both stay with their turn as long. */
  get held() {
    return this.writing || document.activeElement === this.mark;
  }

  write() {
    this.dirty = true;
    this.writing = true;
    this.timer ||= setTimeout(() => this.keep(), PAUSE);
  }

  /** @param {FocusEvent} event */
  leave(event) {
    this.keep();
    // From one to the other it is the same turn. A window that is left keeps its focus: somebody may come back and go on.
    const own = [this.text, this.mark];
    if (own.includes(event.relatedTarget) || own.includes(document.activeElement)) return;
    this.writing = false;
    this.on.left();
  }

  /** Hands in what was written, unless nothing is new or the turn is gone. */
  keep() {
    clearTimeout(this.timer);
    this.timer = 0;
    const at = node(this.node);
    if (this.dirty && at && (at.comment ?? "") !== this.text.value) this.on.send({ t: "comment", node: this.node, text: this.text.value });
  }

  /** @param {number} cursor */
  show(cursor) {
    if ((node(this.node)?.comment ?? "") === this.text.value) this.dirty = false;
    const at = node(cursor);
    if (!at || this.held) return;
    if (this.node !== cursor) {
      this.keep();
      this.node = cursor;
      this.dirty = false;
    }
    // What was written is newer than what the table says of it.
    if (!this.dirty) this.text.value = at.comment ?? "";
    this.mark.value = at.mark ?? "";
    this.mark.disabled = at.parent === null;
  }
}

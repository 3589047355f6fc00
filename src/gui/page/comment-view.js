// Comment and mark of the move that is looked at.
//
// A comment belongs to the move at which it was begun. It is sent while it is written, so that nothing
// is lost with the page or the game.

import { el } from "./dom.js";
import { node } from "./store.js";
import { T } from "./texts.js";

const MARKS = ["", "!!", "!", "!?", "?!", "?", "??"];

/** Milliseconds after which a text is sent although it is still being written. */
const PAUSE = 1000;

export class CommentView {
  /**
   * @param {HTMLElement} host
   * @param {{send: (request: any) => void, left: () => void}} on
   */
  constructor(host, on) {
    this.on = on;
    this.node = 0;
    /** Whether something is written that the server does not know yet. */
    this.dirty = false;
    this.isWriting = false;
    this.timer = 0;
    const onblur = (/** @type {FocusEvent} */ event) => this.leave(event);
    const onchange = () => on.send({ t: "mark", node: this.node, mark: this.mark.value });
    const options = MARKS.map((mark) => el("option", { value: mark }, mark || "–"));
    this.mark = el("select", { "aria-label": T.mark, onchange, onblur }, ...options);
    const oninput = () => this.write();
    this.text = el("textarea", { rows: 1, placeholder: T.addComment, "aria-label": T.comment, oninput, onblur });
    host.append(this.mark, this.text);
    addEventListener("pagehide", () => this.save());
  }

  /** Whether the user writes a comment or chooses a mark: both stay with their move so long. */
  get isHeld() {
    return this.isWriting || document.activeElement === this.mark;
  }

  write() {
    this.dirty = true;
    this.isWriting = true;
    this.timer ||= setTimeout(() => this.save(), PAUSE);
  }

  /** @param {FocusEvent} event */
  leave(event) {
    this.save();
    // A window that loses the focus keeps its active element: the user may come back and go on.
    const own = [this.text, this.mark];
    if (own.includes(event.relatedTarget) || own.includes(document.activeElement)) return;
    this.isWriting = false;
    this.on.left();
  }

  /** Sends what was written, unless it is nothing new or the move is gone. */
  save() {
    clearTimeout(this.timer);
    this.timer = 0;
    const at = node(this.node);
    if (!this.dirty || !at || (at.comment ?? "") === this.text.value) return;
    this.on.send({ t: "comment", node: this.node, text: this.text.value });
  }

  /** @param {number} cursor */
  show(cursor) {
    if ((node(this.node)?.comment ?? "") === this.text.value) this.dirty = false;
    const at = node(cursor);
    if (!at || this.isHeld) return;
    if (this.node !== cursor) {
      this.save();
      this.node = cursor;
      this.dirty = false;
    }
    // What was written is newer than what the server has.
    if (!this.dirty) this.text.value = at.comment ?? "";
    this.mark.value = at.mark ?? "";
    this.mark.disabled = at.parent === null;
  }
}

// Comment and mark of the move at the cursor.
//
// A comment belongs to the move where the user started to write it. It is sent while it is written, so
// that nothing is lost if the page is closed or another game begins.

import { el } from "./dom.js";
import { MARKS } from "./game-commands.js";
import { node } from "./store.js";
import { T } from "./texts.js";

/** Milliseconds between saves while the user writes. */
const PAUSE = 1000;

export class CommentView {
  /**
   * @param {HTMLElement} host
   * @param {{send: (request: import("../types.js").ClientRequest) => void, left: () => void}} on
   */
  constructor(host, on) {
    this.on = on;
    this.node = 0;
    /** Whether the text has changes that the server does not have. */
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

  /** Whether the user is writing a comment or choosing a mark. Until they finish, the form keeps its move. */
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
    // The active element stays if the whole window loses the focus; the user may continue later.
    const own = [this.text, this.mark];
    if (own.includes(event.relatedTarget) || own.includes(document.activeElement)) return;
    this.isWriting = false;
    this.on.left();
  }

  /** Sends the text if it has changed and the move still exists. */
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
    // An unsaved text is newer than the server's.
    if (!this.dirty) this.text.value = at.comment ?? "";
    this.mark.value = at.mark ?? "";
    this.mark.disabled = at.parent === null;
  }
}

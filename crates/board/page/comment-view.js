// Comment and mark of the move at the cursor.
//
// A comment belongs to the move where the user started to write it. It is sent while it is written, so
// that nothing is lost if the page is closed or another game begins.

import { send } from "./api.js";
import { selectOf } from "./dialog.js";
import { MARKS } from "./game-commands.js";
import { redraw } from "./redraw.js";
import { h } from "./render.js";
import { node } from "./store.js";
import { T } from "./texts.js";

/** Milliseconds between saves while the user writes. */
const PAUSE = 1000;

export class CommentView {
  /** @param {() => void} left the user has finished writing */
  constructor(left) {
    this.left = left;
    /** @type {HTMLElement|null} */
    this.host = null;
    /** The form as it was drawn last. @type {import("./render.js").Child} */
    this.form = null;
    this.node = 0;
    this.text = "";
    /** Whether the text has changes that the server does not have. */
    this.dirty = false;
    this.isWriting = false;
    this.timer = 0;
    addEventListener("pagehide", () => this.save());
  }

  /** Whether the user is writing a comment or choosing a mark. Until they finish, the form keeps its move. */
  get isHeld() {
    return this.isWriting || document.activeElement === this.host?.querySelector("select");
  }

  /** @param {string} text */
  write(text) {
    this.text = text;
    this.dirty = true;
    this.isWriting = true;
    this.timer ||= setTimeout(() => this.save(), PAUSE);
  }

  /** @param {FocusEvent} event */
  leave(event) {
    this.save();
    // The active element stays if the whole window loses the focus; the user may continue later.
    const isInside = (/** @type {any} */ target) => target instanceof Node && this.host?.contains(target);
    if (isInside(event.relatedTarget) || isInside(document.activeElement)) return;
    this.isWriting = false;
    this.left();
    void redraw();
  }

  /** Sends the text if it has changed and the move still exists. */
  save() {
    clearTimeout(this.timer);
    this.timer = 0;
    const at = node(this.node);
    if (!this.dirty || !at || (at.comment ?? "") === this.text) return;
    void send({ t: "comment", node: this.node, text: this.text });
  }

  /** @param {number} cursor */
  draw(cursor) {
    if ((node(this.node)?.comment ?? "") === this.text) this.dirty = false;
    const at = node(cursor);
    if (!at || this.isHeld) return this.form;
    if (this.node !== cursor) {
      this.save();
      this.node = cursor;
      this.dirty = false;
    }
    // An unsaved text is newer than the server's.
    if (!this.dirty) this.text = at.comment ?? "";
    const marks = MARKS.map((mark) => [mark, mark || "–"]);
    const mounted = (/** @type {HTMLElement} */ host) => (this.host = host);
    const onfocusout = (/** @type {FocusEvent} */ event) => this.leave(event);
    this.form = h("section.comment-form", { "aria-label": T.regions.comment, mounted, onfocusout }, [
      selectOf(marks, {
        "aria-label": T.mark,
        value: at.mark ?? "",
        disabled: at.parent === null,
        onchange: ({ target }) => send({ t: "mark", node: this.node, mark: target.value }),
      }),
      h("textarea", {
        rows: 1,
        placeholder: T.addComment,
        "aria-label": T.comment,
        value: this.text,
        oninput: ({ target }) => this.write(target.value),
      }),
    ]);
    return this.form;
  }
}

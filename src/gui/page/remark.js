// Remark and mark of the turn that is looked at.

import { el } from "./dom.js";
import { node } from "./state.js";
import { T } from "./texts.js";

const MARKS = ["", "!!", "!", "!?", "?!", "?", "??"];

export class RemarkView {
  /**
   * @param {HTMLElement} host
   * @param {(intention: any) => void} send
   */
  constructor(host, send) {
    this.send = send;
    this.node = 0;
    this.mark = el("select", { "aria-label": T.mark, id: "mark", onchange: () => send({ t: "mark", node: this.node, mark: this.mark.value }) },
      ...MARKS.map((word) => el("option", { value: word }, word || "–")));
    this.text = el("textarea", { rows: 1, placeholder: T.addComment, "aria-label": T.comment, id: "comment", onchange: () => this.keep() });
    host.append(this.mark, this.text);
  }

  /** Hands in what was written, unless nothing is new or the turn is gone. */
  keep() {
    const at = node(this.node);
    if (at && (at.comment ?? "") !== this.text.value) this.send({ t: "comment", node: this.node, text: this.text.value });
  }

  /** @param {number} cursor */
  show(cursor) {
    const at = node(cursor);
    if (!at) return;
    const another = this.node !== cursor;
    if (another) {
      this.keep();
      this.node = cursor;
    }
    // What is being written or chosen is newer than what the table says of it.
    if (another || document.activeElement !== this.text) this.text.value = at.comment ?? "";
    if (another || document.activeElement !== this.mark) this.mark.value = at.mark ?? "";
    this.mark.disabled = at.parent === null;
  }
}

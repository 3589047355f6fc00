// The field for a typed move.

import { messageOf } from "./api.js";
import { drawNow, redraw } from "./redraw.js";
import { h } from "./render.js";
import { T } from "./texts.js";

export class TypedMove {
  /** @param {{play: (token: string) => Promise<void>, openMoves: () => void}} on `openMoves` shows the panel of the field */
  constructor(on) {
    this.on = on;
    this.isShown = false;
    this.text = "";
    this.trouble = "";
    /** @type {any} */
    this.input = null;
  }

  /** Shows the field. */
  open() {
    this.isShown = true;
    drawNow();
    if (!this.input.checkVisibility()) this.on.openMoves();
    this.input.focus();
  }

  /** @param {Event} event */
  async submit(event) {
    event.preventDefault();
    const token = this.text.trim();
    if (!token) return;
    this.change(this.text);
    try {
      await this.on.play(token);
      if (this.text.trim() === token) this.change("");
    } catch (error) {
      this.trouble = messageOf(error);
      this.input.select();
    }
    void redraw();
  }

  /** @param {string} text */
  change(text) {
    [this.text, this.trouble] = [text, ""];
    void redraw();
  }

  leave() {
    this.isShown &&= this.text !== "";
    void redraw();
  }

  draw() {
    return h("form.typed", { hidden: !this.isShown, onsubmit: (event) => void this.submit(event) }, [
      h("input", {
        type: "text",
        placeholder: T.typeHint,
        "aria-label": T.typeMove,
        spellcheck: "false",
        autocomplete: "off",
        value: this.text,
        mounted: (input) => (this.input = input),
        oninput: ({ target }) => this.change(target.value),
        onblur: () => this.leave(),
      }),
      h("p.trouble", { role: "alert" }, this.trouble),
    ]);
  }
}

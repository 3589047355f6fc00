// The field for a typed move.

import { messageOf } from "./api.js";
import { byId } from "./dom.js";
import { draw, h } from "./render.js";
import { T } from "./texts.js";

/**
 * Builds the field, which is hidden. Returns a function that shows it.
 * @param {{play: (token: string) => Promise<void>, openMoves: () => void}} on `openMoves` shows the panel of the field
 */
export function buildTypedMove(on) {
  const form = byId("typed");
  let text = "";
  let trouble = "";
  const show = () => {
    const oninput = (/** @type {any} */ { target }) => {
      [text, trouble] = [target.value, ""];
      show();
    };
    draw(
      form,
      h("input", {
        type: "text",
        placeholder: T.typeHint,
        "aria-label": T.typeMove,
        spellcheck: "false",
        autocomplete: "off",
        value: text,
        oninput,
        onblur: () => (form.hidden ||= text === ""),
      }),
      h("p", { class: "trouble", role: "alert" }, trouble),
    );
  };
  form.addEventListener("submit", async (/** @type {Event} */ event) => {
    event.preventDefault();
    const token = text.trim();
    if (!token) return;
    trouble = "";
    show();
    try {
      await on.play(token);
      if (text.trim() === token) text = "";
    } catch (error) {
      trouble = messageOf(error);
      form.firstChild.select();
    }
    show();
  });
  show();
  return () => {
    form.hidden = false;
    if (!byId("panel").checkVisibility()) on.openMoves();
    form.firstChild.focus();
  };
}

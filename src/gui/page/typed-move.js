// The field for a typed move.

import { messageOf } from "./api.js";
import { byId, el } from "./dom.js";
import { T } from "./texts.js";

/**
 * Builds the field, which is hidden. Returns a function that shows it.
 * @param {{play: (token: string) => Promise<void>, openMoves: () => void}} on `openMoves` shows the panel of the field
 */
export function buildTypedMove(on) {
  const form = byId("typed");
  const typed = el("input", {
    type: "text",
    placeholder: T.typeHint,
    "aria-label": T.typeMove,
    spellcheck: "false",
    autocomplete: "off",
  });
  const trouble = el("p", { class: "trouble", role: "alert" });
  form.append(typed, trouble);
  typed.addEventListener("input", () => (trouble.textContent = ""));
  typed.addEventListener("blur", () => {
    if (!typed.value) form.hidden = true;
  });
  form.addEventListener("submit", async (/** @type {Event} */ event) => {
    event.preventDefault();
    const token = typed.value.trim();
    if (!token) return;
    trouble.textContent = "";
    try {
      await on.play(token);
      if (typed.value.trim() === token) typed.value = "";
    } catch (error) {
      trouble.textContent = messageOf(error);
      typed.select();
    }
  });
  return () => {
    form.hidden = false;
    if (!byId("panel").checkVisibility()) on.openMoves();
    typed.focus();
  };
}

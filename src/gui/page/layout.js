// The shape of the board decides where the panels are: beside a tall board, below a wide one.

import { WIDE } from "./board-geometry.js";
import { byId } from "./dom.js";

/** A turned board leaves space for a rail beside it if the same is smaller. */
const NARROW = 0.65;

/** Keeps the layout in step with the board. */
export function watchLayout() {
  const table = byId("screen-board");
  const stage = byId("stage");
  const update = () => {
    const ratio = Number(stage.style.getPropertyValue("--ratio"));
    // Until there is a board, nothing is shown, so that nothing moves.
    if (!ratio) return;
    const isSeveral = byId("boards").classList.contains("several");
    table.dataset.shape = isSeveral ? "several" : ratio > WIDE ? "wide" : ratio < NARROW ? "narrow" : "tall";
    table.style.setProperty("--ratio", String(ratio));
  };
  // On a phone the inactive one of two boards is a strip; a touch swaps them.
  document.addEventListener("click", ({ target }) => {
    const strip = target instanceof Element ? target.closest(".several > .board-frame") : null;
    const boards = strip?.parentElement;
    if (!strip || target instanceof SVGElement || !boards?.querySelector(".idle")) return;
    if (getComputedStyle(strip).flexDirection === "row") boards.classList.toggle("swapped");
  });
  new MutationObserver(update).observe(stage, { attributes: true, attributeFilter: ["style"] });
  update();
}

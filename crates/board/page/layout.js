// The window and the shape of the board decide where the panels are. Each layout has a style sheet, `layout-*.css`.

import { WIDE } from "./board-geometry.js";
import { byId } from "./dom.js";
import { wholeBoard } from "./embed.js";

/** A phone on its side, or a window that is as low. */
const FLAT = "(max-height: 480px) and (min-width: 520px)";
/** An upright phone or tablet. */
const UPRIGHT = "(max-width: 719px), (max-width: 1000px) and (orientation: portrait)";
/** On a tablet a wide board leaves space for the panels below it. */
const TABLET = "(min-width: 720px)";
/** The widths beside the rules, in pixels, that all columns need, and that tablets have. */
const [ALL_COLUMNS, SOME_COLUMNS] = [1100, 720];

/** Keeps the layout in step with the window and the board. */
export function watchLayout() {
  const page = document.documentElement;
  const table = byId("screen-board");
  const stage = byId("stage");
  const [flat, upright, tablet] = [FLAT, UPRIGHT, TABLET].map((condition) => matchMedia(condition));
  const update = () => {
    const ratio = Number(stage.style.getPropertyValue("--ratio"));
    const isSeveral = byId("boards").classList.contains("several");
    const shape = isSeveral ? "several" : ratio > WIDE ? "wide" : "tall";
    const hasPanelsBelow = shape === "wide" && tablet.matches && table.dataset.mode === "play";
    const isPhone = upright.matches && !hasPanelsBelow;
    page.dataset.layout = wholeBoard
      ? "embed"
      : flat.matches
        ? "flat"
        : isPhone
          ? "phone"
          : shape === "tall"
            ? "side"
            : "stacked";
    // Until there is a board, nothing is shown, so that nothing moves.
    if (!ratio) return;
    table.dataset.shape = shape;
    table.style.setProperty("--ratio", String(ratio));
  };
  for (const condition of [flat, upright, tablet]) condition.addEventListener("change", update);
  // On a phone the inactive one of two boards is a strip; a touch swaps them.
  document.addEventListener("click", ({ target }) => {
    const strip = target instanceof Element ? target.closest(".several > .board-frame") : null;
    const boards = strip?.parentElement;
    if (!strip || target instanceof SVGElement || !boards?.querySelector(".idle")) return;
    if (getComputedStyle(strip).flexDirection === "row") boards.classList.toggle("swapped");
  });
  new MutationObserver(update).observe(stage, { attributes: true, attributeFilter: ["style"] });
  new MutationObserver(update).observe(table, { attributes: true, attributeFilter: ["data-mode"] });
  new ResizeObserver(([{ contentRect }]) => {
    const { width } = contentRect;
    if (width < ALL_COLUMNS) page.dataset.narrow = width < SOME_COLUMNS ? "very" : "";
    else delete page.dataset.narrow;
  }).observe(table.parentElement ?? table);
  update();
}

// The window and the shape of the board decide where everything is. The style sheets know the sizes of the window and
// the layout of the board by the names that are set here. Each layout has a style sheet, `layout-*.css`.

import { WIDE } from "./board-geometry.js";
import { byId } from "./dom.js";
import { wholeBoard } from "./embed.js";

/** The width of the window, in pixels, up to which it is below a size. */
const WIDTHS = { desktop: 1440, laptop: 1240, tablet: 959, phone: 719, small: 520, tiny: 350 };
/** The same for its height. */
const HEIGHTS = { high: 900, low: 700 };
/** The width beside the rules that all columns of the board need. */
const COLUMNS = 1100;
/** A phone on its side, or a window that is as low. */
const FLAT = 480;
/** An upright window up to this width is a phone or a tablet. */
const UPRIGHT = 1000;

/** Keeps the names in step with the window and the board. */
export function watchLayout() {
  const page = document.documentElement;
  const [table, stage, boards] = ["screen-board", "stage", "boards"].map(byId);
  /** The size of the window, and the width beside the rules. */
  let [width, height, space] = [0, 0, 0];
  let last = "";
  const update = () => {
    const ratio = Number(stage.style.getPropertyValue("--ratio"));
    const shape = boards.classList.contains("several") ? "several" : ratio > WIDE ? "wide" : "tall";
    const isFlat = height <= FLAT && width > WIDTHS.small;
    // On a tablet a wide board leaves space for the panels below it.
    const hasPanelsBelow = shape === "wide" && width > WIDTHS.phone && table.dataset.mode === "play";
    const isUpright = width <= WIDTHS.phone || (width <= UPRIGHT && width <= height);
    const beside = shape === "tall" ? "side" : "stacked";
    const layout = wholeBoard ? "embed" : isFlat ? "flat" : isUpright && !hasPanelsBelow ? "phone" : beside;
    const below = [
      ...names(WIDTHS, width),
      ...names(HEIGHTS, height),
      ...(space < COLUMNS ? ["columns"] : []),
      ...(width < height ? ["square"] : []),
    ];
    const all = [layout, shape, ratio, ...below].join(" ");
    if (all === last) return;
    last = all;
    page.dataset.layout = layout;
    page.dataset.below = below.join(" ");
    // Until there is a board, nothing is shown, so that nothing moves.
    if (!ratio) return;
    table.dataset.shape = shape;
    table.style.setProperty("--ratio", String(ratio));
  };
  const measure = () => {
    [width, height] = [page.clientWidth, page.clientHeight];
    update();
  };
  // On a phone the inactive one of two boards is a strip; a touch swaps them.
  document.addEventListener("click", ({ target }) => {
    const strip = target instanceof Element ? target.closest(".several > .board-frame") : null;
    const boards = strip?.parentElement;
    if (!strip || target instanceof SVGElement || !boards?.querySelector(".idle")) return;
    if (getComputedStyle(strip).flexDirection === "row") boards.classList.toggle("swapped");
  });
  addEventListener("resize", measure);
  new ResizeObserver(([{ contentRect }]) => {
    space = contentRect.width;
    update();
  }).observe(table.parentElement ?? table);
  const changes = new MutationObserver(update);
  changes.observe(stage, { attributeFilter: ["style"] });
  changes.observe(table, { attributeFilter: ["data-mode"] });
  measure();
}

/** The names of the sizes that a length does not exceed. @param {Record<string, number>} sizes @param {number} length */
function names(sizes, length) {
  return Object.keys(sizes).filter((name) => length <= sizes[name]);
}

// A finger that moves sideways over the row below the board steps through the moves.

/** The least way of a finger, in pixels. */
const LEAST = 40;

/** @param {(way: 1|-1) => void} step */
export function watchSwipes(step) {
  /** @type {PointerEvent|null} */
  let began = null;
  addEventListener("pointerdown", (event) => {
    const { target, pointerType } = event;
    const isRow = target instanceof Element && target.closest("#screen-board :is(.prompt, .status)");
    began = isRow && pointerType === "touch" ? event : null;
  });
  addEventListener("pointerup", (event) => {
    if (began?.pointerId !== event.pointerId) return;
    const [x, y] = [event.clientX - began.clientX, event.clientY - began.clientY];
    began = null;
    if (Math.abs(x) > LEAST && Math.abs(x) > 2 * Math.abs(y)) step(x > 0 ? -1 : 1);
  });
}

// Drags of pieces with mouse or pen, and drawing with the secondary button. Fingers scroll and tap.

/** @typedef {import("./store.js").Drawing} Drawing */

/** A press becomes a drag after this many pixels. */
const DRAG = 7;

/**
 * Handles drags with mouse or pen. `start` returns what a press may drag. `ghost` returns the element that
 * follows the pointer, or `null` if dragging is not possible. `end` receives the place below the pointer,
 * or `null` if there is none or the drag was cancelled.
 * @template Subject
 * @param {{start: (event: PointerEvent) => Subject|null, ghost: (subject: Subject) => any, host: () => Element, end: (subject: Subject, place: string|null) => void}} on
 */
export function watchDrags(on) {
  /** @type {{x: number, y: number, subject: Subject, ghost: any}|null} */
  let drag = null;
  const stop = (/** @type {string|null} */ place) => {
    const done = drag;
    drag = null;
    done?.ghost?.remove();
    if (done?.ghost) on.end(done.subject, place);
  };
  const cancel = () => stop(null);
  addEventListener("pointerdown", (event) => {
    const subject = on.start(event);
    const canDrag = subject !== null && event.pointerType !== "touch" && event.button === 0;
    drag = canDrag ? { x: event.clientX, y: event.clientY, subject, ghost: null } : null;
  });
  addEventListener("pointermove", (event) => {
    if (!drag) return;
    if (event.buttons === 0) return cancel();
    if (!drag.ghost) {
      if (Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < DRAG) return;
      drag.ghost = on.ghost(drag.subject);
      if (!drag.ghost) return cancel();
      on.host().append(drag.ghost);
    }
    const { width, height } = drag.ghost.getBoundingClientRect();
    drag.ghost.style.transform = `translate(${event.clientX - width / 2}px, ${event.clientY - height / 2}px)`;
  });
  addEventListener("pointerup", (event) => {
    const below = document.elementFromPoint(event.clientX, event.clientY);
    stop(below instanceof SVGElement ? (below.dataset.place ?? null) : null);
  });
  addEventListener("pointercancel", cancel);
  addEventListener("blur", cancel);
  addEventListener(
    "keydown",
    (event) => {
      if (event.key !== "Escape" || !drag?.ghost) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      cancel();
    },
    true,
  );
}

/**
 * Handles the secondary button: a click draws a circle, a drag an arrow. `placeAt` returns the place below the
 * pointer, `show` receives the unfinished drawing, and `draw` the finished one.
 * @param {Element} host
 * @param {{placeAt: (event: PointerEvent) => string|null, show: (drawing: Drawing|null) => void, draw: (drawing: Drawing) => void}} on
 */
export function watchPen(host, on) {
  /** @type {string|null} */
  let from = null;
  /** @type {string|null} */
  let shown = null;
  /** @param {string} start @param {string} end @param {PointerEvent} event @returns {Drawing} */
  const drawing = (start, end, event) => ({ ink: inkOf(event), from: start, ...(end === start ? {} : { to: end }) });
  const stop = () => {
    if (from !== null) on.show(null);
    from = null;
  };
  host.addEventListener("contextmenu", (event) => event.preventDefault());
  host.addEventListener("pointerdown", (raw) => {
    const event = /** @type {PointerEvent} */ (raw);
    stop();
    if (event.button !== 2 || event.pointerType === "touch") return;
    from = on.placeAt(event);
    shown = null;
  });
  addEventListener("pointermove", (event) => {
    if (from === null) return;
    if ((event.buttons & 2) === 0) return stop();
    const to = on.placeAt(event);
    if (to === shown) return;
    shown = to;
    on.show(to === null ? null : drawing(from, to, event));
  });
  addEventListener("pointerup", (event) => {
    if (from === null || event.button !== 2) return;
    const to = on.placeAt(event);
    const made = to === null ? null : drawing(from, to, event);
    stop();
    if (made) on.draw(made);
  });
  addEventListener("pointercancel", stop);
  addEventListener("blur", stop);
}

/** The ink for the modifier keys of an event. @param {PointerEvent} event */
function inkOf(event) {
  const red = event.shiftKey || event.ctrlKey;
  const blue = event.altKey || event.metaKey;
  return red && blue ? "yellow" : red ? "red" : blue ? "blue" : "green";
}

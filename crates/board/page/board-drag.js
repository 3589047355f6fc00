// Drags of pieces, and drawing with the secondary button. A finger that begins elsewhere scrolls.

/** @typedef {import("./store.js").Drawing} Drawing */

/** A press becomes a drag after this many pixels. */
const DRAG = 7;

/**
 * Handles drags from a host. `start` returns what a press may drag. `ghost` returns the element that
 * follows the pointer, or `null` if dragging is not possible. `end` receives the place below the pointer,
 * or `null` if there is none or the drag was cancelled.
 * @template Subject
 * @param {Element} host
 * @param {{start: (event: PointerEvent) => Subject|null, ghost: (subject: Subject) => any, layer: () => Element, end: (subject: Subject, place: string|null) => void}} on
 */
export function watchDrags(host, on) {
  /** Whether a finger holds what it can drag: then the page does not scroll. */
  let isHeld = false;
  host.addEventListener("touchmove", (event) => isHeld && event.preventDefault(), { passive: false });
  host.addEventListener("pointerdown", (raw) => {
    const press = /** @type {PointerEvent} */ (raw);
    const subject = on.start(press);
    isHeld = press.target instanceof Element && press.target.matches(".movable");
    if (subject === null || press.button !== 0 || (press.pointerType === "touch" && !isHeld)) return;
    /** @type {any} */
    let ghost = null;
    const stop = (/** @type {string|null} */ place) => {
      release();
      ghost?.remove();
      if (ghost) on.end(subject, place);
    };
    const cancel = () => stop(null);
    const release = whilePressed({
      pointerdown: cancel,
      pointermove: (event) => {
        const { clientX, clientY } = event;
        if (event.buttons === 0) return cancel();
        if (!ghost) {
          if (Math.hypot(clientX - press.clientX, clientY - press.clientY) < DRAG) return;
          ghost = on.ghost(subject);
          if (!ghost) return cancel();
          on.layer().append(ghost);
        }
        const { width, height } = ghost.getBoundingClientRect();
        ghost.style.transform = `translate(${clientX - width / 2}px, ${clientY - height / 2}px)`;
      },
      pointerup: ({ clientX, clientY }) => {
        const below = document.elementFromPoint(clientX, clientY);
        stop(below instanceof SVGElement ? (below.dataset.place ?? null) : null);
      },
      pointercancel: cancel,
      blur: cancel,
      keydown: (event) => {
        if (event.key !== "Escape" || !ghost) return;
        event.preventDefault();
        event.stopImmediatePropagation();
        cancel();
      },
    });
  });
}

/** Listens to the window before all others, until the returned function is called. @param {Record<string, (event: any) => void>} work by event */
function whilePressed(work) {
  const end = new AbortController();
  for (const [type, handler] of Object.entries(work)) {
    // Only the window itself gets `blur` without the first phase.
    addEventListener(type, handler, { capture: type !== "blur", signal: end.signal });
  }
  return () => end.abort();
}

/**
 * Handles the secondary button: a click draws a circle, a drag an arrow. `placeAt` returns the place below the
 * pointer, `show` receives the unfinished drawing, and `draw` the finished one.
 * @param {Element} host
 * @param {{placeAt: (event: PointerEvent) => string|null, show: (drawing: Drawing|null) => void, draw: (drawing: Drawing) => void}} on
 */
export function watchPen(host, on) {
  /** @param {string} start @param {string} end @param {PointerEvent} event @returns {Drawing} */
  const drawing = (start, end, event) => ({ ink: inkOf(event), from: start, ...(end === start ? {} : { to: end }) });
  host.addEventListener("contextmenu", (event) => event.preventDefault());
  host.addEventListener("pointerdown", (raw) => {
    const press = /** @type {PointerEvent} */ (raw);
    const from = press.button === 2 && press.pointerType !== "touch" ? on.placeAt(press) : null;
    if (from === null) return;
    /** @type {string|null} */
    let shown = null;
    const stop = () => {
      release();
      on.show(null);
    };
    const release = whilePressed({
      pointerdown: stop,
      pointermove: (event) => {
        if ((event.buttons & 2) === 0) return stop();
        const to = on.placeAt(event);
        if (to === shown) return;
        shown = to;
        on.show(to === null ? null : drawing(from, to, event));
      },
      pointerup: (event) => {
        if (event.button !== 2) return;
        const to = on.placeAt(event);
        stop();
        if (to !== null) on.draw(drawing(from, to, event));
      },
      pointercancel: stop,
      blur: stop,
    });
  });
}

/** The ink for the modifier keys of an event. @param {PointerEvent} event */
function inkOf(event) {
  const red = event.shiftKey || event.ctrlKey;
  const blue = event.altKey || event.metaKey;
  return red && blue ? "yellow" : red ? "red" : blue ? "blue" : "green";
}

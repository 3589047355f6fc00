// Draws the page once per frame, after any number of changes of its data.

/** What is drawn, in this order. @type {Set<() => void>} */
const parts = new Set();
/** Settles when the next frame is drawn. @type {Promise<void>|null} */
let frame = null;

/** Adds what is drawn in every frame. Returns how to stop that. @param {() => void} draw */
export function onRedraw(draw) {
  parts.add(draw);
  return () => parts.delete(draw);
}

/** Draws at once what must be there before the next step, such as an element that gets the focus. */
export function drawNow() {
  for (const draw of parts) draw();
}

/** Something has changed. Settles when it is drawn. */
export function redraw() {
  frame ??= new Promise((done) => {
    const draw = () => {
      frame = null;
      drawNow();
      done();
    };
    // A hidden page has no frames.
    if (document.hidden) setTimeout(draw);
    else requestAnimationFrame(draw);
  });
  return frame;
}

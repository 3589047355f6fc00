/**
 * Starts the engine. Send it lines with `postMessage`, and receive its lines as the `data` of `message` events.
 * @returns {Worker}
 */
export const startEngine = () => new Worker(new URL("./ringstack-worker.js", import.meta.url), { type: "module" });

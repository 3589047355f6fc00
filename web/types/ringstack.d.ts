/**
 * Starts the engine. Send it lines of UGI with `postMessage`, and receive its lines as the `data` of `message` events.
 */
export function startEngine(): Worker;

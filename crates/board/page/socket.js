// The transport to the board: a WebSocket to the server. The board without a server has another module in its place.

/** The limit for the answer of the server, in milliseconds. */
const MAX_WAIT = 3500;

/** Whether there is a server: the connection can be lost without a sign, and other devices and engines can take part. */
export const isRemote = true;

/** Opens a connection. @param {boolean} takesOver whether other pages must give the board up @param {(report: Omit<import("./connection.js").Report, "t">) => void} report @returns {WebSocket} */
export function openSocket(takesOver, report) {
  return new WebSocket(`ws://${location.host}/socket`);
}

/**
 * Why a connection was closed: it is lost; the server refuses this browser, because it has another token; or the board
 * is open in another page. @param {CloseEvent|null} event @param {boolean} wasOpen
 * @returns {Promise<string>} `lost`, `refused`, `elsewhere` or the key of a trouble
 */
export async function whyClosed(event, wasOpen) {
  const ask = () => fetch("/icon.svg", { cache: "no-store", signal: AbortSignal.timeout(MAX_WAIT) });
  const answer = wasOpen ? null : await ask().catch(() => null);
  return answer?.status === 403 ? "refused" : "lost";
}

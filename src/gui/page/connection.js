// The WebSocket to the server. It reconnects by itself; messages are JSON.

const VERSION = 2;
/** The longest message in bytes that the server takes. */
const MAX_BYTES = 4 << 20;
/** Milliseconds before the first new attempt, and before all later ones at most. */
const MIN_WAIT = 200;
const MAX_WAIT = 4000;

export class Connection {
  /**
   * @param {(message: any) => void} received
   * @param {(state: "open"|"lost"|"refused") => void} changed
   */
  constructor(received, changed) {
    this.received = received;
    this.changed = changed;
    this.wait = MIN_WAIT;
    /** @type {WebSocket|null} */
    this.socket = null;
    this.timer = 0;
    this.open();
    addEventListener("online", () => {
      if (!this.socket) this.open();
    });
  }

  open() {
    clearTimeout(this.timer);
    const socket = new WebSocket(`ws://${location.host}/socket`);
    this.socket = socket;
    let opened = false;
    socket.addEventListener("open", () => {
      opened = true;
      this.wait = MIN_WAIT;
      this.greet();
      this.changed("open");
    });
    socket.addEventListener("message", (event) => this.received(JSON.parse(event.data)));
    socket.addEventListener("close", () => {
      this.socket = null;
      void this.lost(opened);
    });
  }

  /** Asks for the whole state. */
  greet() {
    this.send({ t: "hello", version: VERSION });
  }

  /** Tries again, unless the server does not know this browser: it was restarted. @param {boolean} opened */
  async lost(opened) {
    const answer = opened ? null : await fetch("/icon.svg", { cache: "no-store" }).catch(() => null);
    const refused = answer?.status === 403;
    this.changed(refused ? "refused" : "lost");
    if (refused) return;
    this.timer = setTimeout(() => this.open(), this.wait);
    this.wait = Math.min(this.wait * 1.6, MAX_WAIT);
  }

  get isOpen() {
    return this.socket?.readyState === WebSocket.OPEN;
  }

  /** Sends a message; `false` without a connection, or if it is too long. @param {Record<string, any>} message */
  send(message) {
    const text = JSON.stringify(message);
    // A character has at most three bytes, so hardly any text has to be counted.
    const isLong = text.length * 3 > MAX_BYTES && new TextEncoder().encode(text).length > MAX_BYTES;
    if (!this.socket || !this.isOpen || isLong) return false;
    this.socket.send(text);
    return true;
  }
}

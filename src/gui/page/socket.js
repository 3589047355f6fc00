// The connection with the table. It comes back by itself; messages are JSON.

const VERSION = 1;
/** The longest message in bytes, as the table takes it. */
const LONGEST = 4 << 20;

export class Connection {
  /**
   * @param {(message: any) => void} heard
   * @param {(state: "open"|"lost"|"full"|"refused", why: string) => void} changed
   */
  constructor(heard, changed) {
    this.heard = heard;
    this.changed = changed;
    this.wait = 200;
    this.socket = null;
    this.wasOpen = false;
    this.open();
    addEventListener("online", () => { if (!this.socket) this.open(); });
  }

  open() {
    clearTimeout(this.timer);
    const socket = new WebSocket(`ws://${location.host}/socket`);
    this.socket = socket;
    let opened = false;
    socket.addEventListener("open", () => {
      opened = true;
      this.wait = 200;
      this.wasOpen = true;
      this.send({ t: "hello", version: VERSION });
      this.changed("open", "");
    });
    socket.addEventListener("message", (event) => {
      let message;
      try {
        message = JSON.parse(event.data);
      } catch {
        return;
      }
      this.heard(message);
    });
    socket.addEventListener("close", (event) => {
      if (this.socket !== socket) return;
      this.socket = null;
      this.check(opened, event.reason);
    });
  }

  /** Lost, or kept out: by as many windows as there may be, or because another program listens there now? */
  async check(opened, reason) {
    let state = "lost";
    if (!opened) {
      try {
        const answer = await fetch("/icon.svg", { cache: "no-store" });
        state = answer.status === 403 ? "refused" : "full";
      } catch {
        // Nobody there: it may come back.
      }
    }
    this.changed(state, reason);
    if (state === "refused") return;
    this.timer = setTimeout(() => this.open(), this.wait);
    this.wait = Math.min(this.wait * 1.6, 4000);
  }

  get isOpen() {
    return this.socket?.readyState === WebSocket.OPEN;
  }

  /**
   * Sends an intention; `false` when it cannot be sent: without a connection, or because it is too long.
   * @param {Record<string, any>} intention
   */
  send(intention) {
    if (!this.isOpen) return false;
    const text = JSON.stringify(intention);
    // A character has up to three bytes; hardly any text is so long that they have to be counted.
    if (text.length * 3 > LONGEST && new TextEncoder().encode(text).length > LONGEST) return false;
    this.socket.send(text);
    return true;
  }
}

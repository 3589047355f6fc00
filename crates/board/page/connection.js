// The connection to the board. It reconnects automatically; messages are JSON. Heartbeats notice a connection that is
// lost without a sign, because the network or the other machine is gone.

import { MAX_BYTES, VERSION } from "./protocol.js";
import { isRemote, openSocket, whyClosed } from "./socket.js";

/** A text from this length on is a file: while the server reads it, it answers no heartbeats. */
const FILE_LENGTH = 1 << 20;
/** Milliseconds before the first new attempt, and the limit for later ones. */
const MIN_WAIT = 200;
const MAX_WAIT = 4000;
/** Milliseconds between two heartbeats. */
const HEARTBEAT = 1000;
/** The limits for the answer to a heartbeat, and for the steps of a new connection, in milliseconds. */
const MAX_SILENCE = 3500;
const MAX_START = 10_000;
/** The limit for the answer to a file. */
const MAX_READING = 60_000;

/** What the transport reports beside the messages of the board: the part of a file that has arrived; a trouble with a detail; that the engine could not be loaded; the names of files that are not stored, or that are not from the board, with what gives them to the user or removes them. @typedef {{t: "report", part?: number, trouble?: string, detail?: string, engine?: string, unstored?: string[], foreign?: string[], give?: () => void, remove?: () => void}} Report */

const hello = () => JSON.stringify({ t: "hello", version: VERSION, zone: -new Date().getTimezoneOffset() });

/** @typedef {{t: "pong", at: number, now: number}} Pong the answer to a heartbeat */

export class Connection {
  /** @param {(message: import("./store.js").ServerMessage|Pong|Report) => void} received @param {(state: string, detail: string) => void} changed called with `open`, `lost`, `refused`, `elsewhere` or the key of a trouble */
  constructor(received, changed) {
    this.received = received;
    this.changed = changed;
    this.wait = MIN_WAIT;
    /** @type {WebSocket|null} */
    this.socket = null;
    this.timer = 0;
    /** Ends a silent connection. */
    this.watchdog = 0;
    /** The number of bytes that were waiting when the watchdog began. */
    this.unsent = 0;
    this.giveUp = () => {};
    this.open();
    if (isRemote) setInterval(() => this.beat(), HEARTBEAT);
    addEventListener("online", () => {
      if (!this.socket) this.open();
    });
  }

  /** Connects. @param {boolean} [takesOver] whether other pages must give the board up */
  open(takesOver = false) {
    clearTimeout(this.timer);
    const socket = openSocket(takesOver, (report) => {
      if (this.socket === socket) this.received({ t: "report", ...report });
    });
    this.socket = socket;
    let opened = false;
    let hasState = false;
    const close = (/** @type {CloseEvent|null} */ event) => {
      if (this.socket !== socket) return;
      this.socket = null;
      clearTimeout(this.watchdog);
      void this.lost(event, opened);
    };
    const receive = (/** @type {string} */ text) => {
      if (this.socket !== socket) return;
      clearTimeout(this.watchdog);
      this.watchdog = 0;
      // Until the state arrives, the page shows an old one, and what the user does there would be lost.
      if (!hasState) this.changed("open", "");
      hasState = true;
      this.received(JSON.parse(text));
    };
    this.giveUp = () => {
      socket.close();
      close(null);
    };
    this.watch(MAX_START);
    socket.addEventListener("open", () => {
      opened = true;
      this.wait = MIN_WAIT;
      this.watch(MAX_START);
      this.greet();
    });
    socket.addEventListener("message", (event) => receive(event.data));
    socket.addEventListener("close", close);
  }

  /** Sends a heartbeat. */
  beat() {
    if (!this.isOpen) return;
    // The timers of a hidden page are slow: only the time after a heartbeat counts.
    if (!this.watchdog) this.watch(MAX_SILENCE);
    this.send({ t: "ping", at: performance.now() });
  }

  /** Waits this long for a message; called before something is sent. @param {number} ms */
  watch(ms) {
    if (!isRemote) return;
    clearTimeout(this.watchdog);
    this.unsent = this.socket?.bufferedAmount ?? 0;
    this.watchdog = setTimeout(() => {
      // A long message takes its time.
      if ((this.socket?.bufferedAmount ?? 0) < this.unsent) this.watch(ms);
      else this.giveUp();
    }, ms);
  }

  /** Requests the whole state. */
  greet() {
    if (this.isOpen) this.socket?.send(hello());
  }

  /** Reconnects, unless that is no use. @param {CloseEvent|null} event @param {boolean} opened */
  async lost(event, opened) {
    const why = await whyClosed(event, opened);
    if (this.socket) return;
    this.changed(why, event && "detail" in event ? String(event.detail) : "");
    if (why !== "lost") return;
    this.timer = setTimeout(() => this.open(), this.wait);
    this.wait = Math.min(this.wait * 1.6, MAX_WAIT);
  }

  get isOpen() {
    return this.socket?.readyState === WebSocket.OPEN;
  }

  /** Sends a message. Returns `false` if there is no connection or the message is too long. @param {object} message */
  send(message) {
    const text = JSON.stringify(message);
    // A UTF-16 unit has at most three bytes in UTF-8, so short texts need not be encoded.
    const isLong = text.length * 3 > MAX_BYTES && new TextEncoder().encode(text).length > MAX_BYTES;
    if (!this.socket || !this.isOpen || isLong) return false;
    this.socket.send(text);
    if (text.length >= FILE_LENGTH) this.watch(MAX_READING);
    return true;
  }
}

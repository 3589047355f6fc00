// Tests of the connection, with a scripted WebSocket.

import { Connection } from "/connection.js";
import { equal, settle, test } from "/tests/harness.js";

/** @type {FakeSocket[]} */
let sockets = [];

class FakeSocket extends EventTarget {
  static CONNECTING = 0;
  static OPEN = 1;
  static CLOSED = 3;
  readyState = FakeSocket.CONNECTING;
  bufferedAmount = 0;
  sent = [];

  constructor() {
    super();
    sockets.push(this);
  }

  open() {
    this.readyState = FakeSocket.OPEN;
    this.dispatchEvent(new Event("open"));
  }

  receive(message) {
    this.dispatchEvent(new MessageEvent("message", { data: JSON.stringify(message) }));
  }

  send(text) {
    this.sent.push(JSON.parse(text).t);
    this.bufferedAmount += text.length;
    queueMicrotask(() => (this.bufferedAmount -= text.length));
  }

  /** The other side does not answer. */
  close() {}
}

/** The timers of the page, run by hand. */
class FakeTimers {
  now = 0;
  last = 0;
  /** @type {Map<number, {at: number, work: () => void, every: number}>} */
  timers = new Map();

  set(work, ms, every) {
    this.last += 1;
    this.timers.set(this.last, { at: this.now + ms, work, every });
    return this.last;
  }

  /** Runs the timers of this time in order. */
  async pass(ms) {
    const end = this.now + ms;
    for (;;) {
      const due = [...this.timers].sort(([, a], [, b]) => a.at - b.at)[0];
      if (!due || due[1].at > end) break;
      const [id, timer] = due;
      this.now = timer.at;
      if (timer.every) timer.at += timer.every;
      else this.timers.delete(id);
      timer.work();
      await settle();
    }
    this.now = end;
  }
}

/** @type {FakeTimers} */
let timers;

/** Runs a test with the scripted sockets. */
async function withSockets(work) {
  const { WebSocket, setTimeout, setInterval, clearTimeout, fetch } = globalThis;
  sockets = [];
  timers = new FakeTimers();
  Object.assign(globalThis, {
    WebSocket: FakeSocket,
    setTimeout: (work, ms) => timers.set(work, ms, 0),
    setInterval: (work, ms) => timers.set(work, ms, ms),
    clearTimeout: (id) => timers.timers.delete(id),
    fetch: () => Promise.reject(new Error("no network")),
  });
  try {
    await work();
  } finally {
    Object.assign(globalThis, { WebSocket, setTimeout, setInterval, clearTimeout, fetch });
  }
}

function connect() {
  const log = [];
  new Connection(
    (message) => log.push(message.t),
    (state) => log.push(state),
  );
  return log;
}

test("a connection greets the server and passes its messages on", () =>
  withSockets(async () => {
    const log = connect();
    await settle();
    sockets[0].open();
    sockets[0].receive({ t: "state" });
    equal([log, sockets.length, sockets[0].sent], [["open", "state"], 1, ["hello"]]);
  }));

/** A connection that has received the state. */
async function connected() {
  const log = connect();
  sockets[0].open();
  sockets[0].receive({ t: "state" });
  await settle();
  log.length = 0;
  return log;
}

test("a silent connection is given up within 5 seconds, and another one is opened", () =>
  withSockets(async () => {
    const log = await connected();
    // Each heartbeat is answered.
    for (let n = 0; n < 5; n += 1) {
      await timers.pass(1000);
      equal(sockets[0].sent.at(-1), "ping");
      sockets[0].receive({ t: "pong" });
    }
    log.length = 0;
    await timers.pass(5000);
    equal([log, sockets.length], [["lost"], 2]);
    // What the old connection still delivers is out of date.
    sockets[0].receive({ t: "patch" });
    sockets[1].open();
    sockets[1].receive({ t: "state" });
    equal(log, ["lost", "open", "state"]);
  }));

test("the slow timers of a hidden page do not end its connection", () =>
  withSockets(async () => {
    const log = await connected();
    for (const timer of timers.timers.values()) if (timer.every) timer.every = 60_000;
    for (let n = 0; n < 5; n += 1) {
      await timers.pass(1000);
      sockets[0].receive({ t: "pong" });
      await timers.pass(59_000);
    }
    equal(log.includes("lost"), false);
  }));

test("a connection is not given up while a long message is sent", () =>
  withSockets(async () => {
    const log = await connected();
    sockets[0].bufferedAmount = 9000;
    for (let n = 0; n < 8; n += 1) {
      await timers.pass(1000);
      sockets[0].bufferedAmount -= 1000;
    }
    equal(log, []);
    await timers.pass(9000);
    equal(log, ["lost"]);
  }));

test("an attempt without an answer is followed by another one", () =>
  withSockets(async () => {
    const log = connect();
    await timers.pass(11_000);
    equal([log, sockets.length], [["lost"], 2]);
  }));

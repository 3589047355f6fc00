// Tests of the connection, with a scripted WebSocket.

import { Connection, connectEarly } from "/connection.js";
import { equal, settle, test } from "/tests/harness.js";

/** @type {FakeSocket[]} */
let sockets = [];

class FakeSocket extends EventTarget {
  static CONNECTING = 0;
  static OPEN = 1;
  static CLOSED = 3;
  readyState = FakeSocket.CONNECTING;
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
  }
}

/** Runs a test with the scripted sockets. */
async function withSockets(work) {
  const real = globalThis.WebSocket;
  globalThis.WebSocket = FakeSocket;
  sockets = [];
  try {
    await work();
  } finally {
    globalThis.WebSocket = real;
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

test("messages that arrive before the page is ready are kept in order", () =>
  withSockets(async () => {
    connectEarly();
    sockets[0].open();
    sockets[0].receive({ t: "state" });
    const log = connect();
    equal(log, []);
    await settle();
    sockets[0].receive({ t: "patch" });
    equal([log, sockets.length, sockets[0].sent], [["open", "state", "patch"], 1, ["hello"]]);
  }));

test("a connection without an early socket opens its own", () =>
  withSockets(async () => {
    connectEarly();
    const log = connect();
    await settle();
    sockets[0].open();
    sockets[0].receive({ t: "state" });
    equal([log, sockets.length, sockets[0].sent], [["open", "state"], 1, ["hello"]]);
  }));

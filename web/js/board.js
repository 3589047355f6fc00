// The session of the board as a function of messages, which `src/messages.rs` describes.

import { instantiate } from "./instance.js";

/** Makes a board. Returns a function that takes a message to it; `onMessage` receives its messages. */
export async function createBoard(module, onMessage) {
  const waiting = [];
  const { call } = await instantiate(
    module,
    (text) => waiting.push(JSON.parse(text)),
    () => {},
  );
  return (message) => {
    call("board", JSON.stringify(message));
    // Only now may the receiver call back.
    while (waiting.length) onMessage(waiting.shift());
  };
}

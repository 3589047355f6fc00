#!/usr/bin/env node
// The engine on standard input and output: `npx ringstack-engine`.

import { createInterface } from "node:readline";
import { startEngine } from "./node.js";

const engine = startEngine();
engine.onmessage = ({ data }) => console.log(data);
engine.onerror = ({ message }) => {
  console.error(`ringstack-engine: ${message}`);
  process.exit(1);
};
engine.addEventListener("close", () => process.exit());
const lines = createInterface({ input: process.stdin });
lines.on("line", (line) => engine.postMessage(line));
lines.on("close", () => engine.postMessage("quit"));

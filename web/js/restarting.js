// Stops a search by ending its worker. The next worker gets the same options and position, but its hash table is empty.
// During a search only `stop`, `isready` and `quit` act; other lines wait for its end.

import { startBlocking } from "./blocking.js";

const firstWord = (line) => line.trim().split(/\s/, 1)[0];

/** The lines that lead to the same options and position, with one more line. */
function remember(lines, line) {
  const isOption = (other) => firstWord(other) === "setoption";
  const option = (other) => isOption(other) && other.split(" value ")[0];
  switch (firstWord(line)) {
    case "position":
    case "uginewgame":
      return [...lines.filter(isOption), line];
    case "setoption":
      return [...lines.filter((other) => option(other) !== option(line)), line];
    case "moves":
    case "undo":
      return [...lines, line];
    default:
      return lines;
  }
}

export async function start(module, onLine, onOver) {
  const waiting = [];
  let remembered = [];
  let isBusy = false;
  let isRunning = false;
  let isStopping = false;
  let isSilent = false;
  /** The line that the worker handles, the best move so far, and what to call at the end. */
  let current;

  const startWorker = () => startBlocking(module, receive, change);
  let worker = await startWorker();

  function receive(line) {
    // The best line has the number 1, or none.
    const move = /^info (?!.*\bmultipv (?:[2-9]|1\d)).*\bpv (\S+)/.exec(line);
    if (move) current.move = move[1];
    if (!isSilent) onLine(line);
  }

  function change(state) {
    isRunning = state === "running" && !isStopping;
    if (isRunning) waiting.splice(0).forEach(post);
    else if (state === "over") onOver();
    else if (state === "waiting") current.done();
  }

  const handle = (line) =>
    new Promise((done) => {
      current = { line, done };
      worker.postMessage(line);
    });

  async function stop() {
    isRunning = false;
    isStopping = true;
    const { line, move, done } = current;
    worker.onmessage = null;
    worker.terminate();
    const isSearch = /^\s*go(?!\s+perft)/.test(line);
    const task = firstWord(line) === "bench" ? "benchmark" : "count";
    if (!isSearch) onLine(`info string the ${task} was stopped`);
    else if (move) onLine(`bestmove ${move}`);
    worker = await startWorker();
    isSilent = true;
    for (const earlier of remembered) await handle(earlier);
    isSilent = false;
    const [, searchmoves = ""] = /( searchmoves .*)/.exec(line) ?? [];
    if (isSearch && !move) await handle(`go depth 1${searchmoves}`);
    isStopping = false;
    done();
  }

  async function handleWaiting() {
    if (isBusy) return;
    isBusy = true;
    while (waiting.length) {
      const line = waiting.shift();
      remembered = remember(remembered, line);
      await handle(line);
    }
    isBusy = false;
  }

  function post(line) {
    const word = isRunning && firstWord(line);
    if (word === "isready" && !waiting.length) return onLine("readyok");
    if (word !== "stop") waiting.push(line);
    if (word === "stop" || word === "quit") stop();
    handleWaiting();
  }
  return post;
}

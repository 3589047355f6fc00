// A conversation whose answers must be the same in every build of the engine.

const GAMES = ["dvonn", "zertz", "gipf", "diaballik", "gipf-zertz"];

/** Runs the benchmark, and searches a fixed number of nodes in every game. */
export const LINES = [
  "bench 3",
  ...GAMES.flatMap((game) => ["wait", `setoption name Game value ${game}`, "go nodes 3000", "wait", "query fen"]),
];

/** Lines of output without what depends on the speed. */
export const comparable = (lines) => lines.map((line) => line.replace(/ (time|nps) \d+| \d+ nps$/g, ""));

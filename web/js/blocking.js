// Starts the engine in a worker that receives no messages during a search.

/**
 * Starts the worker and waits until it is ready.
 * @param {WebAssembly.Module} module
 * @param {(line: string) => void} onLine receives the output of the engine
 * @param {(state: "running" | "waiting" | "over") => void} onState is called when a task begins, when all lines are
 *   handled, and when the conversation is over
 * @returns {Promise<Worker>} rejects if the worker cannot be loaded
 */
export function startBlocking(module, onLine, onState) {
  const worker = new Worker(new URL("./blocking-worker.js", import.meta.url), { type: "module" });
  worker.postMessage(module);
  return new Promise((resolve, reject) => {
    // Browsers say no more about a missing file.
    worker.onerror = ({ message }) => reject(new Error(message || "blocking-worker.js cannot be loaded"));
    worker.onmessage = () => {
      worker.onerror = null;
      worker.onmessage = ({ data }) => (typeof data === "string" ? onLine(data) : onState(data.state));
      resolve(worker);
    };
  });
}

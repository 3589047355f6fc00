// How much of a file has arrived.

/**
 * Reports the part of a response that has arrived, until it is complete.
 * @param {Response} response a clone: its body is read
 * @param {number} size the size of the file in bytes; compressed files do not tell it
 * @param {(part: number) => void} report
 */
export async function watchArrival(response, size, report) {
  let bytes = 0;
  const reader = response.body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    bytes += value.length;
    report(Math.min(1, bytes / size));
  }
}

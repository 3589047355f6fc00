// Lines for a worker that is busy: a ring of bytes in shared memory with one writer and one reader.

const SIZE = 1 << 21;
const READ = 0;
const WRITTEN = 1;
const HEADER = 8;

/** Memory for a mailbox. */
export const createMemory = () => new SharedArrayBuffer(HEADER + SIZE);

/** Both ends of a mailbox in this memory. */
export class Mailbox {
  #counters;
  #bytes;

  constructor(memory) {
    this.#counters = new Int32Array(memory, 0, 2);
    this.#bytes = new Uint8Array(memory, HEADER);
  }

  /** Adds a line. Fails if the reader has not read for long. */
  put(line) {
    const bytes = new TextEncoder().encode(line + "\n");
    const begin = Atomics.load(this.#counters, WRITTEN);
    // The counters wrap around; their difference does not.
    const used = (begin - Atomics.load(this.#counters, READ)) | 0;
    if (bytes.length > SIZE - used) throw new RangeError("the engine does not read its lines");
    bytes.forEach((byte, at) => (this.#bytes[(begin + at) & (SIZE - 1)] = byte));
    Atomics.store(this.#counters, WRITTEN, begin + bytes.length);
  }

  /** Takes all lines. */
  take() {
    const end = Atomics.load(this.#counters, WRITTEN);
    const bytes = [];
    for (let at = Atomics.load(this.#counters, READ); at !== end; at = (at + 1) | 0) {
      bytes.push(this.#bytes[at & (SIZE - 1)]);
    }
    Atomics.store(this.#counters, READ, end);
    const lines = new TextDecoder().decode(new Uint8Array(bytes)).split("\n");
    return lines.slice(0, -1);
  }
}

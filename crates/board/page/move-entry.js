// The entry of a move: a sequence of touches, each answered by the server.
//
// Touches are queued and handled in order, so that quick touches are not lost. A touch that the last
// answer offers advances the move. Any other touch goes back to the latest answer that offered it. If there
// is none, the server explains why.
// Touches after the last one of a move wait for the answer of the server: they belong to the next move, if the same user
// makes it. While nothing can be moved, touches are dropped, so that none is played after a reply that it did not foresee.

/** @typedef {import("./scene.js").Touches} Touches */
/** @typedef {import("./scene.js").Next} Next */
/** @typedef {{id: string|null, work: () => any}} Action `id` is the touched place, or `null` for a button */

/** The maximum length of the queue. */
const MAX_QUEUE = 60;

export class MoveEntry {
  /**
   * @param {{ask: (touches: string[], last?: Next) => Promise<import("../types.js").TouchAnswer>, changed: () => void, choose: (id: string, entries: Next[]) => Promise<Next|null>, complete: (answer: Touches) => void, refuse: (id: string, reason: string) => void, failed: (text: string) => void}} on
   * `ask`: `last` is a touch that continues the move
   */
  constructor(on) {
    this.on = on;
    this.serial = 0;
    /** The places of the last move of the user, who may touch them once more. @type {string[]} */
    this.passed = [];
    this.clear();
  }

  /** Closes the entry: no move can be made. */
  clear() {
    this.serial += 1;
    /** The answers after zero touches, one touch and so on; `null` if unknown. @type {(Touches|null)[]} */
    this.answers = [];
    /** @type {Next[]} */
    this.made = [];
    /** @type {Action[]} */
    this.queue = [];
    this.busy = false;
    this.sent = false;
    /** The place where a drag began. @type {string|null} */
    this.grabbed = null;
  }

  /**
   * Begins a move with the answer for zero touches. Touches that came after the last move of the user apply to it.
   * @param {Touches} first
   * @param {string[]|null} [passed] the places of the move that the user has just made. A second touch of them is part of
   * a double click, or was added by the server.
   */
  begin(first, passed = null) {
    const waiting = passed ? this.queue.filter(({ id }) => id !== null && !passed.includes(id)) : [];
    this.clear();
    this.passed = passed ?? this.passed;
    this.answers = [first];
    this.queue = waiting;
    void this.run();
  }

  /** Restarts a move that was not played. */
  restart() {
    const first = this.answers[0];
    if (!first) return;
    this.clear();
    this.answers = [first];
    this.on.changed();
  }

  /** Marks the move as sent. Later touches wait for the next move. */
  send() {
    this.serial += 1;
    this.busy = false;
    this.sent = true;
    this.grabbed = null;
  }

  /** Whether a move can be made. */
  get isOpen() {
    return this.answers.length > 0;
  }

  /** Whether a move has been started. */
  get isStarted() {
    return this.made.length > 0;
  }

  /** @returns {Touches|null} */
  get answer() {
    return this.answers.at(-1) ?? null;
  }

  get touches() {
    return this.made.map((entry) => entry.touch);
  }

  /** Whether the last answer offers this id. @param {string} id */
  offers(id) {
    return this.answer?.next.some((entry) => entry.at.includes(id)) ?? false;
  }

  /** Whether any answer of this move offered this id. @param {string} id */
  offered(id) {
    return this.answers.some((answer) => answer?.next.some((entry) => entry.at.includes(id)));
  }

  /** The next touch at a place, if there is one. @param {string|null} id */
  nextAt(id) {
    return id === null ? undefined : this.answer?.next.find((entry) => entry.at.includes(id));
  }

  /** Begins a drag. Returns whether this place can be dragged. @param {string} id */
  grab(id) {
    if (!this.isOpen || this.sent || !this.offered(id)) return false;
    this.grabbed = id;
    if (!this.made.some((next) => next.at.includes(id))) this.touch(id);
    return true;
  }

  /** Ends a drag at a place that continues the move, or elsewhere. A drag that began in an earlier move is ignored. @param {string|null} id */
  release(id) {
    const { grabbed } = this;
    this.grabbed = null;
    if (grabbed === null || id === grabbed) return;
    this.push(async () => {
      if (id !== null && this.offers(id)) return this.resolve(id);
      const { touches } = this;
      await this.cut(this.made.length - 1);
      if (id !== null) await this.explain(id, touches);
    });
  }

  /** Queues a touch of a place or supply item. @param {string} id */
  touch(id) {
    if (!this.isOpen) return;
    this.queue.push({ id, work: () => this.resolve(id) });
    this.queue.length = Math.min(this.queue.length, MAX_QUEUE);
    void this.run();
  }

  /** Queues the touch of a button. @param {string} touch */
  touchWord(touch) {
    this.push(async () => {
      const entry = this.answer?.next.find((found) => found.touch === touch);
      if (entry) await this.advance(this.answers.length - 1, entry);
    });
  }

  /** Takes back the last touch. */
  back() {
    this.push(() => this.cut(this.made.length - 1));
  }

  /** Takes back all touches. */
  cancel() {
    this.queue = [];
    this.push(() => this.cut(0));
  }

  /** Queues work that runs after the earlier actions. @param {() => any} work */
  push(work) {
    if (this.sent) this.queue = [];
    if (this.sent || !this.isOpen || this.queue.length >= MAX_QUEUE) return;
    this.queue.push({ id: null, work });
    void this.run();
  }

  async run() {
    if (this.busy || this.sent || !this.isOpen) return;
    const { serial } = this;
    this.busy = true;
    while (serial === this.serial) {
      const action = this.queue.shift();
      if (!action) break;
      await action.work();
    }
    if (serial === this.serial) this.busy = false;
  }

  /** @param {string} id */
  async resolve(id) {
    for (let n = this.answers.length - 1; n >= 0; n -= 1) {
      const isLast = n === this.answers.length - 1;
      const entries = this.answers[n]?.next.filter((entry) => entry.at.includes(id)) ?? [];
      const made = this.made[n];
      if (!isLast && made?.at.includes(id) && entries.every((entry) => entry.touch === made.touch)) {
        await this.drop(n);
        return;
      }
      if (entries.length === 0) continue;
      const { serial } = this;
      const entry = entries.length === 1 ? entries[0] : await this.on.choose(id, entries);
      if (entry && serial === this.serial) await this.advance(n, entry);
      return;
    }
    await this.explain(id, this.touches);
  }

  /** Reports why a place or item cannot be touched. @param {string} id @param {string[]} before the touches before it */
  async explain(id, before) {
    const { serial } = this;
    const isPassed = before.length === 0 && this.passed.includes(id);
    this.passed = [];
    if (isPassed) return;
    const answer = await this.on.ask([...before, id]).catch(() => null);
    // A touch that the server has added by itself is allowed and changes nothing.
    if (answer && "reason" in answer && serial === this.serial) this.on.refuse(id, answer.reason.text);
  }

  /** Drops a repeated touch: alone if the game allows that, otherwise with all later touches. @param {number} n */
  async drop(n) {
    if (!this.answer?.off.includes(this.made[n].touch)) {
      await this.cut(n);
      return;
    }
    const rest = this.made.filter((_, at) => at !== n);
    const unknown = new Array(Math.max(0, rest.length - n - 1)).fill(null);
    await this.ask(rest, [...this.answers.slice(0, n + 1), ...unknown], false);
  }

  /** @param {number} n @param {Next} entry */
  async advance(n, entry) {
    await this.ask([...this.made.slice(0, n), entry], this.answers.slice(0, n + 1), true);
  }

  /** Keeps only the first touches. @param {number} count */
  async cut(count) {
    if (count < 0 || !this.isStarted) return;
    if (!this.answers[count]) {
      await this.ask(this.made.slice(0, count), this.answers.slice(0, count), false);
      return;
    }
    this.made = this.made.slice(0, count);
    this.answers = this.answers.slice(0, count + 1);
    this.on.changed();
  }

  /** Asks the server. @param {Next[]} made @param {(Touches|null)[]} before the answers for fewer touches @param {boolean} isForward whether a touch was added */
  async ask(made, before, isForward) {
    const { serial } = this;
    // A touch that the server has added before is given, too, where the user touches the same place again.
    const given = made.flatMap(({ touch }, n) => (before[n]?.auto.includes(touch) ? [touch, touch] : [touch]));
    let answer;
    try {
      answer = await this.on.ask(given, isForward ? made.at(-1) : undefined);
    } catch (error) {
      if (serial !== this.serial) return;
      this.queue = [];
      this.on.failed(error instanceof Error ? error.message : String(error));
      return;
    }
    if (serial !== this.serial) return;
    if ("reason" in answer) {
      this.queue = [];
      this.on.failed(answer.reason.text);
      return;
    }
    // The move was played; the board will show its position.
    if ("node" in answer) return;
    this.passed = [];
    this.made = made;
    this.answers = [...before, answer];
    this.on.changed();
    if (answer.token !== null && answer.next.length === 0 && isForward) this.on.complete(answer);
  }
}

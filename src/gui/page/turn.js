// A turn in the making: a row of touches, each judged by the house.
//
// Touches are queued and done one after another, so that none is lost however quickly they come. A
// place that is offered goes forward; otherwise it goes back to the longest earlier part of the turn
// in which it was offered. What is touched after a turn has been sent belongs to the next one, and
// waits for it.

import { readTouches } from "./scene.js";

/** @typedef {import("./scene.js").Touches} Touches */
/** @typedef {import("./scene.js").Next} Next */
/** @typedef {{id: string|null, at: number, work: () => any}} Wish a touch of a place has its id, everything else none */

/** The most that waits to be done. */
const QUEUE = 60;
/** Milliseconds a touch may come before its turn begins. */
const EARLY = 600;

export class Turn {
  /**
   * @param {{ask: (touches: string[]) => Promise<any>, changed: (how: "forward"|"back"|"same") => void, choose: (id: string, entries: Next[]) => Promise<Next|null>, complete: (answer: Touches) => void, failed: (text: string) => void}} on
   */
  constructor(on) {
    this.on = on;
    this.clear();
  }

  /** There is no turn to make. */
  clear() {
    this.serial = (this.serial ?? 0) + 1;
    /** @type {(Touches|null)[]} */
    this.stack = [];
    /** @type {Next[]} */
    this.made = [];
    /** @type {Wish[]} */
    this.queue = [];
    this.busy = false;
    this.sent = false;
  }

  /**
   * Begins a turn with the answer to no touch at all. It gets the touches that came after the turn
   * before was sent, or just before this one.
   * @param {any} raw
   */
  begin(raw) {
    const now = performance.now();
    const waiting = this.sent ? this.queue : this.queue.filter((wish) => now - wish.at < EARLY).slice(-1);
    this.clear();
    this.stack = [readTouches(raw)];
    this.queue = waiting;
    void this.run();
  }

  /** The same turn from its beginning: it was not played. */
  restart() {
    const first = this.stack[0];
    if (!first) return;
    this.clear();
    this.stack = [first];
    this.on.changed("back");
  }

  /** The turn is on its way; touches wait for the next one. */
  send() {
    // A second touch of the same place is half of a double click.
    const last = this.made[this.made.length - 1]?.at ?? [];
    this.serial += 1;
    this.busy = false;
    this.sent = true;
    this.queue = this.queue.filter((wish) => wish.id !== null && !last.includes(wish.id));
  }

  /** @returns {Touches|null} */
  get answer() {
    return this.stack[this.stack.length - 1] ?? null;
  }

  get touches() {
    return this.made.map((entry) => entry.touch);
  }

  /** Whether the house would go on from here with this id. @param {string} id */
  offers(id) {
    return this.answer?.next.some((entry) => entry.at.includes(id)) ?? false;
  }

  /** Whether this id was offered at any point of the turn. @param {string} id */
  offered(id) {
    return this.stack.some((answer) => answer?.next.some((entry) => entry.at.includes(id)));
  }

  /** A person touches something. @param {string} id */
  touch(id) {
    if (this.sent && this.made[this.made.length - 1]?.at.includes(id)) return;
    this.queue.push({ id, at: performance.now(), work: () => this.resolve(id) });
    this.queue.length = Math.min(this.queue.length, QUEUE);
    void this.run();
  }

  /** A person touches what is no place: the entry that has this word. @param {string} touch */
  touchWord(touch) {
    this.push(async () => {
      const entry = this.answer?.next.find((found) => found.touch === touch);
      if (entry) await this.go(this.stack.length - 1, entry);
    });
  }

  /** One step back. */
  back() {
    this.push(() => this.cut(this.made.length - 1));
  }

  /** The whole turn back. */
  cancel() {
    this.queue = [];
    this.push(() => this.cut(0));
  }

  /** Something to be done with the turn as it will be then. @param {() => any} work */
  push(work) {
    if (this.sent) { this.queue = []; return; }
    if (this.stack.length === 0 || this.queue.length >= QUEUE) return;
    this.queue.push({ id: null, at: performance.now(), work });
    void this.run();
  }

  async run() {
    if (this.busy || this.sent || this.stack.length === 0) return;
    const serial = this.serial;
    this.busy = true;
    while (serial === this.serial) {
      const wish = this.queue.shift();
      if (!wish) break;
      await wish.work();
    }
    if (serial === this.serial) this.busy = false;
  }

  async resolve(id) {
    for (let n = this.stack.length - 1; n >= 0; n -= 1) {
      const top = n === this.stack.length - 1;
      const entries = this.stack[n]?.next.filter((entry) => entry.at.includes(id)) ?? [];
      if (!top && this.made[n]?.at.includes(id) && entries.every((entry) => entry.touch === this.made[n].touch)) {
        await this.drop(n);
        return;
      }
      if (entries.length === 0) continue;
      const serial = this.serial;
      const entry = entries.length === 1 ? entries[0] : await this.on.choose(id, entries);
      if (!entry || serial !== this.serial) return;
      await this.go(n, entry);
      return;
    }
  }

  /** The same thing again: it is dropped, alone where the house allows that, or with what followed. */
  async drop(n) {
    const touch = this.made[n].touch;
    const top = this.stack[this.stack.length - 1];
    if (top?.off.includes(touch)) {
      const rest = this.made.filter((_, at) => at !== n);
      await this.ask(rest, this.stack.slice(0, n + 1).concat(new Array(Math.max(0, rest.length - n - 1)).fill(null)), "back");
      return;
    }
    await this.cut(n);
  }

  async go(n, entry) {
    const made = this.made.slice(0, n).concat([entry]);
    await this.ask(made, this.stack.slice(0, n + 1), "forward");
  }

  async cut(count) {
    if (count < 0 || this.made.length === 0) return;
    const kept = this.stack[count];
    if (kept) {
      this.made = this.made.slice(0, count);
      this.stack = this.stack.slice(0, count + 1);
      this.on.changed("back");
      return;
    }
    await this.ask(this.made.slice(0, count), this.stack.slice(0, count), "back");
  }

  /** Asks the house; `before` are the answers to the parts that are shorter. */
  async ask(made, before, how) {
    const serial = this.serial;
    let raw;
    try {
      raw = await this.on.ask(made.map((entry) => entry.touch));
    } catch (error) {
      if (serial === this.serial) {
        this.queue = [];
        this.on.failed(String(error?.message ?? error));
      }
      return;
    }
    if (serial !== this.serial) return;
    const answer = readTouches(raw);
    this.made = made;
    this.stack = before.concat([answer]);
    this.on.changed(how);
    if (answer.token !== null && answer.next.length === 0 && how === "forward") this.on.complete(answer);
  }
}

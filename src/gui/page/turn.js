// A turn in the making: a row of touches, each judged by the house.
//
// Touches are queued and done one after another, so that none is lost however quickly they come. A
// place that is offered goes forward; otherwise it goes back to the longest earlier part of the turn
// in which it was offered.

import { readTouches } from "./scene.js";

/** @typedef {import("./scene.js").Touches} Touches */
/** @typedef {import("./scene.js").Next} Next */

export class Turn {
  /**
   * @param {{ask: (touches: string[]) => Promise<any>, changed: (how: "forward"|"back"|"same") => void, choose: (id: string, entries: Next[]) => Promise<Next|null>, complete: (answer: Touches, ends: boolean) => void, failed: (text: string) => void}} on
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
    this.queue = [];
    this.busy = false;
  }

  /**
   * Begins a turn with the answer to no touch at all.
   * @param {any} raw
   */
  begin(raw) {
    this.clear();
    this.stack = [readTouches(raw)];
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
    this.push(() => this.resolve(id));
  }

  /** A person touches what is no place. @param {Next} entry */
  touchEntry(entry) {
    this.push(() => this.go(this.stack.length - 1, entry));
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

  push(work) {
    if (this.stack.length === 0 || this.queue.length > 60) return;
    this.queue.push(work);
    if (!this.busy) void this.run();
  }

  async run() {
    const serial = this.serial;
    this.busy = true;
    while (serial === this.serial && this.queue.length > 0) {
      await this.queue.shift()();
    }
    if (serial === this.serial) this.busy = false;
  }

  async resolve(id) {
    for (let n = this.stack.length - 1; n >= 0; n -= 1) {
      const top = n === this.stack.length - 1;
      const entries = this.stack[n]?.next.filter((entry) => entry.at.includes(id)) ?? [];
      if (!top && this.made[n]?.at.includes(id) && entries.every((entry) => entry.touch === this.made[n].touch)) {
        await this.drop(n, id);
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
  async drop(n, id) {
    const touch = this.made[n].touch;
    const top = this.stack[this.stack.length - 1];
    if (top?.off.includes(touch)) {
      const rest = this.made.filter((_, at) => at !== n);
      await this.ask(rest, this.stack.slice(0, n + 1).concat(new Array(Math.max(0, rest.length - n - 1)).fill(null)), "back");
      return;
    }
    void id;
    await this.cut(n);
  }

  async go(n, entry) {
    const made = this.made.slice(0, n).concat([entry]);
    await this.ask(made, this.stack.slice(0, n + 1), "forward", entry.ends);
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
  async ask(made, before, how, ends = false) {
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
    if (answer.token !== null && answer.next.length === 0 && how === "forward") this.on.complete(answer, ends);
  }
}

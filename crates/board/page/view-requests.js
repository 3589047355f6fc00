// Fetches the views of nodes that the page does not know.

import { ask, messageOf } from "./api.js";
import { notice } from "./notices.js";
import { node, store } from "./store.js";
import { keepView, viewState } from "./view-state.js";

export class ViewRequests {
  /** @param {() => void} arrived the view of the node at the cursor has arrived, or cannot be fetched */
  constructor(arrived) {
    this.arrived = arrived;
    /** The node whose view could not be fetched, or 0. */
    this.failed = 0;
    /** The nodes whose views have been requested. @type {Set<number>} */
    this.pending = new Set();
  }

  /** Allows another attempt after a failure. */
  retry() {
    this.failed = 0;
  }

  /** @param {number} id */
  async fetch(id) {
    if (this.pending.has(id) || this.failed === id) return;
    this.pending.add(id);
    const { number } = store.game;
    try {
      const view = await ask({ t: "view", node: id });
      if (number === store.game.number && node(id)) keepView(view);
    } catch (error) {
      if (id !== viewState.cursor || !store.known) return;
      this.failed = id;
      notice(messageOf(error), "error");
    } finally {
      this.pending.delete(id);
    }
    if (id === viewState.cursor) this.arrived();
  }
}

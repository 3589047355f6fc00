// The switch between the moves and the explorer in the study. The explorer is loaded when it is opened first.

import { byId, el, setAttribute } from "./dom.js";
import { isStudying } from "./mode.js";
import { T } from "./texts.js";

/** @typedef {{peek: (tokens: string[]|null, at?: number) => void, play: (at: number, tokens: string[]) => void, closed: () => void}} Handlers */

export class ExplorerTab {
  /** @param {Handlers} on `closed`: the moves are shown again */
  constructor(on) {
    this.on = on;
    this.isOpen = false;
    /** @type {import("./explorer-view.js").ExplorerView|null} */
    this.view = null;
    const tab = (/** @type {string} */ label, /** @type {boolean} */ isOpen) => {
      const onclick = () => void this.open(isOpen);
      return el("button", { type: "button", "aria-pressed": String(!isOpen), onclick }, label);
    };
    this.tabs = [tab(T.moveList, false), tab(T.explorer, true)];
    byId("tabs").setAttribute("aria-label", T.movesOrExplorer);
    byId("explorer").setAttribute("aria-label", T.explorer);
    byId("tabs").append(...this.tabs);
  }

  /** Opens or closes the explorer. @param {boolean} [isOpen] */
  async open(isOpen = !this.isOpen) {
    this.isOpen = isOpen;
    this.tabs.forEach((one, n) => setAttribute(one, "aria-pressed", String((n === 1) === isOpen)));
    byId("moves-card").classList.toggle("exploring", isOpen);
    if (!isOpen) return this.on.closed();
    if (!this.view) {
      const { ExplorerView } = await import("./explorer-view.js");
      this.view ??= new ExplorerView(byId("explorer"), this.on);
    }
    this.reload();
  }

  /** Requests the moves again, because the games may have changed. */
  reload() {
    this.view?.forget();
    this.show();
  }

  /** Shows the moves at the cursor, if the explorer is open. */
  show() {
    if (this.isOpen && isStudying()) this.view?.show();
  }
}

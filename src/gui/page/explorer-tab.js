// The switch between the moves and the explorer in the study. The explorer is loaded when it is opened first.

import { button, byId } from "./dom.js";
import { isStudying } from "./mode.js";
import { draw } from "./render.js";
import { T } from "./texts.js";

/** @typedef {{peek: (tokens: string[]|null, at?: number) => void, play: (at: number, tokens: string[]) => void, closed: () => void}} Handlers */

export class ExplorerTab {
  /** @param {Handlers} on `closed`: the moves are shown again */
  constructor(on) {
    this.on = on;
    this.isOpen = false;
    /** @type {import("./explorer-view.js").ExplorerView|null} */
    this.view = null;
    byId("tabs").setAttribute("aria-label", T.movesOrExplorer);
    byId("explorer").setAttribute("aria-label", T.explorer);
    this.draw();
  }

  draw() {
    const tab = (/** @type {string} */ label, /** @type {boolean} */ isOpen) =>
      button(null, label, () => void this.open(isOpen), { "aria-pressed": this.isOpen === isOpen });
    draw(byId("tabs"), tab(T.moveList, false), tab(T.explorer, true));
  }

  /** Opens or closes the explorer. @param {boolean} [isOpen] */
  async open(isOpen = !this.isOpen) {
    this.isOpen = isOpen;
    this.draw();
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

// The tabs of the study: the moves, the explorer, and the summary of a review. The last two are loaded when they are
// opened first.

import { button, byId } from "./dom.js";
import { isStudying } from "./mode.js";
import { draw } from "./render.js";
import { isReviewed } from "./review.js";
import { store } from "./store.js";
import { T } from "./texts.js";

/** @typedef {"moves"|"explorer"|"summary"} Tab */
/** @typedef {import("./review-summary.js").Handlers & {closed: () => void}} Handlers */

export class PanelTabs {
  /** @param {Handlers} on `closed`: the moves are shown again */
  constructor(on) {
    this.on = on;
    /** @type {Tab} */
    this.tab = "moves";
    /** @type {import("./explorer-view.js").ExplorerView|null} */
    this.explorer = null;
    /** @type {typeof import("./review-summary.js")|null} */
    this.summary = null;
    byId("tabs").setAttribute("aria-label", T.tabs);
    byId("explorer").setAttribute("aria-label", T.explorer);
    byId("summary").setAttribute("aria-label", T.summary);
    this.draw();
  }

  get isExploring() {
    return this.tab === "explorer";
  }

  /** Whether there is a summary to show. */
  get hasSummary() {
    return store.known && !store.review && isReviewed();
  }

  draw() {
    const tab = (/** @type {Tab} */ name, /** @type {string} */ label) =>
      button(null, label, () => void this.open(name), { key: name, "aria-pressed": this.tab === name });
    draw(
      byId("tabs"),
      tab("moves", T.moveList),
      tab("explorer", T.explorer),
      this.hasSummary && tab("summary", T.summary),
    );
    byId("moves-card").dataset.tab = this.tab;
  }

  /** Opens a tab. @param {Tab} tab */
  async open(tab) {
    this.tab = tab;
    this.draw();
    if (tab === "moves") this.on.closed();
    else if (tab === "summary") this.summary ??= await import("./review-summary.js");
    else if (!this.explorer) {
      const { ExplorerView } = await import("./explorer-view.js");
      this.explorer ??= new ExplorerView(byId("explorer"), this.on);
    }
    this.reload();
  }

  /** Requests the moves of other games again, because the games may have changed. */
  reload() {
    this.explorer?.forget();
    this.show();
  }

  /** Shows what belongs to the position or the game, if its tab is open. */
  show() {
    if (!isStudying()) return;
    if (this.tab === "summary" && !this.hasSummary) return void this.open("moves");
    this.draw();
    if (this.tab === "explorer") this.explorer?.show();
    if (this.tab === "summary") this.summary?.drawSummary(byId("summary"), this.on);
  }
}

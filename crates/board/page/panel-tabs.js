// The tabs of the study: the moves, the explorer, and the summary of a review.

import { button } from "./dom.js";
import { ExplorerView } from "./explorer-view.js";
import { isStudying } from "./mode.js";
import { redraw } from "./redraw.js";
import { h } from "./render.js";
import { summary } from "./review-summary.js";
import { store } from "./store.js";
import { T } from "./texts.js";
import { viewState } from "./view-state.js";

/** @typedef {typeof viewState.tab} Tab */

export class PanelTabs {
  /** @param {import("./review-summary.js").Handlers} on */
  constructor(on) {
    this.on = on;
    this.explorer = new ExplorerView(on);
  }

  /** The tab that is shown: without a summary the moves. @returns {Tab} */
  get tab() {
    const { tab } = viewState;
    return tab === "summary" && !this.hasSummary ? "moves" : tab;
  }

  get isExploring() {
    return this.tab === "explorer";
  }

  /** Whether there is a summary to show. */
  get hasSummary() {
    return store.known && !store.review && store.accuracy !== null;
  }

  /** Opens a tab. @param {Tab} tab */
  open(tab) {
    viewState.tab = tab;
    // The games may have changed.
    this.explorer.forget();
    return redraw();
  }

  /** The buttons of the tabs. */
  head() {
    const tab = (/** @type {Tab} */ name, /** @type {string} */ label) =>
      button(null, label, () => this.open(name), { key: name, "aria-pressed": this.tab === name });
    return h("div.seg.tabs", { role: "group", "aria-label": T.tabs }, [
      tab("moves", T.moveList),
      tab("explorer", T.explorer),
      this.hasSummary && tab("summary", T.summary),
    ]);
  }

  /** What the open tab shows in place of the moves. */
  content() {
    const shows = (/** @type {Tab} */ tab) => isStudying() && this.tab === tab;
    const section = (
      /** @type {Tab} */ tab,
      /** @type {string} */ label,
      /** @type {import("./render.js").Child} */ content,
    ) => h("section", { class: tab, tabindex: -1, "aria-label": label }, content);
    return [
      section("explorer", T.explorer, shows("explorer") && this.explorer.draw()),
      section("summary", T.summary, shows("summary") && summary(this.on)),
    ];
  }
}

// The rows of a long list that are drawn. There are more when the user reaches the last one.

import { h } from "./render.js";

/** The number of rows that are added at a time. */
const ROWS = 60;

export class VisibleRows {
  /** @param {() => void} draw draws the list */
  constructor(draw) {
    this.draw = draw;
    this.limit = ROWS;
  }

  /** @template A @param {A[]} rows */
  of(rows) {
    return rows.slice(0, this.limit);
  }

  /** Begins again with the first rows. */
  reset() {
    this.limit = ROWS;
  }

  /** What stands below the last row. @param {number} count the number of all rows */
  end(count) {
    const grow = () => {
      this.limit += ROWS;
      this.draw();
    };
    const mounted = (/** @type {Element} */ end) =>
      new IntersectionObserver(([seen]) => seen.isIntersecting && grow()).observe(end);
    return h("div.more-rows", { hidden: this.limit >= count, mounted });
  }
}

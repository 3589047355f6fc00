// What the screens of the lessons and the puzzles share: a list of all exercises, or one of them with its text, its board
// and its buttons.

import { messageOf } from "./api.js";
import { button, icon } from "./dom.js";
import { speak } from "./notices.js";
import { PracticeBoard } from "./practice-board.js";
import { redraw } from "./redraw.js";
import { classes, h, make } from "./render.js";
import { toggleRules } from "./rules-panel.js";
import { store } from "./store.js";
import { T } from "./texts.js";

/** @typedef {import("./render.js").Child} Child */
/** @typedef {import("./router.js").Exercise} Exercise */
/**
 * The parts of an exercise. `list`: the name and the content of the list beside it; `look` and `live`: of the text.
 * @typedef {{list: [string, ...Child[]], label: string, look?: string, live?: string, text: Child[], actions: Child[]}} Parts
 */

/** Milliseconds between attempts to reach the server. */
const RETRY = 400;

export const pause = (/** @type {number} */ ms) => new Promise((done) => setTimeout(done, ms));

export class ExerciseScreen {
  /** @param {{facts?: boolean}} [more] `facts`: whether the counts of the players stand beside the board */
  constructor(more = {}) {
    /** Why there is nothing to show. */
    this.trouble = "";
    /** Whether the list of all is shown. */
    this.isOverview = false;
    /** Grows whenever what is shown is replaced; older work then ends. */
    this.serial = 0;
    this.host = make(h("section.practice", { "aria-label": T.board }));
    this.board = new PracticeBoard(this.host, { played: (token) => void this.judge(token), ...more });
  }

  // What each screen does in its own way.

  /** Loads what the list of all shows. */
  async load() {}

  /** The list of all. @returns {Child} */
  overview() {
    return null;
  }

  /** Opens an exercise. @param {string[]} _args @param {() => boolean} _isCurrent */
  async open(_args, _isCurrent) {}

  /** Judges a move of the user. @param {string} _token @returns {any} */
  judge(_token) {}

  /** What the top bar and the list of exercises name; `null` without an open exercise. @returns {Exercise|null} */
  get exercise() {
    return null;
  }

  /** The open exercise. @returns {Parts|null} */
  parts() {
    return null;
  }

  // What is the same.

  /** Begins something new, which ends older work. Returns whether it is still wanted. */
  start() {
    this.serial += 1;
    const { serial } = this;
    return () => serial === this.serial;
  }

  /** Shows an exercise, or without arguments the list of all. When the page opens here, there is no connection yet. @param {string[]} args */
  async show(args) {
    const isCurrent = this.start();
    // The title of a list is there at once.
    if (!args[0]) this.opened(true);
    while (isCurrent()) {
      try {
        if (args[0]) await this.open(args, isCurrent);
        else if (store.games.length === 0) throw new Error(T.waiting);
        else await this.load();
        if (isCurrent() && !args[0]) this.opened(true);
        return;
      } catch (error) {
        if (!isCurrent()) return;
        this.trouble = messageOf(error);
        void redraw();
        await pause(RETRY);
      }
    }
  }

  /** What was asked for can be shown. */
  opened(isOverview = false) {
    this.isOverview = isOverview;
    this.trouble = "";
    void redraw();
  }

  hide() {
    this.serial += 1;
    speak("");
    this.board.close();
  }

  get props() {
    return { class: this.isOverview ? "exercises overview" : "exercises" };
  }

  draw() {
    if (this.trouble) return h("p", { role: "status" }, this.trouble);
    if (this.isOverview) return this.overview();
    const [about, parts] = [this.exercise, this.parts()];
    if (!about || !parts) return null;
    const { list, label, look, live, text, actions } = parts;
    const [name, progress, ...links] = list;
    return h("div.exercise", [
      h("nav.exercise-list", { "aria-label": name }, listHead(about, progress), links),
      h("section", { class: classes("exercise-text", look), "aria-label": label, "aria-live": live, tabindex: 0 }, [
        text,
      ]),
      this.host,
      h("div.exercise-actions", actions),
    ]);
  }
}

/** @param {string} label @param {number} done @param {number} all @param {Child} [more] stands beside the label */
export function progressBar(label, done, all, more) {
  return h("div.exercise-progress", [
    h("span", label),
    more,
    h("progress", { max: all, value: done, "aria-label": label }),
  ]);
}

/** The head of the list of exercises. @param {Exercise} about @param {Child} progress */
function listHead({ href, back, game, title }, progress) {
  return h("header", [
    h("a.exercise-back", { href, "aria-label": back }, icon("back"), h("span", back)),
    button("rules", T.rules, () => toggleRules(game), { short: true, class: "quiet" }),
    h("h2", title),
    progress,
  ]);
}

// The screen of the puzzles: the games to choose from, or a puzzle beside its board.

import { ask } from "./api.js";
import { button, icon } from "./dom.js";
import { fillScreen, listHead, progressBar } from "./exercise-parts.js";
import { livelyPicture } from "./pictures.js";
import { colourSign } from "./pieces.js";
import { speak } from "./notices.js";
import { PracticeBoard } from "./practice-board.js";
import { currentStreak } from "./profile.js";
import { gameSet, MISTAKES, mistakeSet } from "./puzzle-sets.js";
import { Attempt, nextUnsolved } from "./puzzles.js";
import { draw, h, make } from "./render.js";
import { visitScreen } from "./router.js";
import { store } from "./store.js";
import { T } from "./texts.js";
import { setExercise } from "./top-bar.js";

/** @typedef {import("./puzzle-sets.js").PuzzleSet} PuzzleSet */
/** "shown": the solution was shown instead of found. @typedef {"open"|"wrong"|"solved"|"showing"|"shown"} Phase */

/** Milliseconds before the other side answers a right move, and between the moves of a solution that is shown. */
const REPLY = 500;
const SHOW = 900;

/** @param {HTMLElement} root */
export function create(root) {
  const screen = new PuzzleScreen(root);
  return { show: (/** @type {string[]} */ args) => void screen.show(args), hide: () => screen.hide() };
}

const pause = (/** @type {number} */ ms) => new Promise((done) => setTimeout(done, ms));

/** The address of a puzzle. @param {PuzzleSet} set @param {number} n */
const addressOf = ({ name }, n) => `#puzzles/${encodeURIComponent(name)}/${n + 1}`;

/** @param {PuzzleSet} set */
const countSolved = ({ puzzles, isSolved }) => puzzles.filter(isSolved).length;

class PuzzleScreen {
  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    /** Grows whenever what is shown is replaced; older work then ends. */
    this.serial = 0;
    /** @type {PuzzleSet|null} */
    this.set = null;
    this.index = 0;
    /** @type {Attempt|null} */
    this.attempt = null;
    /** @type {Phase} */
    this.phase = "open";
    this.message = "";
    /** Whether the last move was entered with the keyboard. */
    this.isFromBoard = false;
    this.host = make(h("section", { class: "practice", "aria-label": T.board }));
    this.board = new PracticeBoard(this.host, { played: (token) => void this.judge(token) });
    addEventListener("keydown", ({ key, target }) => {
      // On the board, the arrows lead to the neighbouring places.
      if (!this.host.checkVisibility() || this.host.contains(/** @type {Node} */ (target))) return;
      if (key === "ArrowLeft") void this.step(-1);
      if (key === "ArrowRight") void this.step(1);
    });
  }

  /** @param {string[]} args the set and the number of the puzzle; without a number the first unsolved one */
  async show([name = "", number = ""]) {
    this.serial += 1;
    const { serial } = this;
    await fillScreen(
      this.root,
      () => serial === this.serial,
      () => (name ? this.open(name, number, serial) : this.overview(serial)),
    );
  }

  hide() {
    this.serial += 1;
    setExercise(null);
    this.board.close();
  }

  /** Lists the games that have puzzles. @param {number} serial */
  async overview(serial) {
    if (store.games.length === 0) throw new Error(T.waiting);
    const sets = await Promise.all(store.games.map(({ id }) => gameSet(id)));
    if (serial !== this.serial) return;
    this.root.classList.add("overview");
    draw(
      this.root,
      h("header", { class: "puzzle-head" }, h("h1", {}, T.sections.puzzles), streakTag(currentStreak())),
      h("p", {}, T.puzzleIntro),
      h("div", { class: "exercise-cards" }, ...sets.filter(({ puzzles }) => puzzles.length > 0).map(card)),
    );
  }

  /** Opens a puzzle of a set. @param {string} name @param {string} number @param {number} serial */
  async open(name, number, serial) {
    if (name !== MISTAKES) this.set = await gameSet(name);
    else if (!number || this.set?.name !== MISTAKES) this.set = mistakeSet();
    if (serial !== this.serial || !this.set) return;
    const { puzzles, isSolved } = this.set;
    this.index = number ? Number(number) - 1 : (nextUnsolved(puzzles, isSolved) ?? 0);
    const puzzle = puzzles[this.index];
    if (!puzzle) return visitScreen("puzzles");
    this.attempt = new Attempt(puzzle);
    this.root.classList.remove("overview");
    await this.begin();
    if (this.isFromBoard && serial === this.serial) this.board.focus();
  }

  /** Shows the position of the attempt, where the player is to move. @param {boolean} [animate] whether the last move is shown as it is made */
  async begin(animate = false) {
    const { set, attempt, serial } = this;
    if (!set || !attempt) return;
    const isNext = attempt.count > 0 && animate;
    this.setPhase("open", isNext ? T.puzzleRight : set.task(attempt.puzzle));
    const last = await this.board.show(this.position, { open: true, animate });
    if (serial !== this.serial || attempt !== this.attempt) return;
    this.draw();
    const { side } = this;
    speak(isNext ? last : [side && T.toMove(side.name), this.message].join(". "));
  }

  get position() {
    return { game: this.set?.game ?? "", fen: this.attempt?.puzzle.fen ?? null, moves: this.attempt?.moves ?? [] };
  }

  /** The player who solves the puzzle, once the board shows it. */
  get side() {
    const scene = this.board.base;
    return scene ? scene.players[this.board.side] : null;
  }

  /** Judges a move of the user. @param {string} token */
  async judge(token) {
    const { set, attempt, serial } = this;
    if (!set || !attempt) return;
    let move = token;
    if (set.accepts && token !== attempt.next) {
      this.setPhase("open", T.mistakeChecking);
      if (await set.accepts(attempt.puzzle, token)) move = attempt.next ?? token;
      if (serial !== this.serial || attempt !== this.attempt) return;
    }
    const verdict = attempt.play(move);
    if (verdict === "wrong") {
      set.failed(attempt.puzzle);
      this.end("wrong", set.blame(attempt.puzzle, token));
    } else if (verdict === "solved") {
      if (!attempt.isHelped) set.solved(attempt.puzzle, attempt.isClean);
      this.end("solved", set.praise);
    } else {
      this.setPhase("open", T.puzzleRight);
      await pause(REPLY);
      if (serial === this.serial && attempt === this.attempt && this.phase === "open") await this.begin(true);
    }
  }

  /** Points at the place where the next move begins. */
  async hint() {
    const { set, attempt, serial } = this;
    if (!set || !attempt?.next) return;
    const { trace } = await ask({ t: "position", ...this.position, moves: [...attempt.moves, attempt.next] });
    if (serial !== this.serial || attempt !== this.attempt) return;
    attempt.isClean = false;
    set.failed(attempt.puzzle);
    this.board.board.showHint((trace?.arrows ?? []).flatMap((path) => path[0] ?? []).slice(0, 1));
    speak(T.hintFirst);
  }

  /** Plays the rest of the solution. */
  async solve() {
    const { set, attempt, serial } = this;
    if (!set || !attempt) return;
    if (this.phase === "shown") return this.retry();
    attempt.help();
    set.failed(attempt.puzzle);
    this.setPhase("showing", T.lessonSolution);
    // The user may have made touches or a wrong move.
    await this.board.show(this.position);
    while (!attempt.isOver) {
      attempt.step();
      await pause(SHOW);
      if (serial !== this.serial || attempt !== this.attempt) return;
      speak(await this.board.show(this.position, { animate: true }));
    }
    this.setPhase("shown", T.lessonSolution);
  }

  /** Whether the solution is known. Then the user can step through it. */
  get isOver() {
    return this.phase === "solved" || this.phase === "shown";
  }

  /** Goes one move forward or back in the solution. @param {1|-1} way */
  async step(way) {
    const { attempt } = this;
    if (!attempt || !this.isOver || !attempt.canStep(way)) return;
    attempt.step(way);
    this.draw();
    speak(await this.board.show(this.position, { animate: way > 0, keep: true }));
  }

  /** The buttons that step through the solution. @param {Attempt} attempt */
  steps(attempt) {
    const step = (/** @type {"back"|"next"} */ name, /** @type {1|-1} */ way) =>
      button(name, T[name], () => void this.step(way), { key: name, short: true, disabled: !attempt.canStep(way) });
    return [step("back", -1), step("next", 1)];
  }

  /** Returns to the position before a wrong move, or to the start after a solution. */
  retry() {
    if (this.phase === "shown") this.attempt?.restart();
    void this.begin().then(() => this.isFromBoard && this.board.focus());
  }

  /** The main button: try again, or the next puzzle. */
  advance() {
    const { set } = this;
    if (!set) return;
    if (this.phase === "wrong") return this.retry();
    const next = this.following;
    if (next !== null) return visitScreen("puzzles", set.name, String(next + 1));
    location.hash = set.back.href;
  }

  /** The index of the puzzle after this one; `null` after the last. */
  get following() {
    const { set, index } = this;
    return set ? nextUnsolved(set.puzzles, set.isSolved, index) : null;
  }

  /** Ends the entry of moves. @param {Phase} phase @param {string} message */
  end(phase, message) {
    // With the keyboard, the next step follows the move.
    this.isFromBoard = this.board.host.contains(document.activeElement);
    this.setPhase(phase, message);
    speak(message);
  }

  /** @param {Phase} phase @param {string} message */
  setPhase(phase, message) {
    this.phase = phase;
    this.message = message;
    this.draw();
  }

  draw() {
    const { set, attempt, phase, side } = this;
    if (!set || !attempt) return;
    const look = phase === "wrong" ? "wrong" : phase === "solved" ? "right" : "";
    const sign = look && icon(look === "wrong" ? "close" : "check");
    const onward = this.following === null ? set.back.label : phase === "open" ? T.puzzleSkip : T.puzzleNext;
    draw(
      this.root,
      h(
        "div",
        { class: "exercise" },
        this.list(set),
        h(
          "section",
          { class: "exercise-text puzzle-text", "aria-label": T.puzzle, tabindex: 0 },
          h("p", { class: "small" }, T.puzzleNumber(this.index + 1, set.puzzles.length)),
          h("h1", {}, colourSign(this.board.base, this.board.side), h("span", {}, side ? T.toMove(side.name) : " ")),
          h(
            "div",
            { class: `task ${set.name === MISTAKES ? "long" : ""} ${look}` },
            h("span", { class: "small" }, set.noteOf(attempt.puzzle, attempt.left)),
            h("strong", {}, sign, this.message),
          ),
        ),
        this.host,
        h(
          "div",
          { class: "exercise-actions" },
          set.accepts &&
            phase === "open" &&
            button("bulb", T.hint, () => void this.hint(), { key: "hint", class: "wide" }),
          this.isOver && this.steps(attempt),
          phase !== "solved" &&
            button("eye", phase === "shown" ? T.lessonAgain : T.lessonShow, () => void this.solve(), {
              key: "solution",
              disabled: phase === "showing",
            }),
          button(null, phase === "wrong" ? T.lessonAgain : onward, () => this.advance(), {
            class: "main",
            next: this.isFromBoard && (phase === "wrong" || phase === "solved"),
          }),
        ),
      ),
    );
  }

  /** The puzzles of the set. @param {PuzzleSet} set */
  list(set) {
    const { puzzles, game, title } = set;
    setExercise({ title, href: set.back.href, back: set.back.label, game });
    const done = countSolved(set);
    const streak = set.name === MISTAKES ? 0 : currentStreak();
    const links = puzzles.map((puzzle, n) => {
      const isDone = set.isSolved(puzzle);
      const attributes = {
        href: addressOf(set, n),
        class: isDone ? "done" : null,
        "aria-current": n === this.index ? "step" : null,
        "aria-label": `${n + 1}, ${set.kindOf(puzzle)} ${isDone ? T.lessonFinished : ""}`,
        title: set.kindOf(puzzle),
      };
      return h("li", {}, h("a", attributes, isDone ? icon("check") : n + 1));
    });
    return h(
      "nav",
      { class: "exercise-list", "aria-label": T.sections.puzzles },
      listHead(
        { href: set.back.href, back: set.back.label, game, title },
        progressBar(T.puzzlesSolved(done, puzzles.length), done, puzzles.length, streakTag(streak)),
      ),
      h("ol", { class: "puzzle-links" }, links),
    );
  }
}

/** @param {number} streak */
function streakTag(streak) {
  return streak > 1 && h("span", { class: "streak", title: T.streakHint }, T.streak(streak));
}

/** @param {PuzzleSet} set */
function card(set) {
  const done = countSolved(set);
  const all = set.puzzles.length;
  return h(
    "a",
    { class: "exercise-card puzzle-card", href: `#puzzles/${encodeURIComponent(set.name)}` },
    livelyPicture(set.game),
    h("h2", {}, set.title),
    progressBar(T.puzzlesSolved(done, all), done, all),
  );
}

// The screen of the puzzles: the games to choose from, or a puzzle beside its board.

import { ask } from "./api.js";
import { consequencesOf, mateOf, textOf } from "./consequences.js";
import { selectOf } from "./dialog.js";
import { button, icon } from "./dom.js";
import { ExerciseScreen, pause, progressBar } from "./exercise-screen.js";
import { livelyPicture, positionPicture } from "./pictures.js";
import { colourSign } from "./pieces.js";
import { speak } from "./notices.js";
import { currentStreak, solverRating } from "./profile.js";
import { DAILY, gameSets, isTransient, MISTAKES, namedSet, runOf, timedOf } from "./puzzle-sets.js";
import { Attempt, bestLine, gradeOf, nextUnsolved } from "./puzzles.js";
import { redraw } from "./redraw.js";
import { classes, h } from "./render.js";
import { visitScreen } from "./router.js";
import { PASS } from "./scene.js";
import { titleOf } from "./store.js";
import { T } from "./texts.js";

/** @typedef {import("./puzzle-sets.js").PuzzleSet} PuzzleSet */
/** @typedef {import("./puzzles.js").Puzzle} Puzzle */
/**
 * "waiting": for the verdict on a move, or for the other side; "shown": the solution was shown instead of found.
 * @typedef {"open"|"waiting"|"wrong"|"solved"|"showing"|"shown"} Phase
 */

/** Milliseconds before the other side answers a move, and between the moves of a solution that is shown. */
const REPLY = 500;
const SHOW = 900;

/** The address of a puzzle. @param {PuzzleSet} set @param {number} n */
const addressOf = ({ name }, n) => `#puzzles/${encodeURIComponent(name)}/${n + 1}`;

/** @param {PuzzleSet} set */
const countSolved = ({ puzzles, isSolved }) => puzzles.filter(isSolved).length;

export class PuzzleScreen extends ExerciseScreen {
  constructor() {
    super({ facts: true });
    /** The sets of the overview. @type {PuzzleSet[]} */
    this.sets = [];
    /** @type {PuzzleSet|null} */
    this.set = null;
    this.index = 0;
    /** @type {Attempt|null} */
    this.attempt = null;
    /** @type {Phase} */
    this.phase = "open";
    this.message = "";
    /** Which puzzles are listed; 0 and "" for all. */
    this.filter = { grade: 0, theme: "" };
    /** The rating before the puzzle. @type {number|null} */
    this.before = null;
    /** Whether the last move was entered with the keyboard. */
    this.isFromBoard = false;
  }

  /** The keys that step through a solution. @returns {import("./keyboard.js").Keys} */
  get keys() {
    return this.isOverview ? {} : { ArrowLeft: () => void this.step(-1), ArrowRight: () => void this.step(1) };
  }

  async load() {
    this.sets = (await Promise.all([namedSet(DAILY), gameSets()])).flat();
  }

  /** Lists the games that have puzzles. */
  overview() {
    return [h("h1", T.sections.puzzles), h("p", T.puzzleIntro), h("div.exercise-cards", this.sets.map(card))];
  }

  /** @param {string[]} args the set and the number of the puzzle; without a number the first unsolved one @param {() => boolean} isCurrent */
  async open([name, number = ""], isCurrent) {
    const isKept = isTransient(name) && number && this.set?.name === name;
    const set = isKept && this.set ? this.set : await namedSet(name);
    if (!isCurrent()) return;
    if (this.set?.name !== name) this.filter = { grade: 0, theme: "" };
    this.set = set;
    const { puzzles, isSolved } = set;
    // A new run begins with an easy puzzle, whatever the address says.
    const isNewRun = set.isLost && !isKept;
    this.index = number && !isNewRun ? Number(number) - 1 : (nextUnsolved(puzzles, isSolved) ?? 0);
    const puzzle = puzzles[this.index];
    if (!puzzle) return visitScreen("puzzles");
    this.attempt = new Attempt(puzzle);
    this.before = solverRating(set.game)?.points ?? null;
    this.opened();
    await this.begin();
  }

  /** Lets the user find the first move, or the next one after a wrong move. */
  async begin() {
    const { set, attempt } = this;
    if (!set || !attempt) return;
    const isCurrent = this.start();
    const isFirst = attempt.line.length === 0;
    this.setPhase("open", isFirst ? set.task(attempt.puzzle) : T.puzzleOn);
    await this.board.show(this.position, { open: true, keep: !isFirst });
    if (!isCurrent()) return;
    void redraw();
    speak([this.side && T.toMove(this.side.name), this.message].join(". "));
    if (this.isFromBoard) this.board.focus();
  }

  /** How much the puzzle has changed the rating. */
  get gain() {
    const now = solverRating(this.set?.game ?? "")?.points;
    return this.before === null || now === undefined ? 0 : now - this.before;
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
    const { set, attempt, board } = this;
    if (!set || !attempt) return;
    const isCurrent = this.start();
    // With the keyboard, the next step follows the move.
    this.isFromBoard = board.host.contains(document.activeElement);
    const after = { ...this.position, moves: [...attempt.moves, token] };
    await board.show(after, { keep: true });
    if (!isCurrent()) return;
    let verdict = await attempt.judge(token, () => this.worth(after));
    if (!isCurrent()) return;
    if (verdict === "wrong" && set.accepts) {
      this.setPhase("waiting", T.checkingMove);
      if (await set.accepts(attempt.puzzle, token)) verdict = "right";
      if (!isCurrent()) return;
    }
    if (verdict !== "right") return this.refute(token, after, verdict === "wrong", isCurrent);
    attempt.add(token);
    await this.playOn(isCurrent, REPLY);
  }

  /** The worth of a position that the board shows. @param {import("./practice-board.js").Position} position */
  async worth(position) {
    const { base, side } = this.board;
    if (base?.result) return { share: base.result.winner === side ? 1 : 0, isProven: true };
    this.setPhase("waiting", T.checkingMove);
    const line = await bestLine(position);
    if (!line) return null;
    const isFirst = side === "p1";
    const isProven = line.mate !== undefined && line.bound !== (isFirst ? "upper" : "lower");
    return { share: isFirst ? line.share : 1 - line.share, isProven };
  }

  /**
   * Says that a move does not win, and shows the best reply.
   * @param {string} token @param {import("./practice-board.js").Position} after the position after the move
   * @param {boolean} isWrong `false` if the move may win
   * @param {() => boolean} isCurrent
   */
  async refute(token, after, isWrong, isCurrent) {
    const { set, attempt } = this;
    if (!set || !attempt) return;
    if (isWrong) {
      attempt.isClean = false;
      set.failed(attempt.puzzle);
    }
    const blame = isWrong ? set.blame(attempt.puzzle, token) : T.puzzleUnclear;
    this.end("wrong", blame);
    if (this.board.base?.result) return;
    const [line] = await Promise.all([bestLine(after), pause(REPLY)]);
    const reply = line?.pv[0];
    if (!isCurrent() || !reply) return;
    const tried = { moves: [token, ...line.pv], mate: mateOf(this.board.side, line.mate, 1) };
    const [text, why] = await Promise.all([
      this.board.show({ ...after, moves: [...after.moves, reply] }, { keep: true }),
      consequencesOf(this.position, tried, attempt.best),
    ]);
    if (isCurrent()) this.end("wrong", [blame, text && T.bestReply(text), textOf(why.line)].filter(Boolean).join(" "));
  }

  /**
   * Plays the moves of the other side and forced passes, until the user has a choice or the puzzle is over.
   * @param {() => boolean} isCurrent @param {number} ms the time before each move
   */
  async playOn(isCurrent, ms) {
    const { set, attempt, board } = this;
    if (!set || !attempt) return;
    const isShown = this.phase === "showing";
    if (!isShown) this.setPhase("waiting", set.accepts ? set.praise : T.puzzleRight);
    while (board.base && !board.base.result && !(set.accepts && attempt.line.length > 0)) {
      const { phase, to_act } = board.base;
      if (to_act === board.side && phase !== "pass" && !isShown) {
        this.setPhase("open", T.puzzleOn);
        board.open();
        return this.isFromBoard ? board.focus() : undefined;
      }
      const known = phase === "pass" ? PASS : attempt.next;
      const [token] = await Promise.all([known ?? this.bestMove(), pause(ms)]);
      if (!isCurrent()) return;
      if (!token) break;
      attempt.add(token);
      speak(await board.show(this.position, { keep: true }));
      await board.settled;
      if (!isCurrent()) return;
    }
    if (!isShown && !attempt.isHelped) set.solved(attempt.puzzle, attempt.isClean);
    const result = board.base?.result?.text.text ?? "";
    const { before, fen, passed } = attempt.puzzle;
    const start = { game: set.game, fen, moves: before };
    const said = passed
      ? (await consequencesOf(start, passed, attempt.first)).better
      : (await consequencesOf(start, { moves: attempt.line, mate: result ? attempt.line.length : null })).line;
    if (!isCurrent()) return;
    const praise = isShown ? T.lessonSolution : set.praise;
    this.end(isShown ? "shown" : "solved", `${praise} ${textOf(said) || result}`.trim());
  }

  /** The best move at the end of the line, as the engine sees it; `null` if it finds none. */
  async bestMove() {
    return (await bestLine(this.position))?.pv[0] ?? null;
  }

  /** Points at the place where the next move begins. */
  async hint() {
    const { set, attempt } = this;
    if (!set || !attempt) return;
    const isCurrent = this.start();
    const next = attempt.next ?? (await this.bestMove());
    if (!isCurrent() || !next) return;
    const { trace } = await ask({ t: "position", ...this.position, moves: [...attempt.moves, next] });
    if (!isCurrent()) return;
    attempt.isClean = false;
    set.failed(attempt.puzzle);
    this.board.point((trace?.arrows ?? []).flatMap((path) => path[0] ?? []).slice(0, 1));
    speak(T.hintFirst);
  }

  /** Plays the rest of the solution. */
  async solve() {
    const { set, attempt } = this;
    if (!set || !attempt) return;
    if (this.phase === "shown") return this.retry();
    const isCurrent = this.start();
    attempt.help();
    set.failed(attempt.puzzle);
    this.setPhase("showing", T.lessonSolution);
    // The user may have made touches or a wrong move.
    await this.board.show(this.position, { keep: true });
    if (isCurrent()) await this.playOn(isCurrent, SHOW);
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
    void redraw();
    speak(await this.board.show(this.position, { keep: true }));
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
    void this.begin();
  }

  /** The main button: try again, or the next puzzle. */
  advance() {
    const { set } = this;
    if (!set) return;
    if (set.isLost?.()) {
      history.replaceState(null, "", `#puzzles/${encodeURIComponent(set.name)}`);
      return void this.show([set.name]);
    }
    if (this.phase === "wrong") return this.retry();
    const next = this.following;
    if (next !== null) return visitScreen("puzzles", set.name, String(next + 1));
    location.hash = set.back.href;
  }

  /** The index of the puzzle after this one; `null` after the last. */
  get following() {
    const { set, index } = this;
    if (!set) return null;
    return nextUnsolved(set.puzzles, (puzzle) => set.isSolved(puzzle) || !this.fits(puzzle), index);
  }

  /** Whether a puzzle fits the filter. @param {Puzzle} puzzle */
  fits(puzzle) {
    const { grade, theme } = this.filter;
    return (grade === 0 || gradeOf(puzzle) === grade) && (!theme || puzzle.themes.includes(theme));
  }

  /** Tells how a move or the puzzle ended. @param {Phase} phase @param {string} message */
  end(phase, message) {
    this.setPhase(phase, message);
    speak(message);
  }

  /** @param {Phase} phase @param {string} message */
  setPhase(phase, message) {
    this.phase = phase;
    this.message = message;
    void redraw();
  }

  get exercise() {
    if (this.isOverview || !this.set) return null;
    const { title, game, back } = this.set;
    return { title, game, href: back.href, back: back.label };
  }

  parts() {
    const { set, attempt, phase, side } = this;
    if (!set || !attempt) return null;
    const look = phase === "wrong" ? "wrong" : phase === "solved" ? "right" : "";
    const sign = look && icon(look === "wrong" ? "close" : "check");
    // In a run, there is help only after its end, and no puzzle can be skipped.
    const canHelp = set.isLost?.() ?? true;
    const onward = this.following === null ? set.back.label : this.isOver ? T.puzzleNext : T.puzzleSkip;
    /** @type {import("./exercise-screen.js").Parts} */
    const parts = {
      list: [T.sections.puzzles, ...this.list(set)],
      label: T.puzzle,
      look: "puzzle-text",
      text: [
        set.run && runState(set, set.run),
        !set.run && set.puzzles.length > 1 && h("p.small", T.puzzleNumber(this.index + 1, set.puzzles.length)),
        h("h1", colourSign(this.board.base, this.board.side), h("span", side ? T.toMove(side.name) : " ")),
        h("div", { class: classes("task", set.name === MISTAKES && "long", look, (look || this.isOver) && "ended") }, [
          h("span.small", set.noteOf(attempt.puzzle, attempt.line.length === 0, this.isOver)),
          h("strong", sign, this.message),
        ]),
      ],
      actions: [
        canHelp && phase === "open" && button("bulb", T.hint, () => void this.hint(), { key: "hint" }),
        this.isOver && this.steps(attempt),
        canHelp &&
          phase !== "solved" &&
          button(
            phase === "shown" ? "again" : "eye",
            phase === "shown" ? T.lessonAgain : T.lessonShow,
            () => void this.solve(),
            { key: "solution", disabled: phase === "showing" },
          ),
        (canHelp || this.isOver || phase === "wrong") &&
          button(
            phase === "wrong" || set.isLost?.() ? "again" : null,
            set.isLost?.() ? T.newRun : phase === "wrong" ? T.lessonAgain : onward,
            () => this.advance(),
            {
              class: this.isOver || phase === "wrong" ? "main" : "quiet",
              next: this.isFromBoard && (phase === "wrong" || phase === "solved") && ".exercise",
            },
          ),
      ],
    };
    return parts;
  }

  /** The progress of a set, and its puzzles that fit the filter. @param {PuzzleSet} set */
  list(set) {
    const { puzzles, game } = set;
    const done = countSolved(set);
    const links = puzzles.map((puzzle, n) => {
      if (!this.fits(puzzle) && n !== this.index) return null;
      const isDone = set.isSolved(puzzle);
      const isMissed = !isDone && set.isFailed?.(puzzle);
      const attributes = {
        href: addressOf(set, n),
        class: isDone ? "done" : isMissed ? "missed" : null,
        "aria-current": n === this.index ? "step" : null,
        "aria-label": `${n + 1}, ${set.kindOf(puzzle)} ${isDone ? T.lessonFinished : isMissed ? T.puzzleMissed : ""}`,
        title: set.kindOf(puzzle),
      };
      return h("li", h("a", attributes, isDone ? icon("check") : n + 1));
    });
    const numbers = h("ol.puzzle-links", links);
    const isWhole = set.name === game;
    return [
      progressBar(T.puzzlesSolved(done, puzzles.length), done, puzzles.length, set.isRated && tags(game, this.gain)),
      isWhole && this.tools(set),
      isWhole && h("div.puzzle-parts", parts(set)),
      !set.isLost && (isWhole ? h("details", h("summary", T.puzzleNumbers), numbers) : numbers),
    ];
  }

  /** Goes to a puzzle that fits the changed filter, unless the shown one does. */
  filtered() {
    const { set, attempt } = this;
    if (!set || !attempt) return;
    const next = this.fits(attempt.puzzle) ? null : this.following;
    if (next === null) void redraw();
    else visitScreen("puzzles", set.name, String(next + 1));
  }

  /** The filter of the puzzles of a game, and its streak mode. @param {PuzzleSet} set */
  tools({ game, puzzles }) {
    const { filter } = this;
    const themes = themesOf(puzzles);
    /** @param {string} label @param {"grade"|"theme"} name @param {string[][]} options */
    const select = (label, name, options) =>
      selectOf(options, {
        "aria-label": label,
        value: String(filter[name]),
        onchange: ({ target }) => {
          Object.assign(filter, { [name]: name === "grade" ? Number(target.value) : target.value });
          this.filtered();
        },
      });
    const grades = T.grades.map((name, n) => [String(n + 1), name]);
    const names = themes.map((theme) => [theme, theme]);
    return h("div.puzzle-tools", [
      select(T.difficulty, "grade", [["0", T.anyDifficulty], ...grades]),
      themes.length > 0 && select(T.puzzleTheme, "theme", [["", T.anyTheme], ...names]),
      button(null, T.runMode, () => visitScreen("puzzles", runOf(game)), { title: T.runHint }),
      button(null, T.timedMode, () => visitScreen("puzzles", timedOf(game)), { title: T.timedHint }),
      !puzzles.some((puzzle) => this.fits(puzzle)) && h("p.small", { role: "status" }, T.noPuzzleFits),
    ]);
  }
}

/** How a run goes on, or how it has ended. @param {PuzzleSet} set @param {import("./puzzle-sets.js").Run} run */
function runState({ game, isLost }, { solved, best, clock, lives, missed, stop }) {
  if (!isLost?.()) {
    return h("div.run", [
      clock !== null && h("strong.run-clock", { role: "timer" }, clock),
      h("span", T.runCount(solved)),
      clock !== null && h("span", T.livesLeft(lives)),
      button("close", T.stop, stop),
    ]);
  }
  const looks = missed.map((n) =>
    h("a", { key: n, href: `#puzzles/${encodeURIComponent(game)}/${n}` }, T.puzzle, ` ${n}`),
  );
  return h("div.run.over", { role: "status" }, [
    h("strong", T.runSolved(solved)),
    h("span", T.runBest(best)),
    looks.length > 0 && h("p", [`${T.runMissed} `, looks]),
  ]);
}

/** The rating of the user, and how many puzzles they have solved in a row. @param {string} game @param {number} gain what the last puzzle has changed */
function tags(game, gain) {
  const rating = solverRating(game);
  const streak = currentStreak();
  const change = gain !== 0 && h("b", ` ${signed(gain)}`);
  return h("span.tags", [
    streak > 1 && h("span.streak", { title: T.streakHint }, T.streak(streak)),
    rating && h("span.streak", { title: T.ratingHint }, T.solverRating(rating.points, rating.isRough), change),
  ]);
}

/** @param {number} n */
const signed = (n) => (n > 0 ? `+${n}` : `−${-n}`);

/** @param {Puzzle[]} puzzles */
const themesOf = (puzzles) => [...new Set(puzzles.flatMap((puzzle) => puzzle.themes))].sort();

/** The progress per difficulty and per theme. @param {PuzzleSet} set */
function parts({ puzzles, isSolved }) {
  const part = (/** @type {string} */ name, /** @type {(puzzle: Puzzle) => boolean} */ fits) => {
    const those = puzzles.filter(fits);
    const done = those.filter(isSolved).length;
    const label = T.labelled(name, T.puzzlesSolved(done, those.length));
    return those.length > 0 && progressBar(label, done, those.length);
  };
  return [
    h("h3", T.difficulty),
    T.grades.map((name, n) => part(name, (puzzle) => gradeOf(puzzle) === n + 1)),
    h("h3", T.puzzleTheme),
    themesOf(puzzles).map((name) => part(name, ({ themes }) => themes.includes(name))),
  ];
}

/** @param {PuzzleSet} set */
function card(set) {
  const done = countSolved(set);
  const all = set.puzzles.length;
  const isDaily = set.name === DAILY;
  const rating = solverRating(set.game);
  const progress = [T.puzzlesSolved(done, all), rating && T.solverRating(rating.points, rating.isRough)];
  return h("a.exercise-card.puzzle-card", { href: `#puzzles/${encodeURIComponent(set.name)}` }, [
    isDaily ? positionPicture(set.game, set.puzzles[0].fen) : livelyPicture(set.game),
    h("h2", set.title),
    progressBar(isDaily ? titleOf(set.game) : progress.filter(Boolean).join(" · "), done, all),
  ]);
}

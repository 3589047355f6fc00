// The screen of the lessons: a list of all, or one of them beside its board.

import { button, icon } from "./dom.js";
import { courseOf, countFinished, nextItem } from "./courses.js";
import { ExerciseScreen, progressBar } from "./exercise-screen.js";
import { families, familyOf, mainGame } from "./game-families.js";
import { newGame } from "./new-game.js";
import { speak } from "./notices.js";
import { livelyPicture } from "./pictures.js";
import { finish, isFinished } from "./profile.js";
import { puzzlesOf } from "./puzzles.js";
import { redraw } from "./redraw.js";
import { h } from "./render.js";
import { visitScreen } from "./router.js";
import { animates } from "./settings.js";
import { playedLast, store, titleOf } from "./store.js";
import { T } from "./texts.js";

/** @typedef {import("./courses.js").Course} Course */
/** @typedef {import("./courses.js").Item} Item */
/** "shown": the solution was shown instead of found. @typedef {"open"|"right"|"wrong"|"shown"} Phase */

/** A rule set with fewer lessons is listed among the variants. */
const MANY = 5;

/** The address of a lesson of a course. @param {string} game @param {Item} item */
function addressOf(game, item) {
  const words = item.game === game ? [game, item.lesson.id] : [game, item.lesson.id, item.game];
  return ["learn", ...words];
}

export class LearnScreen extends ExerciseScreen {
  constructor() {
    super();
    /** The courses of all rule sets. @type {Course[]} */
    this.courses = [];
    /** @type {Course} */
    this.course = { game: "", items: [], own: 0 };
    /** @type {Item|null} */
    this.item = null;
    this.stepIndex = 0;
    /** @type {Phase} */
    this.phase = "open";
    this.feedbackText = "";
    /** Whether there are puzzles of the course's rule set. */
    this.hasPuzzles = false;
    /** The steps whose solution was shown and not played since. @type {Set<number>} */
    this.shownSteps = new Set();
  }

  async load() {
    const courses = await Promise.all(store.games.map(({ id }) => courseOf(id)));
    const isPlayed = new Set(familyOf(families(store.games), playedLast()).games.map(({ id }) => id));
    this.courses = [...courses].sort((a, b) => Number(isPlayed.has(b.game)) - Number(isPlayed.has(a.game)));
  }

  /** Lists the lessons of all rule sets, those of the game that was played last first. */
  overview() {
    const mains = new Set(families(store.games).map((family) => mainGame(family).id));
    const cards = this.courses.map((course) => {
      const isMain = course.own >= MANY || mains.has(course.game);
      const name = h(isMain ? "h2" : "summary", {}, titleOf(course.game));
      const head = [name, this.progress(course)];
      const content = [
        isMain ? h("div.course-head", livelyPicture(course.game), ...head) : head,
        this.links(course, null),
      ];
      const props = { key: course.game, class: "exercise-card" };
      return { isMain, card: h(isMain ? "section" : "details", props, ...content) };
    });
    const group = (/** @type {boolean} */ wanted) =>
      cards.filter(({ isMain }) => isMain === wanted).map(({ card }) => card);
    return [
      h("h1", T.lessons),
      h("div.exercise-cards", group(true)),
      group(false).length > 0 && h("h2.exercise-variants", T.lessonVariants),
      h("div.exercise-cards", group(false)),
    ];
  }

  /** @param {Course} course */
  progress({ items }) {
    const done = countFinished(items);
    return progressBar(T.lessonsDone(done, items.length), done, items.length);
  }

  /** @param {Course} course @param {Item|null} current */
  links({ game, items }, current) {
    const isMixed = items.some((item) => item.game !== game);
    return h("ol.exercise-links", [
      items.flatMap((item, n) => {
        const done = isFinished(item.game, item.lesson.id);
        const sign = h("span.number", done ? icon("check") : n + 1);
        const state = done && h("span.spoken", T.lessonFinished);
        const heading = isMixed && item.game !== items[n - 1]?.game && h("li.group", titleOf(item.game));
        const href = `#${addressOf(game, item).map(encodeURIComponent).join("/")}`;
        return [
          heading,
          h("li", { class: done ? "done" : "" }, [
            h("a", { href, "aria-current": item === current ? "step" : null }, [
              sign,
              h("span", item.lesson.title.text),
              state,
            ]),
          ]),
        ];
      }),
    ]);
  }

  /** @param {string[]} args the rule set, the lesson, and its rule set if that is another one @param {() => boolean} isCurrent */
  async open([game, id, origin = game], isCurrent) {
    if (!id) return visitScreen("learn");
    const course = await courseOf(game);
    if (!isCurrent()) return;
    const item = course.items.find((one) => one.game === origin && one.lesson.id === id);
    if (!item) return visitScreen("learn");
    const puzzles = await puzzlesOf(game);
    if (!isCurrent()) return;
    this.hasPuzzles = puzzles.length > 0;
    this.course = course;
    this.item = item;
    this.shownSteps.clear();
    this.opened();
    this.showText();
    void this.showStep(0);
    await redraw();
    document.querySelector(".exercise-list [aria-current]")?.scrollIntoView({ block: "nearest" });
  }

  get step() {
    return this.item?.lesson.steps[this.stepIndex] ?? null;
  }

  /** The lesson to take after this one. */
  get following() {
    return this.item && nextItem(this.course.items, this.item);
  }

  get isLastStep() {
    return this.stepIndex + 1 >= (this.item?.lesson.steps.length ?? 0);
  }

  /** Shows a step. Its last move is made before the eyes of the user. @param {number} n @param {boolean} [isNext] whether the board shows the position before that move */
  async showStep(n, isNext = false) {
    this.stepIndex = n;
    const { step } = this;
    if (!step || !this.item) return;
    this.setPhase("open", "");
    if (!step.task && this.isLastStep) this.finishLesson();
    const { fen, moves, points } = step;
    const { game } = this.item;
    const animate = moves.length > 0 && animates();
    if (animate && !isNext) await this.board.show({ game, fen, moves: moves.slice(0, -1) });
    if (step !== this.step || this.phase !== "open") return;
    await this.board.show({ game, fen, moves }, { points, open: step.task !== null, keep: animate });
  }

  /** Judges a move of the user. @param {string} token */
  judge(token) {
    const task = this.step?.task;
    if (!task) return;
    if (!task.accepted.includes(token)) {
      const mistake = task.mistakes.find(({ tokens }) => tokens.includes(token));
      return this.setPhase("wrong", (mistake?.text ?? task.wrong).text);
    }
    this.shownSteps.delete(this.stepIndex);
    this.setPhase("right", task.right.text);
    if (this.isLastStep) this.finishLesson();
  }

  /** Shows the solution. */
  solve() {
    const { step, item } = this;
    if (!step?.task || !item) return;
    this.shownSteps.add(this.stepIndex);
    const position = { game: item.game, fen: step.fen, moves: step.moves };
    const solution = { ...position, moves: [...step.moves, step.task.accepted[0]] };
    this.setPhase("shown", T.lessonShown);
    // The user may have made touches already.
    void this.board.show(position).then(() => {
      if (this.phase === "shown") void this.board.show(solution, { keep: true });
    });
  }

  retry() {
    void this.showStep(this.stepIndex);
  }

  /** Goes to the next step or lesson. */
  advance() {
    if (!this.isLastStep) {
      this.showText();
      return void this.showStep(this.stepIndex + 1, Boolean(this.step?.task?.reply));
    }
    if (this.following) visitScreen(...addressOf(this.course.game, this.following));
    else visitScreen("learn");
  }

  /** In a small window the text has less space once a move is begun. A new text is shown from its beginning. */
  showText() {
    this.host.classList.remove("begun");
    document.querySelector(".exercise-text")?.scrollTo({ top: 0 });
  }

  finishLesson() {
    // A step whose solution was only shown is still to be solved.
    if (this.item && this.shownSteps.size === 0) finish(this.item.game, this.item.lesson.id);
    void redraw();
  }

  /** Whether all lessons of the course are finished, and this one has been read to its end. */
  get isCourseDone() {
    const isRead = this.isLastStep && (this.phase === "right" || !this.step?.task);
    return isRead && countFinished(this.course.items) === this.course.items.length && this.following === null;
  }

  /** @param {Phase} phase @param {string} feedback */
  setPhase(phase, feedback) {
    this.phase = phase;
    this.feedbackText = feedback;
    void redraw();
    if (feedback) speak(feedback);
  }

  get exercise() {
    if (this.isOverview || !this.item) return null;
    return { href: "#learn", back: T.allLessons, game: this.item.game, title: titleOf(this.course.game) };
  }

  parts() {
    const { item, step, course } = this;
    if (!item || !step) return null;
    const { task } = step;
    const { lesson } = item;
    const number = T.lessonNumber(course.items.indexOf(item) + 1, course.items.length);
    /** @type {import("./exercise-screen.js").Parts} */
    const parts = {
      list: [T.lessons, this.progress(course), this.links(course, item)],
      label: T.lesson,
      live: "polite",
      text: [
        h("p.small", number),
        h("h1", lesson.title.text),
        h("div.lesson-text", this.stepIndex === 0 && h("p", lesson.text.text), h("p", step.text.text)),
        h("div.exercise-task", [
          task && h("div.task", h("span.small", T.lessonTask), h("strong", task.text.text)),
          this.feedbackText && this.feedback(),
          this.isCourseDone && h("p.course-end", h("strong", T.courseDone), ` ${T.courseNext(this.hasPuzzles)}`),
        ]),
      ],
      actions: this.actions(),
    };
    return parts;
  }

  /** The buttons, the main one last. */
  actions() {
    const { phase, isCourseDone, hasPuzzles } = this;
    const { game } = this.course;
    const main = (/** @type {string} */ label, /** @type {() => void} */ work, isOff = false) =>
      button(null, label, work, { class: "main", disabled: isOff });
    const onwards = this.isLastStep ? (this.following ? T.lessonFollowing : T.lessonEnd) : T.lessonNext;
    if (isCourseDone) {
      const other = hasPuzzles
        ? button(null, T.sections.puzzles, () => visitScreen("puzzles", game, "1"))
        : button(null, T.lessonEnd, () => visitScreen("learn"));
      return [other, main(T.courseGame, () => newGame({ game, opponent: "computer", isFirst: true }))];
    }
    const task = this.step?.task;
    const show = button(null, T.lessonShow, () => this.solve(), { disabled: !task || phase === "right" });
    if (phase === "shown") {
      return [button(null, T.lessonSkip, () => this.advance()), main(T.lessonAgain, () => this.retry())];
    }
    if (phase === "wrong") return [show, main(T.lessonAgain, () => this.retry())];
    return [show, main(onwards, () => this.advance(), Boolean(task) && phase === "open")];
  }

  /** The box with the feedback for the last move. */
  feedback() {
    const { phase } = this;
    const titles = { right: T.lessonRight, wrong: T.lessonWrong, shown: T.lessonSolution, open: "" };
    const signs = /** @type {const} */ ({ right: "check", wrong: "close", shown: "eye", open: "eye" });
    return h("div", { class: `feedback ${phase}` }, [
      icon(signs[phase]),
      h("p", h("strong", titles[phase]), ` ${this.feedbackText}`),
    ]);
  }
}

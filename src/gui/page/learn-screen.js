// The screen of the lessons: a list of all, or one of them beside its board.

import { ask, remembered } from "./api.js";
import { button, icon } from "./dom.js";
import { fillScreen, listHead, progressBar } from "./exercise-parts.js";
import { speak } from "./notices.js";
import { PracticeBoard } from "./practice-board.js";
import { finish, isFinished } from "./profile.js";
import { draw, h, make } from "./render.js";
import { visitScreen } from "./router.js";
import { animates } from "./settings.js";
import { store, titleOf } from "./store.js";
import { T } from "./texts.js";
import { setExercise } from "./top-bar.js";

/** @typedef {import("../types.js").Lesson} Lesson */
/** "shown": the solution was shown instead of found. @typedef {"open"|"right"|"wrong"|"shown"} Phase */

/** A rule set with fewer lessons is listed among the variants. */
const MANY = 5;

/** The lessons of a rule set. */
const lessonsOf = remembered(async (game) => (await ask({ t: "lessons", game })).lessons);

/** @param {HTMLElement} root */
export function create(root) {
  const screen = new LearnScreen(root);
  return { show: (/** @type {string[]} */ args) => void screen.show(args), hide: () => screen.hide() };
}

/** The address of a lesson. @param {string} game @param {string} lesson */
const addressOf = (game, lesson) => `#learn/${encodeURIComponent(game)}/${encodeURIComponent(lesson)}`;

/** @param {string} game @param {Lesson[]} lessons */
const countFinished = (game, lessons) => lessons.filter(({ id }) => isFinished(game, id)).length;

class LearnScreen {
  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    this.serial = 0;
    this.game = "";
    /** @type {Lesson[]} */
    this.lessons = [];
    /** @type {Lesson|null} */
    this.lesson = null;
    this.stepIndex = 0;
    /** @type {Phase} */
    this.phase = "open";
    this.feedbackText = "";
    /** Whether a solution of this lesson was shown. */
    this.helped = false;
    this.host = make(h("section", { class: "practice", "aria-label": T.board }));
    this.board = new PracticeBoard(this.host, { played: (token) => this.judge(token) });
  }

  /** @param {string[]} args the rule set and the lesson; without a lesson the list of all */
  async show([game = "", lesson = ""]) {
    this.serial += 1;
    const { serial } = this;
    await fillScreen(
      this.root,
      () => serial === this.serial,
      () => (lesson ? this.open(game, lesson, serial) : this.overview(serial)),
    );
  }

  hide() {
    this.serial += 1;
    setExercise(null);
    this.board.close();
  }

  /** Lists the lessons of all rule sets. @param {number} serial */
  async overview(serial) {
    if (store.games.length === 0) throw new Error(T.waiting);
    const all = await Promise.all(store.games.map(({ id }) => lessonsOf(id)));
    if (serial !== this.serial) return;
    const cards = store.games.map(({ id, title }, n) => {
      const isMain = all[n].length >= MANY;
      const name = h(isMain ? "h2" : "summary", {}, title);
      const content = [name, this.progress(id, all[n]), this.links(id, all[n], null)];
      return { isMain, card: h(isMain ? "section" : "details", { key: id, class: "exercise-card" }, ...content) };
    });
    const group = (/** @type {boolean} */ wanted) =>
      cards.filter(({ isMain }) => isMain === wanted).map(({ card }) => card);
    this.root.classList.add("overview");
    draw(
      this.root,
      h("h1", {}, T.lessons),
      h("div", { class: "exercise-cards" }, group(true)),
      group(false).length > 0 && h("h2", { class: "exercise-variants" }, T.lessonVariants),
      h("div", { class: "exercise-cards" }, group(false)),
    );
  }

  /** @param {string} game @param {Lesson[]} lessons */
  progress(game, lessons) {
    const done = countFinished(game, lessons);
    return progressBar(T.lessonsDone(done, lessons.length), done, lessons.length);
  }

  /** @param {string} game @param {Lesson[]} lessons @param {Lesson|null} current */
  links(game, lessons, current) {
    return h(
      "ol",
      { class: "exercise-links" },
      lessons.map((lesson, n) => {
        const done = isFinished(game, lesson.id);
        const sign = h("span", { class: "number" }, done ? icon("check") : n + 1);
        const state = done && h("span", { class: "spoken" }, T.lessonFinished);
        return h(
          "li",
          { class: done ? "done" : "" },
          h(
            "a",
            { href: addressOf(game, lesson.id), "aria-current": lesson === current ? "step" : null },
            sign,
            h("span", {}, lesson.title.text),
            state,
          ),
        );
      }),
    );
  }

  /** Opens a lesson. @param {string} game @param {string} id @param {number} serial */
  async open(game, id, serial) {
    const lessons = await lessonsOf(game);
    if (serial !== this.serial) return;
    const lesson = lessons.find((one) => one.id === id);
    if (!lesson) return visitScreen("learn");
    this.game = game;
    this.lessons = lessons;
    this.lesson = lesson;
    this.helped = false;
    this.root.classList.remove("overview");
    void this.showStep(0);
  }

  get step() {
    return this.lesson?.steps[this.stepIndex] ?? null;
  }

  /** The lesson after this one. */
  get following() {
    return this.lessons[this.lessons.findIndex((one) => one === this.lesson) + 1] ?? null;
  }

  get isLastStep() {
    return this.stepIndex + 1 >= (this.lesson?.steps.length ?? 0);
  }

  /** Shows a step. Its last move is made before the eyes of the user. @param {number} n @param {boolean} [isNext] whether the board shows the position before that move */
  async showStep(n, isNext = false) {
    this.stepIndex = n;
    const { step } = this;
    if (!step) return;
    this.setPhase("open", "");
    if (!step.task && this.isLastStep) this.finishLesson();
    const { fen, moves, points } = step;
    const { game } = this;
    const animate = moves.length > 0 && animates();
    if (animate && !isNext) await this.board.show({ game, fen, moves: moves.slice(0, -1) });
    if (step !== this.step || this.phase !== "open") return;
    await this.board.show({ game, fen, moves }, { points, open: step.task !== null, animate });
  }

  /** Judges a move of the user. @param {string} token */
  judge(token) {
    const task = this.step?.task;
    if (!task) return;
    if (!task.accepted.includes(token)) {
      const mistake = task.mistakes.find(({ tokens }) => tokens.includes(token));
      return this.setPhase("wrong", (mistake?.text ?? task.wrong).text);
    }
    this.setPhase("right", task.right.text);
    if (this.isLastStep) this.finishLesson();
  }

  /** Shows the solution. */
  solve() {
    const { step } = this;
    if (!step?.task) return;
    if (this.phase === "shown") return this.retry();
    this.helped = true;
    const position = { game: this.game, fen: step.fen, moves: step.moves };
    const solution = { ...position, moves: [...step.moves, step.task.accepted[0]] };
    this.setPhase("shown", step.task.right.text);
    // The user may have made touches already.
    void this.board.show(position).then(() => {
      if (this.phase === "shown") void this.board.show(solution, { animate: true });
    });
  }

  retry() {
    void this.showStep(this.stepIndex);
  }

  /** The main button: try again, the next step or the next lesson. */
  advance() {
    if (this.phase === "wrong") return this.retry();
    if (!this.isLastStep) return void this.showStep(this.stepIndex + 1, Boolean(this.step?.task?.reply));
    if (this.following) visitScreen("learn", this.game, this.following.id);
    else visitScreen("learn");
  }

  finishLesson() {
    // Whoever was helped repeats the lesson to finish it.
    if (this.lesson && !this.helped) finish(this.game, this.lesson.id);
    this.draw();
  }

  /** @param {Phase} phase @param {string} feedback */
  setPhase(phase, feedback) {
    this.phase = phase;
    this.feedbackText = feedback;
    this.draw();
    if (feedback) speak(feedback);
  }

  draw() {
    const { lesson, step, phase, lessons, game } = this;
    if (!lesson || !step) return;
    const { task } = step;
    const about = { href: "#learn", back: T.allLessons, game, title: titleOf(game) };
    setExercise(about);
    const number = T.lessonNumber(lessons.indexOf(lesson) + 1, lessons.length);
    const solve = phase === "shown" ? T.lessonAgain : T.lessonShow;
    draw(
      this.root,
      h(
        "div",
        { class: "exercise" },
        h(
          "nav",
          { class: "exercise-list", "aria-label": T.lessons },
          listHead(about, this.progress(game, lessons)),
          this.links(game, lessons, lesson),
        ),
        h(
          "section",
          { class: "exercise-text", "aria-label": T.lesson, "aria-live": "polite", tabindex: 0 },
          h("p", { class: "small" }, number),
          h("h1", {}, lesson.title.text),
          this.stepIndex === 0 && h("p", {}, lesson.text.text),
          h("p", {}, step.text.text),
          h(
            "div",
            { class: "exercise-task" },
            task &&
              h("div", { class: "task" }, h("span", { class: "small" }, T.lessonTask), h("strong", {}, task.text.text)),
            this.feedbackText && this.feedback(),
          ),
        ),
        this.host,
        h(
          "div",
          { class: "exercise-actions" },
          button(null, solve, () => this.solve(), { disabled: !task || phase === "right" }),
          button(null, this.onwardLabel(), () => this.advance(), {
            class: "main",
            disabled: task !== null && phase === "open",
          }),
        ),
      ),
    );
  }

  onwardLabel() {
    if (this.phase === "wrong") return T.lessonAgain;
    if (!this.isLastStep) return T.lessonNext;
    return this.following ? T.lessonFollowing : T.lessonEnd;
  }

  /** The box with the feedback for the last move. */
  feedback() {
    const isWrong = this.phase === "wrong";
    const titles = { right: T.lessonRight, wrong: T.lessonWrong, shown: T.lessonSolution, open: "" };
    return h(
      "div",
      { class: `feedback ${isWrong ? "wrong" : "right"}` },
      icon(isWrong ? "close" : "check"),
      h("p", {}, h("strong", {}, titles[this.phase]), ` ${this.feedbackText}`),
    );
  }
}

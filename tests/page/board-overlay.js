// Tests of the overlay: the last move, captures, and the marks of touchable places.

import { certainlyTaken, entryMarks, lastMove } from "/board-overlay.js";
import { boardState, stepsBetween } from "/board-state.js";
import { BoardView } from "/board-view.js";
import { equal, test } from "/tests/harness.js";
import { T } from "/texts.js";

/** A row of places; a capital letter is occupied. @param {string} row */
const scene = (row) => ({
  game: "g",
  boards: [
    {
      id: "b",
      title: "",
      active: true,
      box: [-1, -1, row.length, 1],
      lines: [],
      labels: [],
      places: [...row].map((letter, x) => ({
        id: letter.toLowerCase(),
        name: letter,
        x,
        y: 0,
        ground: "field",
        ...(letter < "a" && { kind: "w" }),
      })),
    },
  ],
  kinds: { w: { colour: "white", text: { text: "white" } } },
  marks: [],
});
const trace = (arrows, ...steps) => ({ arrows, steps });
const next = (...entries) => entries.map((entry) => ({ touch: entry.at[0], kind: "place", takes: [], ...entry }));

test("the last move has an origin, a destination and captures", () => {
  const jump = trace([["a", "c"]], [{ from: "a", to: "c" }, { from: "b" }]);
  equal(lastMove(scene("abC"), jump), { from: ["a"], to: ["c"], taken: ["b"] });
});

test("a piece that moves twice has one destination", () => {
  const moves = trace(
    [
      ["a", "b"],
      ["b", "c"],
    ],
    [{ from: "a", to: "b" }],
    [{ from: "b", to: "c" }],
  );
  equal(lastMove(scene("abC"), moves), { from: ["a", "b"], to: ["c"], taken: [] });
});

test("a position without a trace has no last move", () => {
  equal(lastMove(scene("a"), null), { from: [], to: [], taken: [] });
});

test("only what every continuation captures is certain", () => {
  equal(certainlyTaken(next({ at: ["a"], takes: ["b", "c"] }, { at: ["d"], takes: ["b"] })), ["b"]);
  equal(certainlyTaken(next({ at: ["a"], takes: ["a"] })), []);
  equal(certainlyTaken([]), []);
});

/** A board with handlers that do nothing. @param {string} row */
function board(row) {
  const host = document.createElement("div");
  document.createElement("div").append(host);
  const view = new BoardView(host, { touch() {}, grab: () => false, drop() {}, hover() {} });
  const at = scene(row);
  const show = (more) => view.show(boardState(at, more));
  show({});
  return { host, view, show };
}

test("touchable places are marked before the move begins", () => {
  const { host, show } = board("Ab");
  const both = next({ at: ["a"] }, { at: ["b"] });
  show({ next: both });
  equal([host.querySelectorAll(".can.full").length, host.querySelectorAll(".can.empty").length], [1, 1]);
  show({ next: both, invite: false });
  equal(host.querySelectorAll(".can").length, 0);
  equal(host.querySelectorAll(".touchable").length, 2);
});

test("a piece may be taken, will be taken, or stays", () => {
  const { view, show } = board("ABCDE");
  const marks = [
    { as: "chosen", at: ["a"] },
    { as: "goes", at: ["b"] },
    { as: "stays", at: ["c"] },
  ];
  const answer = { next: next({ at: ["d"], takes: ["d"] }), marks };
  const made = next({ at: ["a"], takes: ["a", "b"] });
  show({ next: answer.next, marks: entryMarks({ answer, made, isStarted: true }) });
  const fate = (id) => view.target(id).getAttribute("aria-description");
  equal([..."abcde"].map(fate), [T.fates.goes, T.fates.goes, T.fates.stays, T.fates.may, null]);
});

test("a hint has two steps, and disappears", () => {
  const { host, show } = board("Ab");
  const count = () => [".hinted", ".hint-arrow"].map((name) => host.querySelectorAll(name).length);
  show({ hint: { places: ["a"] } });
  equal(count(), [1, 0]);
  show({ hint: { places: ["a"], paths: [["a", "b"]] } });
  equal(count(), [1, 1]);
  show({});
  equal(count(), [0, 0]);
});

test("a refused place keeps its mark when the overlay changes", () => {
  const { host, show } = board("Ab");
  const refusal = { id: "b", reason: "" };
  show({ refusal });
  show({ refusal, next: next({ at: ["a"] }) });
  equal([host.querySelectorAll(".refusal-mark").length, host.querySelectorAll(".refused").length], [1, 1]);
  show({});
  equal(host.querySelectorAll(".refusal-mark").length, 0);
});

test("the board shows the steps that lead from what it shows", () => {
  const [one, two] = [[{ from: "a", to: "b" }], [{ from: "b", to: "c" }]];
  const state = (more) => boardState(scene("A"), more);
  const at5 = state({ at: 5, from: 4, steps: [one] });
  const touched = state({ from: 5, steps: [one] });
  const at6 = state({ at: 6, from: 5, steps: [one, two] });
  equal(stepsBetween(at5, at6), [one, two], "a move");
  equal(stepsBetween(at5, touched), [one], "a touch");
  equal(stepsBetween(touched, at6), [two], "the rest of a move");
  equal(stepsBetween(touched, state({ at: 6, from: 5, steps: [two] })), [], "another move");
  equal([stepsBetween(touched, at5), stepsBetween(at6, at5), stepsBetween(at6, touched)], [[], [], []], "back");
});

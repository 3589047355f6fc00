// A move that is made by touches, with answers as the server gives them.

import { MoveEntry } from "/move-entry.js";
import { equal, settle, test } from "/tests/harness.js";

const next = (touch, more = {}) => ({ touch, at: [touch], kind: "place", ...more });

/** Pieces a and b go to x or y; c asks for a second piece that can be dropped again. */
const ANSWERS = {
  "": { next: [next("a"), next("b"), next("c")] },
  a: { next: [next("x"), next("y")] },
  b: { next: [next("y")] },
  c: { next: [next("d"), next("e")], off: ["c"] },
  "c d": { next: [next("e")], off: ["c", "d"], token: "cd" },
  "c e": { next: [next("d")], off: ["c", "e"], token: "ce" },
  "c d e": { next: [], off: ["c", "d", "e"], token: "cde" },
  "c e d": { next: [], off: ["c", "d", "e"], token: "cde" },
  "a x": { next: [], token: "ax" },
  "a y": { next: [], token: "ay" },
  "b y": { next: [], token: "by" },
  two: { next: [next("left", { at: ["p"] }), next("right", { at: ["p"] })] },
};

function entry(answers = ANSWERS) {
  const log = { asked: [], complete: [], failed: [], changes: [], waiting: null, choice: 0 };
  const made = new MoveEntry({
    ask: (touches) => {
      log.asked.push(touches.join(" "));
      if (log.waiting) return new Promise((done) => log.waiting.push(() => done(answers[touches.join(" ")])));
      const answer = answers[touches.join(" ")];
      return answer ? Promise.resolve(answer) : Promise.reject(new Error("refused"));
    },
    changed: (how) => log.changes.push(how),
    choose: (id, entries) => Promise.resolve(log.choice === null ? null : entries[log.choice]),
    complete: (answer) => log.complete.push(answer.token),
    failed: (text) => log.failed.push(text),
  });
  made.begin(answers[""]);
  return [made, log];
}

const touches = (made) => made.touches.join(" ");

test("a touch of something in next goes forward, and the last one completes the move", async () => {
  const [made, log] = entry();
  made.touch("a");
  await settle();
  equal(touches(made), "a");
  made.touch("x");
  await settle();
  equal(log.complete, ["ax"]);
});

test("touches that come at once are all made, in their order", async () => {
  const [made, log] = entry();
  made.touch("a");
  made.touch("y");
  await settle();
  equal([log.asked, log.complete], [["a", "a y"], ["ay"]]);
});

test("a touch that is not in next selects anew", async () => {
  const [made, log] = entry();
  made.touch("a");
  made.touch("b");
  await settle();
  equal([touches(made), log.complete], ["b", []]);
});

test("a touch of nothing known changes nothing", async () => {
  const [made, log] = entry();
  made.touch("a");
  made.touch("z");
  await settle();
  equal([touches(made), log.failed], ["a", []]);
});

test("the same touch again lets go, with what came after it", async () => {
  const [made] = entry();
  made.touch("a");
  made.touch("a");
  await settle();
  equal(touches(made), "");
});

test("a touch that can be dropped alone leaves the later ones", async () => {
  const [made] = entry();
  for (const id of ["c", "d", "e"]) made.touch(id);
  await settle();
  const [again, log] = entry({
    ...ANSWERS,
    "c d": { ...ANSWERS["c d"], next: [next("e"), next("f")] },
    "c d e": { next: [next("f")], off: ["d"], token: "cde" },
  });
  for (const id of ["c", "d", "e", "d"]) again.touch(id);
  await settle();
  equal([touches(again), log.asked.at(-1)], ["c e", "c e"]);
});

test("back takes one touch away, cancel all of them", async () => {
  const [made, log] = entry();
  made.touch("c");
  made.touch("d");
  made.back();
  await settle();
  equal(touches(made), "c");
  made.touch("d");
  made.cancel();
  await settle();
  equal([touches(made), log.changes.at(-1)], ["", "back"]);
});

test("a place with two meanings asks which one; none of them changes nothing", async () => {
  const answers = { "": ANSWERS.two, left: { next: [], token: "l" }, right: { next: [], token: "r" } };
  const [made, log] = entry(answers);
  log.choice = 1;
  made.touch("p");
  await settle();
  equal(log.complete, ["r"]);
  const [other, told] = entry(answers);
  told.choice = null;
  other.touch("p");
  await settle();
  equal([touches(other), told.complete], ["", []]);
});

test("a refused touch is reported and leaves the move as it is", async () => {
  const [made, log] = entry({ "": ANSWERS[""], a: ANSWERS.a });
  made.touch("a");
  made.touch("x");
  await settle();
  equal([touches(made), log.failed], ["a", ["refused"]]);
});

test("what is touched after the move was sent belongs to the next move", async () => {
  const [made, log] = entry();
  made.touch("a");
  made.touch("x");
  await settle();
  made.send();
  // The second half of a double click is dropped.
  made.touch("x");
  made.touch("b");
  await settle();
  equal(log.asked, ["a", "a x"]);
  made.begin(ANSWERS[""]);
  await settle();
  equal([touches(made), log.asked.at(-1)], ["b", "b"]);
});

test("an answer that comes after the move was left is ignored", async () => {
  const [made, log] = entry();
  log.waiting = [];
  made.touch("a");
  await settle();
  made.clear();
  made.begin(ANSWERS[""]);
  log.waiting.forEach((done) => done());
  await settle();
  equal([touches(made), log.changes], ["", []]);
});

test("a move that was not played begins anew", async () => {
  const [made] = entry();
  made.touch("a");
  made.touch("x");
  await settle();
  made.send();
  made.restart();
  equal([touches(made), made.sent], ["", false]);
  made.touch("b");
  await settle();
  equal(touches(made), "b");
});

test("an id was offered if any part of the move offers it", async () => {
  const [made] = entry();
  made.touch("a");
  await settle();
  equal([made.offers("x"), made.offers("b"), made.offered("b"), made.offered("z")], [true, false, true, false]);
});

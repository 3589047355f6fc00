// Tests of move entry, with scripted answers.

import { MoveEntry } from "/move-entry.js";
import { equal, settle, test } from "/tests/harness.js";

const next = (touch, more = {}) => ({ touch, at: [touch], kind: "place", takes: [], ...more });

/** Complete answers by their touches. */
function answers(found) {
  const whole = (answer) => ("reason" in answer ? answer : { off: [], auto: [], token: null, ...answer });
  return Object.fromEntries(Object.entries(found).map(([touches, answer]) => [touches, whole(answer)]));
}

/** Pieces a and b move to x or y; c selects further pieces, which can be deselected. */
const ANSWERS = answers({
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
});

function entry(answers = ANSWERS) {
  const log = { asked: [], complete: [], refused: [], failed: [], changes: 0, waiting: null, choice: 0 };
  const made = new MoveEntry({
    ask: (touches) => {
      log.asked.push(touches.join(" "));
      if (log.waiting) return new Promise((done) => log.waiting.push(() => done(answers[touches.join(" ")])));
      const answer = answers[touches.join(" ")];
      return answer ? Promise.resolve(answer) : Promise.reject(new Error("refused"));
    },
    changed: () => (log.changes += 1),
    choose: (id, entries) => Promise.resolve(log.choice === null ? null : entries[log.choice]),
    complete: (answer) => log.complete.push(answer.token),
    refuse: (id, reason) => log.refused.push([id, reason]),
    failed: (text) => log.failed.push(text),
  });
  made.begin(answers[""]);
  return [made, log];
}

const touches = (made) => made.touches.join(" ");

test("an offered touch advances the move, and the last one completes it", async () => {
  const [made, log] = entry();
  made.touch("a");
  await settle();
  equal(touches(made), "a");
  made.touch("x");
  await settle();
  equal(log.complete, ["ax"]);
});

test("simultaneous touches are all handled in order", async () => {
  const [made, log] = entry();
  made.touch("a");
  made.touch("y");
  await settle();
  equal([log.asked, log.complete], [["a", "a y"], ["ay"]]);
});

test("a touch that is not offered changes the selection", async () => {
  const [made, log] = entry();
  made.touch("a");
  made.touch("b");
  await settle();
  equal([touches(made), log.complete], ["b", []]);
});

test("an unknown touch changes nothing", async () => {
  const [made, log] = entry();
  made.touch("a");
  made.touch("z");
  await settle();
  equal([touches(made), log.failed], ["a", []]);
});

test("a touch that no answer offers is explained and changes nothing", async () => {
  const reason = { key: "reason.blocked", args: {}, text: "The piece is blocked." };
  const [made, log] = entry(answers({ ...ANSWERS, "a z": { reason } }));
  made.touch("a");
  made.touch("z");
  await settle();
  equal([touches(made), log.refused, log.failed], ["a", [["z", reason.text]], []]);
});

test("a repeated touch drops itself and all later touches", async () => {
  const [made] = entry();
  made.touch("a");
  made.touch("a");
  await settle();
  equal(touches(made), "");
});

test("a touch that can be dropped alone keeps the later ones", async () => {
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

test("back drops one touch, cancel drops all", async () => {
  const [made, log] = entry();
  made.touch("c");
  made.touch("d");
  made.back();
  await settle();
  equal(touches(made), "c");
  made.touch("d");
  made.cancel();
  await settle();
  equal(touches(made), "");
});

test("a place with two meanings shows a choice; choosing nothing changes nothing", async () => {
  const answers = { "": ANSWERS.two, left: { next: [], token: "l" }, right: { next: [], token: "r" } };
  const [made, log] = entry(answers);
  log.choice = 1;
  made.touch("p");
  await settle();
  equal(log.complete, ["r"]);
  const [other, otherLog] = entry(answers);
  otherLog.choice = null;
  other.touch("p");
  await settle();
  equal([touches(other), otherLog.complete], ["", []]);
});

test("a refused touch is reported and does not change the move", async () => {
  const [made, log] = entry({ "": ANSWERS[""], a: ANSWERS.a });
  made.touch("a");
  made.touch("x");
  await settle();
  equal([touches(made), log.failed], ["a", ["refused"]]);
});

test("an offered touch that the server refuses is reported with its reason", async () => {
  const [made, log] = entry(answers({ ...ANSWERS, "a x": { reason: { text: "The place is taken." } } }));
  made.touch("a");
  made.touch("x");
  await settle();
  equal([touches(made), log.failed], ["a", ["The place is taken."]]);
});

test("touches after a move was sent belong to the next move", async () => {
  const [made, log] = entry();
  made.touch("a");
  made.touch("x");
  await settle();
  made.send();
  // The second touch of a double click is dropped.
  made.touch("x");
  made.touch("b");
  await settle();
  equal(log.asked, ["a", "a x"]);
  made.begin(ANSWERS[""], ["a", "x"]);
  await settle();
  equal([touches(made), log.asked.at(-1)], ["b", "b"]);
});

test("touches during the answer that plays the move belong to the next one", async () => {
  const [made, log] = entry(answers({ ...ANSWERS, "a x": { node: 2 } }));
  made.touch("a");
  await settle();
  log.waiting = [];
  made.touch("x");
  for (const id of ["x", "b"]) made.touch(id);
  await settle();
  equal(log.asked, ["a", "a x"]);
  // The position after the move arrives with the answer.
  made.begin(ANSWERS[""], ["a", "x"]);
  log.waiting.shift()();
  await settle();
  equal([log.asked.at(-1), log.refused, log.failed, log.complete], ["b", [], [], []]);
});

test("touches before a reply are dropped", async () => {
  const [made, log] = entry();
  made.touch("a");
  made.touch("x");
  await settle();
  made.send();
  made.touch("b");
  // The server has the move, and the opponent is to move.
  made.clear();
  made.touch("b");
  made.touchWord("b");
  made.begin(ANSWERS[""]);
  await settle();
  equal([touches(made), log.asked], ["", ["a", "a x"]]);
});

test("an answer to an abandoned move is ignored", async () => {
  const [made, log] = entry();
  log.waiting = [];
  made.touch("a");
  await settle();
  made.clear();
  made.begin(ANSWERS[""]);
  log.waiting.forEach((done) => done());
  await settle();
  equal([touches(made), log.changes], ["", 0]);
});

test("a move that was not played is restarted", async () => {
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

test("an id counts as offered if any answer of the move offers it", async () => {
  const [made] = entry();
  made.touch("a");
  await settle();
  equal([made.offers("x"), made.offers("b"), made.offered("b"), made.offered("z")], [true, false, true, false]);
});

test("a touch that the server has added to the last move is not refused in the next one", async () => {
  const reason = { text: "This piece belongs to your opponent." };
  const answers = {
    "": { next: [next("dot")], auto: [] },
    dot: { next: [], auto: ["point"], token: "m" },
    point: { reason },
    other: { reason },
  };
  const [made, log] = entry(answers);
  made.touch("dot");
  await settle();
  made.send();
  made.begin(answers[""], ["dot", "point"]);
  made.touch("point");
  await settle();
  equal([log.complete, log.refused], [["m"], []]);
  made.touch("other");
  made.touch("point");
  await settle();
  equal(
    log.refused.map(([id]) => id),
    ["other", "point"],
  );
});

test("the place of a touch that the server has added can be touched with another meaning", async () => {
  const [made, log] = entry(
    answers({
      "": { next: [next("dot")] },
      dot: { next: [next("point"), next("other")], auto: ["point"] },
      "dot point point": { next: [next("other")], off: ["point"], token: "taken" },
      "dot point point other": { next: [], off: ["point", "other"], token: "both" },
    }),
  );
  for (const id of ["dot", "point", "other"]) made.touch(id);
  await settle();
  equal([touches(made), log.complete], ["dot point other", ["both"]]);
});

// Tests of the settings and of the profile that the server keeps.

import { connectProfile, finish, isFinished } from "/profile.js";
import { profileText, readProfile } from "/profile-file.js";
import { adopt, set, settings } from "/settings.js";
import { take } from "/store.js";
import { equal, test } from "/tests/harness.js";

/** Runs a test. Returns the changes that were sent to the server. @param {() => void} work */
function sentBy(work) {
  /** @type {any[]} */
  const sent = [];
  connectProfile((change) => sent.push(change));
  take({
    t: "state",
    revision: 1,
    nodes: [],
    profile: { settings: {}, lessons: {}, puzzles: {}, failed: {}, runs: {}, ratings: {} },
  });
  adopt({});
  work();
  connectProfile(() => {});
  adopt({});
  return sent;
}

test("settings are sent to the server, except those of this device", () => {
  const sent = sentBy(() => {
    set("lines", 5);
    set("sounds", !settings.sounds);
    set("sounds", !settings.sounds);
  });
  equal(sent, [{ settings: { lines: 5 } }]);
});

test("settings of the server apply here and are not sent back; others have their defaults", () => {
  const sent = sentBy(() => {
    set("theme", "dark");
    adopt({ lines: 4, theme: 7, unknown: true, playerName: "Ann" });
    equal([settings.lines, settings.theme, settings.unknown, settings.playerName], [4, "auto", undefined, ""]);
  });
  equal(sent, [{ settings: { theme: "dark" } }]);
});

test("a finished lesson is sent once, and lessons of other devices count", () => {
  const sent = sentBy(() => {
    take({
      t: "patch",
      revision: 2,
      nodes: [],
      gone: [],
      profile: { settings: {}, lessons: { g: ["other"] }, puzzles: {}, failed: {}, runs: {}, ratings: {} },
    });
    finish("g", "own");
    finish("g", "own");
    finish("g", "other");
    equal([isFinished("g", "own"), isFinished("g", "other"), isFinished("h", "own")], [true, true, false]);
  });
  equal(sent, [{ lessons: { g: ["own"] } }]);
});

test("settings and progress are read back from their file, and other files are refused", () => {
  const profile = { settings: { theme: "dark" }, lessons: { gipf: ["row"] }, puzzles: {}, streak: 2 };
  take({ t: "state", revision: 1, nodes: [], profile });
  const text = profileText();
  equal(readProfile(text), profile);
  const refused = [
    "",
    "null",
    "[1]",
    "(;GM[1])",
    JSON.stringify(profile),
    text.replace('"version": 1', '"version": 2'),
  ];
  for (const other of refused) {
    let message = "";
    try {
      readProfile(other);
    } catch (error) {
      message = error.message;
    }
    equal(message !== "", true, other);
  }
});

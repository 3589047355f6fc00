// Tests of links in addresses and messages.

import { decoded, linkIn, recordIn } from "/link-text.js";
import { equal, test } from "/tests/harness.js";

test("the data of a link is found in an address and in a message", () => {
  equal(linkIn("#link/aB-_9"), "aB-_9");
  equal(linkIn("Your turn: https://example.org/x/#link/aB9. Good luck!"), "aB9");
  for (const other of ["", "#games", "#record=dvonn+startpos", "#link/", "#%", "#learn/%"]) equal(linkIn(other), "");
});

test("a link that was changed on the way is read", () => {
  const page = "https://example.org/x/";
  for (const text of [
    "#link%2FaB-_9",
    "#LINK/aB-_9",
    "#link/aB%2D%5F9",
    `${page}#link/a B-\r\n_9`,
    `${page}#link/aB=\r\n-_9`,
    `> ${page}#link/aB\n> -_9`,
    `${page}#link/aB\u200b-_9`,
    "#link/aB%E2%80%8B-_9",
    "#link/aB%20-_9",
    "#link/aB%3D%0D%0A-_9",
    `<${page}#link/aB-_9>.`,
    "https://eur01.safelinks.protection.outlook.com/?url=https%3A%2F%2Fexample.org%2Fx%2F%23link%2FaB-_9&data=05%7C02",
    "https://www.google.com/url?q=https://example.org/x/%23link/aB-_9&sa=D",
  ])
    equal(linkIn(text), "aB-_9", text);
});

test("the record of a link is read", () => {
  const record = "dvonn startpos moves f3 c2";
  for (const text of [
    "#record=dvonn+startpos+moves+f3+c2",
    "#record=dvonn%20startpos%20moves%20f3%20c2",
    "#record%3Ddvonn%2Bstartpos%2Bmoves%2Bf3%2Bc2",
    "#RECORD=dvonn+startpos+moves+f3+c2",
    "#record=dvonn+startpos+moves+f3+c2.",
    "#record=dvonn+startpos+moves+f3+c2)",
    "#record=dvonn+startpos+moves+f3+c2?fbclid=a-B",
    "#record=dvonn+startpos+moves+f3+c2&fbclid=a-B",
    "https://example.org/x/#record=dvonn+startpos+moves+f3\r\n+c2",
    "https://www.google.com/url?q=https://example.org/x/%23record%3Ddvonn%2Bstartpos%2Bmoves%2Bf3%2Bc2&sa=D",
  ])
    equal(recordIn(text), record, text);
  equal(recordIn("#game=zertz&fen=1+2"), "zertz 1 2");
  equal(recordIn("#link/aB9"), "#link/aB9");
  for (const other of ["", "#games", "#game=zertz", "#%", "#record"]) equal(recordIn(other), "");
});

test("what is not percent-encoded stays", () => {
  equal(["%", "learn/%", "100%25", "%C3%A9", "%E9x", "%2525"].map(decoded), [
    "%",
    "learn/%",
    "100%",
    "é",
    "%E9x",
    "%25",
  ]);
});

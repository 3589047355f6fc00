// Tests of the language of the page and of its texts.

import { firstSupported } from "/language.js";
import { EN } from "/texts-en.js";
import { FR } from "/texts-fr.js";
import { equal, test } from "/tests/harness.js";

/** The names of all texts of a table, with their texts; functions are called. */
function texts(value, name = "") {
  if (typeof value === "string") return [[name, value]];
  if (typeof value === "function") return [[name, value("2", ["a", "b"])]];
  return Object.entries(value).flatMap(([key, inner]) => texts(inner, `${name}/${key}`));
}

test("the first supported language is chosen, or else English", () => {
  equal(firstSupported(["auto", "fr-CA", "en"]), "fr");
  equal(firstSupported(["auto", "de", "en-GB", "fr"]), "en");
  equal(firstSupported(["auto", "de"]), "en");
  equal(firstSupported(["fr", "en-GB"]), "fr");
});

test("both languages have the same texts", () => {
  const names = (table) => texts(table).map(([name]) => name);
  equal(names(FR), names(EN));
});

test("French punctuation follows a no-break space", () => {
  for (const [name, text] of texts(FR)) {
    equal(/ [:;?!%»]|« |[^\s\u00a0?!/][:;?!%»]/u.test(text.replaceAll(/^[?!]+$/g, "")), false, `${name}: ${text}`);
  }
});

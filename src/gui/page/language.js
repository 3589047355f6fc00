// The language of the page.

import { settings } from "./settings.js";

/** The languages of the page, the first one for users of all others. */
const LANGUAGES = /** @type {const} */ (["en", "fr"]);

/** @typedef {typeof LANGUAGES[number]} Language */

/** The first supported language. @param {readonly string[]} wanted language tags, the most wanted first @returns {Language} */
export function firstSupported(wanted) {
  const known = wanted.map((tag) => LANGUAGES.find((one) => one === tag.toLowerCase().split("-")[0]));
  return known.find(Boolean) ?? LANGUAGES[0];
}

/** The language of the settings, or else of the browser. A change needs a reload. */
export const language = firstSupported([settings.language, ...(navigator.languages ?? [])]);

document.documentElement.lang = language;

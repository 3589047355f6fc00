// The language of the page.

import { isStored, settings } from "./settings.js";

/** The languages of the page, the first one for users of all others. */
const LANGUAGES = /** @type {const} */ (["en", "fr"]);

/** @typedef {typeof LANGUAGES[number]} Language */

/** The first supported language. @param {readonly string[]} wanted language tags, the most wanted first @returns {Language} */
export function firstSupported(wanted) {
  const known = wanted.map((tag) => LANGUAGES.find((one) => one === tag.toLowerCase().split("-")[0]));
  return known.find(Boolean) ?? LANGUAGES[0];
}

/** The language of the settings, or else of the browser. */
const wanted = () => firstSupported([settings.language, ...(navigator.languages ?? [])]);

/** The language of this page. A change needs a reload. */
export const language = wanted();

/** Reloads the page if the settings want another language. */
export function checkLanguage() {
  // Without storage, the page would begin with the same language again.
  if (wanted() !== language && isStored("language")) location.reload();
}

document.documentElement.lang = language;

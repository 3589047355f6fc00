// The language of the page.

/** @typedef {"en"|"fr"} Language */

const wanted = navigator.languages.map((tag) => tag.toLowerCase().split("-")[0]);

/** The first supported language of the browser. @type {Language} */
export const language = wanted.find((tag) => tag === "en" || tag === "fr") === "fr" ? "fr" : "en";

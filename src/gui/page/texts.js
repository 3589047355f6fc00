// All texts of the page in the language of the user, except those of games, engines and records.

import { language } from "./language.js";
import { EN } from "./texts-en.js";

export const T = language === "fr" ? (await import("./texts-fr.js")).FR : EN;

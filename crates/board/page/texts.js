// All texts of the page in the language of the user, except those of games, engines and records.

import { language } from "./language.js";
import { EN } from "./texts-en.js";
import { FR } from "./texts-fr.js";

export const T = language === "fr" ? FR : EN;

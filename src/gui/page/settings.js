// The user's settings, stored by the browser if it allows that.

const KEY = "ringstack";

const DEFAULTS = {
  /** "auto", "en" or "fr" */
  language: "auto",
  /** "auto", "light" or "dark" */
  theme: "auto",
  /** "wood", "slate" or "plain" */
  boardTheme: "wood",
  /** "turned" or "flat" */
  pieceSet: "turned",
  /** "off", "edge" or "places" */
  coordinates: "edge",
  animation: true,
  sounds: true,
  hints: true,
  /** "touch" (on touch screens), "always" or "never" */
  confirm: "touch",
  autoFlip: false,
  lines: 3,
  analysisTime: 0,
  arrows: true,
  hideScore: false,
  /** Milliseconds per position of a review. */
  reviewTime: 200,
  engine: 0,
  /** The name of the user in new games. */
  playerName: "",
};

/** @type {typeof DEFAULTS & Record<string, any>} */
export const settings = { ...DEFAULTS };

/** @type {Set<(name: string) => void>} */
const listeners = new Set();

/** Loads the stored settings. Storage may be disabled. */
function load() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    for (const [name, value] of Object.entries(DEFAULTS)) {
      if (kept && typeof kept[name] === typeof value) settings[name] = kept[name];
    }
  } catch {
    // Use the defaults.
  }
  showLooks();
}

/** Tells the style sheets which board and pieces to show. */
function showLooks() {
  const { dataset } = document.documentElement;
  dataset.boardTheme = settings.boardTheme;
  dataset.pieceSet = settings.pieceSet;
}

/** Changes a setting. @param {string} name @param {any} value */
export function set(name, value) {
  settings[name] = value;
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // Without storage the setting lasts until the page is closed.
  }
  showLooks();
  for (const listener of listeners) listener(name);
}

/** @param {(name: string) => void} listener */
export function onSetting(listener) {
  listeners.add(listener);
}

/** Whether moves are confirmed before they are sent. */
export function confirms() {
  return settings.confirm === "touch" ? matchMedia("(pointer: coarse)").matches : settings.confirm === "always";
}

/** Whether moves are animated. */
export function animates() {
  return settings.animation && !matchMedia("(prefers-reduced-motion: reduce)").matches;
}

load();

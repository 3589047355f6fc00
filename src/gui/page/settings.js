// The user's settings, kept by the browser if it allows that.

const KEY = "ringstack";

const DEFAULTS = {
  /** "auto", "light" or "dark" */
  theme: "auto",
  /** "off", "edge" or "places" */
  coordinates: "edge",
  animation: true,
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
};

/** @type {typeof DEFAULTS & Record<string, any>} */
export const settings = { ...DEFAULTS };

/** @type {Set<(name: string) => void>} */
const listeners = new Set();

/** Reads what was kept; storage that is disabled or full does no harm. */
export function load() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    for (const [name, value] of Object.entries(DEFAULTS)) {
      if (kept && typeof kept[name] === typeof value) settings[name] = kept[name];
    }
  } catch {
    // The defaults stay.
  }
}

/** Changes a setting. @param {string} name @param {any} value */
export function set(name, value) {
  settings[name] = value;
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // It lasts as long as the page.
  }
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

/** Whether pieces move. */
export function animates() {
  return settings.animation && !matchMedia("(prefers-reduced-motion: reduce)").matches;
}

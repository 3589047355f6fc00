// What a person likes, kept by the browser where it allows that.

const KEY = "ringstack";

const DEFAULTS = {
  /** "auto", "light" or "dark" */
  theme: "auto",
  /** "off", "edge" or "places" */
  coordinates: "edge",
  animation: true,
  hints: true,
  /** `null`: on touch screens */
  confirm: null,
  autoFlip: false,
  lines: 3,
  analysisTime: 0,
  arrows: true,
  hideScore: false,
  /** Milliseconds a position of a review. */
  reviewTime: 200,
  engine: 0,
};

/** @type {typeof DEFAULTS & Record<string, any>} */
export const settings = { ...DEFAULTS };

const listeners = new Set();

/** Reads what was kept; storage that is disabled or full does no harm. */
export function load() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    for (const name of Object.keys(DEFAULTS)) {
      const usual = DEFAULTS[name];
      if (kept && name in kept && (usual === null || typeof kept[name] === typeof usual)) settings[name] = kept[name];
    }
  } catch {
    // The defaults will do.
  }
}

/**
 * Changes a setting and tells who wants to know.
 * @param {string} name
 * @param {any} value
 */
export function set(name, value) {
  settings[name] = value;
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // It lasts as long as the window.
  }
  for (const listener of listeners) listener(name);
}

/** @param {(name: string) => void} listener */
export function onSetting(listener) {
  listeners.add(listener);
}

/** Whether turns are confirmed before they are sent. */
export function confirms() {
  return settings.confirm ?? matchMedia("(pointer: coarse)").matches;
}

/** Whether pieces move. */
export function animates() {
  return settings.animation && !matchMedia("(prefers-reduced-motion: reduce)").matches;
}

// The user's settings. The server keeps them for all devices; the browser keeps a copy, so that a page looks right
// before it is connected, and the settings of this device.

import { change } from "./profile.js";
import { redraw } from "./redraw.js";

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
  /** Help of an engine in games between people on this device. */
  assistance: false,
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

/** The settings of this device: the player who uses it, and whether it makes sounds. */
const OWN = ["playerName", "sounds"];

/** @type {typeof DEFAULTS & Record<string, any>} */
export const settings = { ...DEFAULTS };

/** Loads the stored settings. */
function load() {
  const kept = stored();
  for (const [name, value] of Object.entries(DEFAULTS)) {
    if (kept && typeof kept[name] === typeof value) settings[name] = kept[name];
  }
  showLooks();
}

/** Tells the style sheets what to show. */
function showLooks() {
  const { dataset, classList } = document.documentElement;
  dataset.theme = settings.theme;
  classList.toggle("hide-scores", settings.hideScore);
  dataset.boardTheme = settings.boardTheme;
  dataset.pieceSet = settings.pieceSet;
}

/** Changes a setting. @param {string} name @param {any} value */
export function set(name, value) {
  apply(name, value);
  if (!OWN.includes(name)) change({ settings: { [name]: value } });
}

/** Applies the settings that the server keeps. Missing ones have their defaults. @param {Record<string, any>} kept */
export function adopt(kept) {
  for (const [name, value] of Object.entries(DEFAULTS)) {
    const next = typeof kept[name] === typeof value ? kept[name] : value;
    if (!OWN.includes(name) && next !== settings[name]) apply(name, next);
  }
}

/** @param {string} name @param {any} value */
function apply(name, value) {
  settings[name] = value;
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // Without storage the server alone keeps the setting.
  }
  showLooks();
  void redraw();
}

/** Whether the next page begins with this value of a setting. @param {string} name */
export function isStored(name) {
  return stored()?.[name] === settings[name];
}

function stored() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}");
  } catch {
    // Storage may be disabled.
    return null;
  }
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

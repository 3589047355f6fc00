// Short sounds for moves, captures, the end of a game and little time, made with WebAudio.

import { settings } from "./settings.js";

/** @typedef {"place"|"capture"|"end"|"low"} Sound */
/** @typedef {[number, number, number]} Note start in seconds, frequency, length in seconds */

/** The notes of each sound, and the wave that plays them. @type {Record<Sound, {wave: OscillatorType, notes: Note[]}>} */
const SOUNDS = {
  place: { wave: "triangle", notes: [[0, 330, 0.07]] },
  capture: {
    wave: "triangle",
    notes: [
      [0, 330, 0.06],
      [0.08, 220, 0.1],
    ],
  },
  end: {
    wave: "sine",
    notes: [
      [0, 392, 0.18],
      [0.16, 494, 0.18],
      [0.32, 587, 0.35],
    ],
  },
  low: {
    wave: "square",
    notes: [
      [0, 880, 0.06],
      [0.14, 880, 0.06],
    ],
  },
};
/** The loudness, from 0 to 1. */
const VOLUME = 0.12;

/** Browsers allow sounds after the first action of the user. @type {AudioContext|null} */
let context = null;

/** Allows sounds from the first action of the user on. */
export function watchFirstAction() {
  const start = () => {
    try {
      context ??= new AudioContext();
    } catch {
      // Without a sound device the page is silent.
    }
  };
  for (const type of ["pointerdown", "keydown"]) addEventListener(type, start, { capture: true, once: true });
}

/** @param {Sound} name */
export function playSound(name) {
  if (!settings.sounds || !context || document.hidden) return;
  const { wave, notes } = SOUNDS[name];
  const now = context.currentTime + 0.01;
  for (const [start, frequency, length] of notes) {
    const [tone, gain] = [context.createOscillator(), context.createGain()];
    tone.type = wave;
    tone.frequency.value = frequency;
    gain.gain.setValueAtTime(VOLUME, now + start);
    gain.gain.exponentialRampToValueAtTime(0.001, now + start + length);
    tone.connect(gain).connect(context.destination);
    tone.start(now + start);
    tone.stop(now + start + length);
  }
}

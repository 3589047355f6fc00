// Short sounds for the steps of moves, the end of a game and little time, made with WebAudio.

import { settings } from "./settings.js";

/** @typedef {"enter"|"move"|"capture"|"end"|"low"} Sound */
/** @typedef {[number, number, number]} Note start in seconds, frequency, length in seconds */

/** The wave that plays each sound, its volume from 0 to 1 (all sound about equally loud), and its notes. @type {Record<Sound, [OscillatorType, number, ...Note[]]>} */
const SOUNDS = {
  enter: ["triangle", 0.2, [0, 392, 0.08]],
  move: ["triangle", 0.22, [0, 330, 0.08]],
  capture: ["triangle", 0.2, [0, 330, 0.06], [0.08, 220, 0.1]],
  end: ["sine", 0.11, [0, 392, 0.12], [0.11, 494, 0.12], [0.22, 587, 0.2]],
  low: ["square", 0.1, [0, 880, 0.06], [0.14, 880, 0.06]],
};

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

/**
 * The sound of steps: a capture is heard before a move, and a move before a piece that enters.
 * @param {import("./scene.js").StepEvent[]} events @param {(id: string) => boolean} isPlace whether this is a place of the board, not a supply item
 * @returns {Sound|null} `null` without events
 */
export function soundOf(events, isPlace) {
  const isOnBoard = (/** @type {string|undefined} */ id) => id !== undefined && isPlace(id);
  const starts = events.filter(({ from }) => isOnBoard(from));
  if (starts.some(({ to }) => !isOnBoard(to))) return "capture";
  if (starts.length > 0) return "move";
  return events.length > 0 ? "enter" : null;
}

/** @param {Sound} name */
export function playSound(name) {
  if (!settings.sounds || !context || document.hidden) return;
  const [wave, volume, ...notes] = SOUNDS[name];
  const now = context.currentTime + 0.01;
  for (const [start, frequency, length] of notes) {
    const [tone, gain] = [context.createOscillator(), context.createGain()];
    tone.type = wave;
    tone.frequency.value = frequency;
    gain.gain.setValueAtTime(volume, now + start);
    gain.gain.exponentialRampToValueAtTime(0.001, now + start + length);
    tone.connect(gain).connect(context.destination);
    tone.start(now + start);
    tone.stop(now + start + length);
  }
}

// The profile of the user as a file.

import { store } from "./store.js";
import { T } from "./texts.js";

/** The first fields of a file with the profile. */
const FORMAT = "ringstack-profile";
const VERSION = 1;

/** The profile as the text of a file. */
export function profileText() {
  return `${JSON.stringify({ format: FORMAT, version: VERSION, ...store.profile }, null, 2)}\n`;
}

/** The profile in the text of such a file. Throws an error for the user. @param {string} text @returns {import("../types.js").Profile} */
export function readProfile(text) {
  /** @type {any} */
  let file = null;
  try {
    file = JSON.parse(text);
  } catch {
    // It is no such file.
  }
  const { format, version, ...profile } = file ?? {};
  if (format !== FORMAT) throw new Error(T.profileForeign);
  if (version !== VERSION) throw new Error(T.profileVersion(String(version), VERSION));
  return profile;
}

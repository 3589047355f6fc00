// Generated from the constants of the program, see CONTRIBUTING.md. Do not edit.

/** The version of the messages. */
export const VERSION = 8;
/** The maximum size of a message to the program, in bytes. */
export const MAX_BYTES = 100663296;

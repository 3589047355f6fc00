// Declares what it uses, so that neither the types of the DOM nor those of Node are needed.

/** A `WebAssembly.Module`. */
export type WasmModule = object;

/** What to do next: wait for a line, call `run`, or nothing more. */
export const WAITS: 0;
export const HAS_TASK: 1;
export const OVER: 2;
export type State = typeof WAITS | typeof HAS_TASK | typeof OVER;

/** Whether a running search can be suspended, so that its thread does other work meanwhile. */
export const canSuspend: boolean;

export interface Engine<Result> {
  /** Handles a line, also while `run` is suspended or pauses. */
  line(text: string): State;
  /** Runs the task that a line has started, such as a search. */
  run(): Result;
}

/** Makes an engine. `pause` is called some 50 times per second during a task, and may call `line`. */
export function createEngine(
  module: WasmModule,
  onLine: (line: string) => void,
  pause?: () => void,
): Promise<Engine<State>>;
/** Makes an engine whose tasks wait for the promise of `suspend`. It needs `canSuspend`. */
export function createEngine(
  module: WasmModule,
  onLine: (line: string) => void,
  pause: undefined,
  suspend: () => Promise<unknown>,
): Promise<Engine<Promise<State>>>;

/** Loads the WebAssembly module at an address. */
export function loadModule(url: string | { readonly href: string }): Promise<WasmModule>;

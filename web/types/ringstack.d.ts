// Declares what it uses, so that neither the types of the DOM nor those of Node are needed.

/** A line of output. */
export interface LineEvent {
  readonly type: string;
  readonly data: string;
}

/** The engine cannot be loaded, or has failed. */
export interface FailureEvent {
  readonly type: string;
  readonly message: string;
}

interface Events {
  message: LineEvent;
  error: FailureEvent;
  /** Only in Node: the engine has ended. */
  close: { readonly type: string };
}

/** The engine in a worker: a web worker, or in Node what the engine needs of one on top of a worker thread. */
export interface EngineWorker {
  /** Sends one or more lines of UGI, separated by line feeds. */
  postMessage(lines: string): void;
  /** Ends the engine at once. */
  terminate(): void;
  onmessage: ((event: LineEvent) => void) | null;
  /** In Node an error is thrown if nobody listens to it. */
  onerror: ((event: FailureEvent) => void) | null;
  addEventListener<Type extends keyof Events>(
    type: Type,
    listener: (event: Events[Type]) => void,
    options?: boolean | { once?: boolean },
  ): void;
  removeEventListener<Type extends keyof Events>(type: Type, listener: (event: Events[Type]) => void): void;
}

/**
 * Starts the engine. Send it lines of UGI with `postMessage`, and receive its lines as the `data` of `message` events.
 */
export function startEngine(): EngineWorker;

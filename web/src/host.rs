//! What the engine imports from its host.

use std::cell::Cell;
use std::time::Duration;

use ringstack_engine::clock::{self, ClockSource};

#[link(wasm_import_module = "host")]
unsafe extern "C" {
    /// The time since 1970 in milliseconds. It never goes back.
    safe fn now() -> f64;
    /// Lets the host handle lines during a task: it may call `line` before it returns.
    safe fn pause();
    /// Receives a line of output in UTF-8.
    safe fn write(start: *const u8, length: usize);
}

/// The time between two pauses in milliseconds. A line is answered within this time.
const PAUSE_INTERVAL: f64 = 10.0;

thread_local! {
    /// The time of the next pause; infinite if none is allowed.
    static NEXT_PAUSE: Cell<f64> = const { Cell::new(f64::INFINITY) };
}

/// Sends a line to the host.
pub fn send(line: &str) {
    write(line.as_ptr(), line.len());
}

/// Runs a task with pauses. A search reads the clock often, so the clock makes them.
#[cfg(feature = "engine")]
pub fn with_pauses<T>(task: impl FnOnce() -> T) -> T {
    NEXT_PAUSE.set(now() + PAUSE_INTERVAL);
    let result = task();
    NEXT_PAUSE.set(f64::INFINITY);
    result
}

/// Makes the host's clock that of the engine.
pub fn set_clock() {
    clock::set_source(ClockSource {
        monotonic: || {
            if now() >= NEXT_PAUSE.get() {
                // The lines that are handled during the pause read the clock, too. A pause in a pause would
                // suspend a stack that is not the task's.
                NEXT_PAUSE.set(f64::INFINITY);
                pause();
                NEXT_PAUSE.set(now() + PAUSE_INTERVAL);
            }
            milliseconds(now())
        },
        unix: || milliseconds(now()),
    });
}

fn milliseconds(ms: f64) -> Duration {
    Duration::try_from_secs_f64(ms / 1000.0).unwrap_or_default()
}

//! Interruption of a match: ends the engines, keeps the finished games and prints the table.

use std::sync::atomic::{AtomicI32, Ordering};
use std::thread;
use std::time::Duration;

use ringstack_arena::engine::children;

use crate::commands::signals::at_each_signal;

/// The first signal; 0 if there was none.
static SIGNAL: AtomicI32 = AtomicI32::new(0);

/// The signal that interrupted the match, if one did.
pub fn signal() -> Option<i32> {
    match SIGNAL.load(Ordering::SeqCst) {
        0 => None,
        signal => Some(signal),
    }
}

/// Exits with the status that shells report for a program ended by a signal.
pub fn leave(signal: i32) -> ! {
    children::end_all();
    std::process::exit(128 + signal)
}

/// Ends all engines at the first signal. The second signal, or a time-out, ends the program.
pub fn end_engines_at_signals() -> anyhow::Result<()> {
    /// The time to print the table.
    const TABLE: Duration = Duration::from_secs(5);
    at_each_signal(|signal| {
        let earlier = SIGNAL.swap(signal, Ordering::SeqCst);
        if earlier != 0 {
            leave(signal);
        }
        children::end_all();
        let time_out = move || {
            thread::sleep(TABLE);
            leave(signal);
        };
        if let Err(error) = thread::Builder::new().spawn(time_out) {
            // Without the time-out a second signal still ends the program.
            log::error!("cannot start a thread for the time-out: {error}");
        }
    })
}

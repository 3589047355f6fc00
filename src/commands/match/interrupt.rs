//! What happens when somebody interrupts a match: the engines are ended, too, the games that have
//! ended stay, and the table is printed.

use std::sync::atomic::{AtomicI32, Ordering};

/// The signal that came first; 0 while there was none.
static SIGNAL: AtomicI32 = AtomicI32::new(0);

/// The signal that interrupted the match, if one did.
pub fn signal() -> Option<i32> {
    match SIGNAL.load(Ordering::SeqCst) {
        0 => None,
        signal => Some(signal),
    }
}

/// Leaves with the status a shell gives to a program that a signal ended.
pub fn leave(signal: i32) -> ! {
    ringstack::arena::engine::children::end_all();
    std::process::exit(128 + signal)
}

/// Ends all engines at the first signal; at the second one, or when the table does not come soon, the
/// program as well.
#[cfg(unix)]
pub fn end_engines_at_signals() -> anyhow::Result<()> {
    use std::thread;
    use std::time::Duration;

    use ringstack::arena::engine::children;

    use crate::commands::signals::ending_signals;

    const TABLE: Duration = Duration::from_secs(5);
    let mut signals = ending_signals()?;
    thread::spawn(move || {
        for signal in signals.forever() {
            let earlier = SIGNAL.swap(signal, Ordering::SeqCst);
            if earlier != 0 {
                leave(signal);
            }
            children::end_all();
            thread::spawn(move || {
                thread::sleep(TABLE);
                leave(signal);
            });
        }
    });
    Ok(())
}

#[cfg(not(unix))]
pub fn end_engines_at_signals() -> anyhow::Result<()> {
    Ok(())
}

//! What a command does when it is told to end: its engines end with it, and files that are not
//! complete go.

use std::collections::BTreeSet;
use std::fs;
use std::io::{Write, stderr};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, Once, PoisonError};

/// Whoever interrupts us ends our engines, too.
pub fn end_engines_with_us() -> anyhow::Result<()> {
    at_signals(ringstack::arena::engine::children::end_all)
}

/// Files that are being written.
static UNFINISHED: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

fn unfinished() -> MutexGuard<'static, BTreeSet<PathBuf>> {
    UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// This file is being written from now on: who interrupts us takes it away.
pub fn begin_file(path: &Path) -> anyhow::Result<()> {
    static WATCHED: Once = Once::new();
    unfinished().insert(path.to_owned());
    let mut watched = Ok(());
    WATCHED.call_once(|| {
        watched = at_signals(|| {
            for path in unfinished().iter() {
                // There is nothing to be done if it cannot be removed.
                let _ = fs::remove_file(path);
            }
            // Nobody may be there to read it.
            let _ = writeln!(stderr(), "ringstack: interrupted, no file is written");
        });
    });
    watched
}

/// This file is complete, or gone.
pub fn end_file(path: &Path) {
    unfinished().remove(path);
}

/// Does something at the first signal that ends programs, and leaves.
///
/// # Errors
/// The system does not tell of signals.
#[cfg(unix)]
pub fn at_signals(act: impl FnOnce() + Send + 'static) -> anyhow::Result<()> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    let mut signals = signal_hook::iterator::Signals::new([SIGHUP, SIGINT, SIGTERM])?;
    std::thread::spawn(move || {
        if let Some(signal) = signals.forever().next() {
            act();
            // The status a shell gives to a program that a signal ended.
            std::process::exit(128 + signal);
        }
    });
    Ok(())
}

#[cfg(not(unix))]
pub fn at_signals(_: impl FnOnce() + Send + 'static) -> anyhow::Result<()> {
    Ok(())
}

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
    let heeded = heeded(&[SIGHUP, SIGINT, SIGTERM]);
    let mut signals = signal_hook::iterator::Signals::new(heeded)?;
    std::thread::spawn(move || {
        if let Some(signal) = signals.forever().next() {
            act();
            // The status a shell gives to a program that a signal ended.
            std::process::exit(128 + signal);
        }
    });
    Ok(())
}

/// Those of the signals that are not to be ignored. `nohup` wants SIGHUP to be, and a shell without
/// jobs wants SIGINT to be by what runs behind it; who takes such a signal takes that back.
#[cfg(unix)]
pub fn heeded(signals: &[i32]) -> Vec<i32> {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = ignored(&status);
    let is_heeded = |signal: &i32| ignored & bit(*signal) == 0;
    signals.iter().copied().filter(is_heeded).collect()
}

/// The signals that a process ignores, by its status as Linux tells it; none where nothing is told.
#[cfg(unix)]
fn ignored(status: &str) -> u64 {
    let mut lines = status.lines();
    let mask = lines.find_map(|line| line.strip_prefix("SigIgn:"));
    mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok())
        .unwrap_or_default()
}

/// The place of a signal in a mask.
#[cfg(unix)]
fn bit(signal: i32) -> u64 {
    let place = signal
        .checked_sub(1)
        .and_then(|place| u32::try_from(place).ok());
    place
        .and_then(|place| 1_u64.checked_shl(place))
        .unwrap_or_default()
}

#[cfg(not(unix))]
pub fn at_signals(_: impl FnOnce() + Send + 'static) -> anyhow::Result<()> {
    Ok(())
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};

    #[test]
    fn what_a_process_ignores_stands_in_its_status() {
        let status = "Name:\tsh\nSigBlk:\t0000000000004002\nSigIgn:\t0000000000000003\n";
        let mask = ignored(status);
        assert_eq!(mask, bit(SIGHUP) | bit(SIGINT));
        assert_eq!(mask & bit(SIGTERM), 0);
        assert_eq!(ignored("Name:\tsh\n"), 0);
    }
}

//! What a command does when it is told to end: its engines end with it, and files that are not
//! complete go.

use std::collections::BTreeMap;
use std::fs;
use std::io::{Write, stderr};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, Once, PoisonError};

/// Whoever interrupts us ends our engines, too.
pub fn end_engines_with_us() -> anyhow::Result<()> {
    at_signals(ringstack::arena::engine::children::end_all)
}

/// Files that are being written, with the names of their places.
static UNFINISHED: Mutex<BTreeMap<PathBuf, String>> = Mutex::new(BTreeMap::new());

fn locked<T>(held: &'static Mutex<T>) -> MutexGuard<'static, T> {
    held.lock().unwrap_or_else(PoisonError::into_inner)
}

/// This file is being written from now on, for a place of this name: who interrupts us takes it away.
pub fn begin_file(path: &Path, place: &str) -> anyhow::Result<()> {
    locked(&UNFINISHED).insert(path.to_owned(), place.to_owned());
    watch()
}

/// From now on an interruption takes away what is not complete, and is told.
fn watch() -> anyhow::Result<()> {
    static WATCHED: Once = Once::new();
    let mut watched = Ok(());
    WATCHED.call_once(|| {
        watched = at_signals(|| {
            let unfinished = locked(&UNFINISHED);
            for path in unfinished.keys() {
                // There is nothing to be done if it cannot be removed.
                let _ = fs::remove_file(path);
            }
            let told = interrupted(unfinished.values());
            // Nobody may be there to read it.
            let _ = writeln!(stderr(), "ringstack: {told}");
        });
    });
    watched
}

/// What an interruption leaves behind, as a line for people.
fn interrupted<'a>(unfinished: impl Iterator<Item = &'a String>) -> String {
    let mut told = "interrupted".to_owned();
    for place in unfinished {
        told.push_str(&format!("; {place} is not written"));
    }
    told
}

/// This file is complete, or gone.
pub fn end_file(path: &Path) {
    locked(&UNFINISHED).remove(path);
}

/// Does something at the first signal that ends programs, and leaves.
///
/// # Errors
/// The system does not tell of signals.
#[cfg(unix)]
pub fn at_signals(act: impl FnOnce() + Send + 'static) -> anyhow::Result<()> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    at(&[SIGHUP, SIGINT, SIGTERM], act)
}

/// Does something at the first of these signals, and leaves.
///
/// # Errors
/// The system does not tell of signals.
#[cfg(unix)]
pub fn at(signals: &[i32], act: impl FnOnce() + Send + 'static) -> anyhow::Result<()> {
    let heeded = heeded(signals);
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
    fn an_interruption_says_what_is_not_there() {
        assert_eq!(interrupted([].iter()), "interrupted");
        let places = ["'a'".to_owned(), "'b'".to_owned()];
        let told = interrupted(places.iter());
        assert_eq!(told, "interrupted; 'a' is not written; 'b' is not written");
    }

    #[test]
    fn what_a_process_ignores_stands_in_its_status() {
        let status = "Name:\tsh\nSigBlk:\t0000000000004002\nSigIgn:\t0000000000000003\n";
        let mask = ignored(status);
        assert_eq!(mask, bit(SIGHUP) | bit(SIGINT));
        assert_eq!(mask & bit(SIGTERM), 0);
        assert_eq!(ignored("Name:\tsh\n"), 0);
    }
}

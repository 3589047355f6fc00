//! Handling of signals that end a command: its engines end with it, and incomplete files are
//! removed.

use std::collections::BTreeMap;
use std::fs;
use std::io::{Write, stderr};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, Once, PoisonError};

use anyhow::Context;

use ringstack_arena::engine::children;

/// Ends the engines when a signal ends this program.
pub fn end_engines_with_us() -> anyhow::Result<()> {
    watch()
}

/// Files that are being written, with the names of their places.
static UNFINISHED: Mutex<BTreeMap<PathBuf, String>> = Mutex::new(BTreeMap::new());

fn locked<T>(held: &'static Mutex<T>) -> MutexGuard<'static, T> {
    held.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Marks a file as incomplete: a signal removes it and reports that `place` is not written.
pub fn begin_file(path: &Path, place: &str) -> anyhow::Result<()> {
    locked(&UNFINISHED).insert(path.to_owned(), place.to_owned());
    watch()
}

/// Starts to watch for signals; they end the engines, remove incomplete files and are reported.
fn watch() -> anyhow::Result<()> {
    static WATCHED: Once = Once::new();
    let mut watched = Ok(());
    WATCHED.call_once(|| {
        watched = at_signals(|| {
            children::end_all();
            let unfinished = locked(&UNFINISHED);
            for path in unfinished.keys() {
                // A file that cannot be removed stays.
                let _ = fs::remove_file(path);
            }
            let message = interrupted(unfinished.values());
            // Standard error may be closed.
            let _ = writeln!(stderr(), "ringstack: {message}");
        });
    });
    watched
}

/// The message about an interruption and the files that are not written.
fn interrupted<'a>(unfinished: impl Iterator<Item = &'a String>) -> String {
    let mut message = "interrupted".to_owned();
    for place in unfinished {
        message.push_str(&format!("; {place} is not written"));
    }
    message
}

/// Marks a file as complete or removed.
pub fn end_file(path: &Path) {
    locked(&UNFINISHED).remove(path);
}

/// Calls `act` at the first signal that ends programs, and ends the program.
///
/// # Errors
/// The system does not report signals, or no thread can be started.
pub fn at_signals(act: impl Fn() + Send + 'static) -> anyhow::Result<()> {
    at_each_signal(move |signal| {
        act();
        // The exit status that a shell gives to a program ended by a signal.
        std::process::exit(128 + signal);
    })
}

/// Calls `act` with the number of each signal that ends programs. A signal that the program was started to
/// ignore stays ignored: SIGHUP under `nohup`, SIGINT in the background of a shell without job control. Only
/// Linux says which ones these are.
///
/// # Errors
/// The system does not report signals, or no thread can be started.
#[cfg(unix)]
pub fn at_each_signal(act: impl FnMut(i32) + Send + 'static) -> anyhow::Result<()> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    let status = match cfg!(target_os = "linux") {
        true => fs::read_to_string("/proc/self/status").unwrap_or_default(),
        false => String::new(),
    };
    let signals = [SIGHUP, SIGINT, SIGTERM].into_iter();
    let watched = signals.filter(|&signal| !is_ignored(&status, signal));
    let mut signals = signal_hook::iterator::Signals::new(watched)?;
    let thread = std::thread::Builder::new().name("signals".to_owned());
    let watcher = thread.spawn(move || signals.forever().for_each(act));
    watcher
        .map(drop)
        .context("cannot start a thread that waits for signals")
}

/// Calls `act` with the number of an interruption at Ctrl-C, and when the console is closed.
///
/// # Errors
/// The system does not report them, or no thread can be started.
#[cfg(windows)]
pub fn at_each_signal(mut act: impl FnMut(i32) + Send + 'static) -> anyhow::Result<()> {
    const SIGINT: i32 = 2;
    ctrlc::set_handler(move || act(SIGINT)).context("cannot wait for Ctrl-C")
}

/// Whether a process ignores a signal, according to its status on Linux.
#[cfg(unix)]
fn is_ignored(status: &str, signal: i32) -> bool {
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    mask.is_some_and(|mask| (mask >> (signal - 1)) & 1 == 1)
}

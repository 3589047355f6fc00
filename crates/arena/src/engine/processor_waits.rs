//! How long an engine and this program waited for a processor during a move. Only Linux tells it, in
//! `/proc/PID/task/TID/schedstat`.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs;
use std::time::Duration;

/// The time that the running threads of a process have waited, in nanoseconds, by thread.
type ThreadWaits = BTreeMap<OsString, u64>;

/// The times of waiting when a move began.
#[derive(Debug)]
pub struct WaitSnapshot {
    process: u32,
    engine: ThreadWaits,
    runner: ThreadWaits,
}

/// How long the threads of an engine and of this program waited for a processor.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ProcessorWaits {
    /// The engine.
    pub engine: Duration,
    /// This program.
    pub runner: Duration,
}

impl WaitSnapshot {
    /// The waiting so far of this program and of the engine with this process id.
    #[must_use]
    pub fn of(process: u32) -> WaitSnapshot {
        WaitSnapshot {
            process,
            engine: threads(process),
            runner: threads(std::process::id()),
        }
    }

    /// The waiting since then; `None` if the system does not tell it. Call it while the search still runs: the
    /// times of a thread vanish with it.
    #[must_use]
    pub fn until_now(&self) -> Option<ProcessorWaits> {
        let now = WaitSnapshot::of(self.process);
        let is_known = !now.engine.is_empty() && !now.runner.is_empty();
        is_known.then(|| ProcessorWaits {
            engine: longer(&self.engine, &now.engine),
            runner: longer(&self.runner, &now.runner),
        })
    }
}

fn threads(process: u32) -> ThreadWaits {
    let Ok(threads) = fs::read_dir(format!("/proc/{process}/task")) else {
        return ThreadWaits::new();
    };
    let waits = threads.filter_map(|thread| {
        let thread = thread.ok()?;
        let text = fs::read_to_string(thread.path().join("schedstat")).ok()?;
        Some((thread.file_name(), waited(&text)?))
    });
    waits.collect()
}

/// The second number of a file `schedstat`: nanoseconds spent waiting on a run queue.
fn waited(schedstat: &str) -> Option<u64> {
    schedstat.split_ascii_whitespace().nth(1)?.parse().ok()
}

/// How much longer the threads have waited. A thread that is new has waited since it began.
fn longer(before: &ThreadWaits, now: &ThreadWaits) -> Duration {
    let nanoseconds = now.iter().map(|(thread, &wait)| {
        let earlier = before.get(thread).copied().unwrap_or_default();
        wait.saturating_sub(earlier)
    });
    Duration::from_nanos(nanoseconds.sum())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_waits_of_all_running_threads_are_added() {
        let waits = |list: &[(&str, u64)]| -> ThreadWaits {
            let own = |&(thread, wait): &(&str, u64)| (OsString::from(thread), wait);
            list.iter().map(own).collect()
        };
        assert_eq!(waited("81000 53178 12\n"), Some(53178));
        assert_eq!(waited(""), None);
        let before = waits(&[("1", 100), ("2", 50), ("3", 7)]);
        let now = waits(&[("1", 130), ("2", 50), ("4", 5)]);
        assert_eq!(longer(&before, &now), Duration::from_nanos(35));
    }
}

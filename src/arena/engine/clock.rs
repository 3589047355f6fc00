//! The time of matches: it stands still while the runner is suspended, as by Ctrl-Z in a terminal, so
//! that no engine loses on time by it.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// How long the runner has been suspended. It is locked during a suspension, so that nobody sees the
/// time after it without the time taken off.
static SUSPENDED: Mutex<Duration> = Mutex::new(Duration::ZERO);

fn suspended() -> MutexGuard<'static, Duration> {
    SUSPENDED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The present time without what was spent in suspension.
#[must_use]
pub fn now() -> Instant {
    let suspended = suspended();
    let now = Instant::now();
    now.checked_sub(*suspended).unwrap_or(now)
}

/// The time since `begin`, which [`now`] gave.
#[must_use]
pub fn since(begin: Instant) -> Duration {
    now().saturating_duration_since(begin)
}

/// Does something that does not count as time: everybody who asks for the time waits for its end.
pub fn suspend(pause: impl FnOnce()) {
    let mut suspended = suspended();
    let begin = Instant::now();
    pause();
    *suspended += begin.elapsed();
}

#[cfg(test)]
mod tests {
    use std::thread;

    use super::*;

    #[test]
    fn a_suspension_takes_no_time() {
        const PAUSE: Duration = Duration::from_millis(50);
        let (real, begin) = (Instant::now(), now());
        suspend(|| thread::sleep(PAUSE));
        assert!(since(begin) + PAUSE <= real.elapsed());
    }
}

//! Detects that the program was suspended: by Ctrl-Z or SIGSTOP, by a frozen container, or by a laptop
//! that went to sleep.
//!
//! A thread reads the clock every [`TICK`]; a gap of more than a second is a pause. A busy machine does
//! not delay a sleeping thread that long, and shorter pauses are not detected. The detector uses the
//! system time, which advances while the machine sleeps. Setting the clock forward by more than a second
//! also counts as a pause: some games are then played twice, but no result is wrong.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// The interval between two readings of the clock.
pub const TICK: Duration = Duration::from_millis(200);

/// A longer gap between two readings is a pause.
const MAX_GAP: Duration = Duration::from_millis(1200);

/// Counts pauses. Call [`PauseDetector::pauses`] every [`TICK`].
#[derive(Debug)]
pub struct PauseDetector {
    state: Mutex<PauseState>,
}

#[derive(Debug)]
struct PauseState {
    last_reading: Duration,
    pauses: u64,
}

impl PauseDetector {
    /// A detector whose first reading of the clock is `now`, the time since 1970.
    #[must_use]
    pub fn new(now: Duration) -> PauseDetector {
        let state = PauseState {
            last_reading: now,
            pauses: 0,
        };
        PauseDetector {
            state: Mutex::new(state),
        }
    }

    /// The number of pauses until `now`.
    pub fn pauses(&self, now: Duration) -> u64 {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        // Setting the clock back is not a pause.
        let gap = now.saturating_sub(state.last_reading);
        state.pauses += u64::from(gap > MAX_GAP);
        state.last_reading = now;
        state.pauses
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_gap_of_more_than_a_second_is_a_pause() {
        let at = |millis| Duration::from_millis(millis);
        let detector = PauseDetector::new(at(10_000));
        let readings = [10_200, 11_400, 12_601, 12_602, 2_000, 2_200, 602_200];
        let pauses = readings.map(|millis| detector.pauses(at(millis)));
        assert_eq!(pauses, [0, 0, 1, 1, 1, 1, 2]);
    }
}

//! Detects that the program stood still: it was suspended (Ctrl-Z, SIGSTOP), its container was frozen,
//! or the lid of the laptop was closed.
//!
//! A pause shows in its effect: a thread that looks at the time every [`TICK`] finds that more than
//! a second is missing. A busy machine does not delay a sleeping thread that long; a pause of less
//! than a second is not distinguished from a busy machine. The time is that of the system, which goes
//! on while the machine sleeps. If it is set forward by more than a second, that counts as a pause: some
//! games are played twice, but no result is false.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, SystemTime};

/// How often the time is looked at.
pub const TICK: Duration = Duration::from_millis(200);

/// The longest time between two looks that is no pause.
const MAX_GAP: Duration = Duration::from_millis(1200);

/// Counts pauses. It has to be looked at every [`TICK`].
#[derive(Debug)]
pub struct PauseDetector {
    state: Mutex<PauseState>,
}

#[derive(Debug)]
struct PauseState {
    last_look: SystemTime,
    pauses: u64,
}

impl PauseDetector {
    /// A detector that was last looked at `now`.
    #[must_use]
    pub fn new(now: SystemTime) -> PauseDetector {
        let state = PauseState {
            last_look: now,
            pauses: 0,
        };
        PauseDetector {
            state: Mutex::new(state),
        }
    }

    /// The number of pauses until `now`.
    pub fn pauses(&self, now: SystemTime) -> u64 {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        // A clock that is set back is no pause.
        let gap = now.duration_since(state.last_look).unwrap_or_default();
        state.pauses += u64::from(gap > MAX_GAP);
        state.last_look = now;
        state.pauses
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_gap_of_more_than_a_second_is_a_pause() {
        let at = |millis| SystemTime::UNIX_EPOCH + Duration::from_millis(millis);
        let detector = PauseDetector::new(at(10_000));
        let looks = [10_200, 11_400, 12_601, 12_602, 2_000, 2_200, 602_200];
        let pauses = looks.map(|millis| detector.pauses(at(millis)));
        assert_eq!(pauses, [0, 0, 1, 1, 1, 1, 2]);
    }
}

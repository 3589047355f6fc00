//! The clocks of both players. Times are given as the time since the program started.

#![allow(clippy::indexing_slicing, reason = "pairs by side")]

use std::time::Duration;

use serde::Serialize;

use super::super::messages::{MAX_MS, TimeControls};
use ringstack_engine::rules::Side;

/// The clocks of both players; at most one runs.
#[derive(Clone, Debug)]
pub struct GameClock {
    left: [Duration; 2],
    increment: [Duration; 2],
    running: Option<(Side, Duration)>,
}

impl GameClock {
    /// Stopped clocks; `None` for time controls without clocks.
    pub fn new(controls: TimeControls) -> Option<GameClock> {
        let TimeControls::Clock { base, increment } = controls else {
            return None;
        };
        Some(GameClock {
            left: base.map(Duration::from_millis),
            increment: increment.map(Duration::from_millis),
            running: None,
        })
    }

    /// Sets the remaining times, in milliseconds.
    pub fn set(&mut self, left: [u64; 2]) {
        self.left = left.map(|ms| Duration::from_millis(ms.min(MAX_MS)));
    }

    /// Starts the clock of `side`. The other one stops without an increment.
    pub fn start(&mut self, side: Side, now: Duration) {
        self.stop(now);
        self.running = Some((side, now));
    }

    /// Stops both clocks.
    pub fn stop(&mut self, now: Duration) {
        if let Some((side, since)) = self.running.take() {
            let left = &mut self.left[side.index()];
            *left = left.saturating_sub(now.saturating_sub(since));
        }
    }

    /// Ends the turn of `side`: its clock stops and receives the increment.
    pub fn turn_over(&mut self, side: Side, now: Duration) {
        self.stop(now);
        self.left[side.index()] += self.increment[side.index()];
    }

    /// The remaining time of `side`.
    pub fn left(&self, side: Side, now: Duration) -> Duration {
        let left = self.left[side.index()];
        match self.running {
            Some((runs, since)) if runs == side => left.saturating_sub(now.saturating_sub(since)),
            _ => left,
        }
    }

    /// The time added for `side` after each turn.
    pub fn increment(&self, side: Side) -> Duration {
        self.increment[side.index()]
    }

    /// When the running clock reaches zero, with its side.
    pub fn flag(&self) -> Option<(Side, Duration)> {
        let (side, since) = self.running?;
        Some((side, since + self.left[side.index()]))
    }

    /// The state for the page: the remaining times at the last change, and the clock that has been running
    /// since then, in milliseconds.
    pub fn section(&self) -> ClockSection {
        ClockSection {
            left: self.left.map(|left| left.as_millis() as u64),
            running: self.running.map(|(side, _)| side),
            since: self.running.map(|(_, since)| since.as_millis() as u64),
        }
    }
}

/// The clocks.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ClockSection {
    /// The remaining times at the last change, in milliseconds.
    left: [u64; 2],
    /// The side whose clock has been running since then.
    running: Option<Side>,
    /// When it began to run, in milliseconds since the program started.
    since: Option<u64>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_running_clock_loses_time() {
        let controls = TimeControls::Clock {
            base: [10_000, 5_000],
            increment: [0, 2_000],
        };
        let mut clock = GameClock::new(controls).expect("clocks");
        let at = Duration::from_millis;
        clock.start(Side::One, at(0));
        assert_eq!(clock.left(Side::One, at(4_000)).as_millis(), 6_000);
        assert_eq!(clock.left(Side::Two, at(4_000)).as_millis(), 5_000);
        clock.turn_over(Side::One, at(4_000));
        clock.start(Side::Two, at(4_000));
        assert_eq!(clock.flag(), Some((Side::Two, at(9_000))));
        clock.turn_over(Side::Two, at(5_000));
        assert_eq!(clock.left(Side::Two, at(8_000)).as_millis(), 6_000);
        assert_eq!(clock.flag(), None);
    }

    #[test]
    fn times_out_of_range_are_refused() {
        let bad = TimeControls::Move { ms: 0 }.check();
        assert!(bad.is_err_and(|text| text.contains("'0'")));
        let long = TimeControls::Clock {
            base: [1000, u64::MAX],
            increment: [0, 0],
        };
        assert!(long.check().is_err());
    }
}

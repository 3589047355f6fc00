//! The clocks of both players. Whoever has the turn loses time; the server alone counts.

#![allow(clippy::indexing_slicing, reason = "pairs by side")]

use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::rules::Side;

/// The longest time a player may be given, in milliseconds: a day.
const LONGEST: u64 = 86_400_000;

/// How much time there is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase", deny_unknown_fields)]
pub enum TimeControl {
    /// As long as one likes.
    None,
    /// So much for each turn of an engine; people take their time.
    Move {
        /// Milliseconds.
        ms: u64,
    },
    /// A clock for each player.
    Clock {
        /// Milliseconds at the beginning, player 1 first.
        base: [u64; 2],
        /// Milliseconds added after each turn.
        increment: [u64; 2],
    },
}

impl TimeControl {
    /// Keeps to times that make sense.
    ///
    /// # Errors
    /// The number that does not, with what was expected.
    pub fn check(&self) -> Result<(), String> {
        let fits = |name: &str, least: u64, ms: u64| {
            if (least..=LONGEST).contains(&ms) {
                Ok(())
            } else {
                Err(format!("{name} '{ms}': expected {least} to {LONGEST} ms"))
            }
        };
        match *self {
            TimeControl::None => Ok(()),
            TimeControl::Move { ms } => fits("time for a turn", 1, ms),
            TimeControl::Clock { base, increment } => {
                base.iter().try_for_each(|&ms| fits("time", 1, ms))?;
                increment
                    .iter()
                    .try_for_each(|&ms| fits("increment", 0, ms))
            }
        }
    }
}

/// Two clocks, one of which may run.
#[derive(Clone, Debug)]
pub struct Clock {
    left: [Duration; 2],
    increment: [Duration; 2],
    running: Option<(Side, Instant)>,
}

impl Clock {
    /// Clocks that stand, for a time control that has some.
    #[must_use]
    pub fn new(control: TimeControl) -> Option<Clock> {
        let TimeControl::Clock { base, increment } = control else {
            return None;
        };
        Some(Clock {
            left: base.map(Duration::from_millis),
            increment: increment.map(Duration::from_millis),
            running: None,
        })
    }

    /// Puts the hands to these milliseconds, as a save says.
    pub fn set(&mut self, left: [u64; 2]) {
        self.left = left.map(|ms| Duration::from_millis(ms.min(LONGEST)));
    }

    /// Starts the clock of `side`; another stops without an increment.
    pub fn start(&mut self, side: Side, now: Instant) {
        self.stop(now);
        self.running = Some((side, now));
    }

    /// Stops both.
    pub fn stop(&mut self, now: Instant) {
        if let Some((side, since)) = self.running.take() {
            let left = &mut self.left[side.index()];
            *left = left.saturating_sub(now.saturating_duration_since(since));
        }
    }

    /// Ends a turn of `side`: its clock stops and gets its increment.
    pub fn turn_over(&mut self, side: Side, now: Instant) {
        self.stop(now);
        self.left[side.index()] += self.increment[side.index()];
    }

    /// What `side` has left.
    #[must_use]
    pub fn left(&self, side: Side, now: Instant) -> Duration {
        let left = self.left[side.index()];
        match self.running {
            Some((runs, since)) if runs == side => {
                left.saturating_sub(now.saturating_duration_since(since))
            }
            _ => left,
        }
    }

    /// What `side` gets after each turn.
    #[must_use]
    pub fn increment(&self, side: Side) -> Duration {
        self.increment[side.index()]
    }

    /// When the running clock will be at nothing.
    #[must_use]
    pub fn flag(&self) -> Option<(Side, Instant)> {
        let (side, since) = self.running?;
        Some((side, since + self.left[side.index()]))
    }

    /// For the page: the hands at the last change, and which clock runs since then.
    #[must_use]
    pub fn picture(&self) -> Value {
        json!({
            "left": self.left.map(|left| left.as_millis() as u64),
            "running": self.running.map(|(side, _)| side),
        })
    }

    /// Milliseconds since the running clock was started.
    #[must_use]
    pub fn elapsed(&self, now: Instant) -> u64 {
        self.running.map_or(0, |(_, since)| {
            now.saturating_duration_since(since).as_millis() as u64
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_running_clock_loses_time() {
        let control = TimeControl::Clock {
            base: [10_000, 5_000],
            increment: [0, 2_000],
        };
        let mut clock = Clock::new(control).expect("clocks");
        let begin = Instant::now();
        let at = |ms| begin + Duration::from_millis(ms);
        clock.start(Side::One, begin);
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
    fn times_that_make_no_sense_are_refused() {
        let bad = TimeControl::Move { ms: 0 }.check();
        assert!(bad.is_err_and(|text| text.contains("'0'")));
        let long = TimeControl::Clock {
            base: [1000, u64::MAX],
            increment: [0, 0],
        };
        assert!(long.check().is_err());
    }
}

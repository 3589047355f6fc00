//! The clocks of both players. Times are given as the time since the program started.

#![allow(clippy::indexing_slicing, reason = "pairs by side")]

use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::sections::ClockSection;
use crate::rules::Side;
use crate::time_control::{ClockControl, TimeControl};

/// The maximum time of a player in milliseconds: one day.
const MAX_MS: u64 = 86_400_000;

/// The time controls of both players, player 1 first. Pages and saves use the form `TimeFormat`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(from = "TimeFormat", into = "TimeFormat")]
pub struct TimeControls(pub [TimeControl; 2]);

/// The serde form of [`TimeControls`].
#[derive(Clone, Copy, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "lowercase", deny_unknown_fields)]
enum TimeFormat {
    /// No limit.
    None,
    /// Milliseconds for each move of an engine.
    Move { ms: u64 },
    /// Clocks, in milliseconds.
    Clock { base: [u64; 2], increment: [u64; 2] },
}

impl From<TimeFormat> for TimeControls {
    fn from(format: TimeFormat) -> TimeControls {
        let none = TimeControl::default();
        TimeControls(match format {
            TimeFormat::None => [none; 2],
            TimeFormat::Move { ms } => {
                [TimeControl {
                    movetime: Some(ms),
                    ..none
                }; 2]
            }
            TimeFormat::Clock { base, increment } => [0, 1].map(|side| {
                let clock = ClockControl {
                    moves: None,
                    base: base[side],
                    increment: increment[side],
                };
                TimeControl {
                    clock: Some(clock),
                    ..none
                }
            }),
        })
    }
}

impl From<TimeControls> for TimeFormat {
    fn from(controls: TimeControls) -> TimeFormat {
        match (controls.clocks(), controls.movetime()) {
            (Some(clocks), _) => TimeFormat::Clock {
                base: clocks.map(|clock| clock.base),
                increment: clocks.map(|clock| clock.increment),
            },
            (None, Some(ms)) => TimeFormat::Move { ms },
            (None, None) => TimeFormat::None,
        }
    }
}

impl TimeControls {
    /// The clocks of both players; `None` without clocks.
    pub fn clocks(&self) -> Option<[ClockControl; 2]> {
        let [one, two] = self.0;
        Some([one.clock?, two.clock?])
    }

    /// The time for each move of an engine in milliseconds; `None` if it is not fixed.
    pub fn movetime(&self) -> Option<u64> {
        self.0[0].movetime
    }

    /// Checks that the times are between a millisecond and a day.
    pub fn check(&self) -> Result<(), String> {
        let fits = |name: &str, least: u64, ms: u64| {
            if (least..=MAX_MS).contains(&ms) {
                Ok(())
            } else {
                Err(format!("{name} '{ms}': allowed are {least} to {MAX_MS} ms"))
            }
        };
        self.movetime()
            .map_or(Ok(()), |ms| fits("time per move", 1, ms))?;
        self.clocks().into_iter().flatten().try_for_each(|clock| {
            fits("time", 1, clock.base)?;
            fits("increment", 0, clock.increment)
        })
    }
}

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
        let clocks = controls.clocks()?;
        Some(GameClock {
            left: clocks.map(|clock| Duration::from_millis(clock.base)),
            increment: clocks.map(|clock| Duration::from_millis(clock.increment)),
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_running_clock_loses_time() {
        let controls = TimeFormat::Clock {
            base: [10_000, 5_000],
            increment: [0, 2_000],
        };
        let mut clock = GameClock::new(controls.into()).expect("clocks");
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
        let check = |format: TimeFormat| TimeControls::from(format).check();
        let bad = check(TimeFormat::Move { ms: 0 });
        assert!(bad.is_err_and(|text| text.contains("'0'")));
        let long = TimeFormat::Clock {
            base: [1000, u64::MAX],
            increment: [0, 0],
        };
        assert!(check(long).is_err());
    }

    #[test]
    fn pages_and_saves_use_the_same_format() {
        for text in [
            r#"{"kind":"none"}"#,
            r#"{"kind":"move","ms":250}"#,
            r#"{"kind":"clock","base":[1000,2000],"increment":[0,30]}"#,
        ] {
            let controls: TimeControls = serde_json::from_str(text).expect("a time control");
            assert_eq!(serde_json::to_string(&controls).expect("JSON"), text);
        }
    }
}

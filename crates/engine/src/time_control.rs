//! How long a player may think: a clock, a time for each move, or fixed limits of the search. Matches
//! and the board in the browser share it.

use std::fmt;
use std::num::NonZeroU32;
use std::str::FromStr;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::rules::ParseValueError;

/// The time control of one player. A limit that is `None` does not apply.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TimeControl {
    /// A clock for the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<ClockControl>,
    /// Milliseconds for each move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub movetime: Option<u64>,
    /// Nodes for each move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// Plies of depth for each move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
}

/// A clock with increment, in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClockControl {
    /// The base is added again each time a player has made this many moves.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub moves: Option<NonZeroU32>,
    /// At the start of the game.
    pub base: u64,
    /// Added after each move.
    pub increment: u64,
}

impl TimeControl {
    /// Reads settings like `tc=10+0.1`, `movetime=100`, `nodes=5000`, `depth=6`, separated by blanks.
    ///
    /// # Errors
    /// The first wrong setting.
    pub fn parse(text: &str) -> Result<TimeControl, ParseValueError> {
        let mut control = Self::default();
        for word in text.split_ascii_whitespace() {
            let (key, value) = word.split_once('=').unwrap_or((word, ""));
            control.set(key, value)?;
        }
        Ok(control)
    }

    /// Sets one limit by its key: `tc`, `movetime`, `nodes` or `depth`.
    ///
    /// # Errors
    /// The value is wrong, or there is no such key.
    pub fn set(&mut self, key: &str, value: &str) -> Result<(), ParseValueError> {
        match key {
            "tc" => self.clock = Some(ClockControl::parse(value)?),
            "movetime" => self.movetime = Some(positive(value)?),
            "nodes" => self.nodes = Some(positive(value)?),
            "depth" => self.depth = Some(positive(value)?),
            _ => {
                return Err(ParseValueError::new(
                    key,
                    "tc=, movetime=, nodes= or depth=",
                ));
            }
        }
        Ok(())
    }

    /// Whether anything limits the player.
    #[must_use]
    pub fn is_limited(&self) -> bool {
        *self != TimeControl::default()
    }

    /// Whether time limits the player, and not only depth or nodes.
    #[must_use]
    pub fn is_timed(&self) -> bool {
        self.clock.is_some() || self.movetime.is_some()
    }

    /// The time limit of a move: `remaining` on the clock, or the time per move.
    #[must_use]
    pub fn allowed(&self, remaining: Option<Duration>) -> Option<Duration> {
        let movetime = self.movetime.map(Duration::from_millis);
        [remaining, movetime].into_iter().flatten().min()
    }
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parts = [
            self.clock.map(|clock| format!("tc={clock}")),
            self.movetime.map(|millis| format!("movetime={millis}")),
            self.nodes.map(|nodes| format!("nodes={nodes}")),
            self.depth.map(|depth| format!("depth={depth}")),
        ];
        f.write_str(&parts.into_iter().flatten().collect::<Vec<_>>().join(" "))
    }
}

impl ClockControl {
    /// Reads seconds for the game and seconds for each move, `10+0.1` or `10`; `40/10+0.1` adds the
    /// seconds for the game again after every 40 moves.
    ///
    /// # Errors
    /// The part that is no time or no number.
    pub fn parse(text: &str) -> Result<ClockControl, ParseValueError> {
        let (moves, time) = match text.split_once('/') {
            None => (None, text),
            Some((moves, time)) => (Some(moves), time),
        };
        let moves = moves.map(|moves| {
            whole(moves).ok_or_else(|| {
                ParseValueError::new(moves, "a positive number of moves, as in 40/10+0.1")
            })
        });
        let (base, increment) = time.split_once('+').unwrap_or((time, "0"));
        let base = millis(base)?;
        if base == 0 {
            return Err(ParseValueError::new(text, "a time above zero"));
        }
        Ok(ClockControl {
            moves: moves.transpose()?,
            base,
            increment: millis(increment)?,
        })
    }

    /// What a player gets after their `made`-th move, in milliseconds.
    #[must_use]
    pub fn after_move(&self, made: u32) -> u64 {
        let again = self
            .moves
            .is_some_and(|moves| made.is_multiple_of(moves.get()));
        self.increment + if again { self.base } else { 0 }
    }
}

impl fmt::Display for ClockControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seconds = |millis: u64| millis as f64 / 1000.0;
        if let Some(moves) = self.moves {
            write!(f, "{moves}/")?;
        }
        write!(f, "{}+{}", seconds(self.base), seconds(self.increment))
    }
}

/// One year. A longer time is a mistake.
pub const MAX_SECONDS: u32 = 31_536_000;

fn millis(text: &str) -> Result<u64, ParseValueError> {
    // Rust also reads signs, exponents and words as numbers.
    let is_plain = text.bytes().all(|c| c.is_ascii_digit() || c == b'.');
    match text.parse::<f64>() {
        Ok(seconds) if is_plain && seconds <= f64::from(MAX_SECONDS) => {
            Ok((seconds * 1000.0).round() as u64)
        }
        _ => Err(ParseValueError::new(text, "seconds, as in 10+0.1")),
    }
}

fn positive<T: FromStr + PartialOrd + Default>(text: &str) -> Result<T, ParseValueError> {
    whole(text)
        .filter(|number| *number > T::default())
        .ok_or_else(|| ParseValueError::new(text, "a positive number"))
}

/// The value of a number in decimal digits without a sign.
fn whole<T: FromStr>(text: &str) -> Option<T> {
    let is_plain = text.bytes().all(|c| c.is_ascii_digit());
    text.parse().ok().filter(|_| is_plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_control_is_read_and_written() {
        for text in [
            "tc=10+0.1",
            "tc=40/10+0.1",
            "movetime=250",
            "nodes=5000",
            "tc=1.5+0 depth=4",
        ] {
            let control = TimeControl::parse(text).expect("a good time control");
            assert_eq!(control.to_string(), text);
            assert!(control.is_limited());
        }
        assert!(!TimeControl::default().is_limited());
    }

    #[test]
    fn a_bad_time_control_is_refused() {
        for text in [
            "tc=0",
            "tc=fast",
            "tc=-1+2",
            "tc=1+x",
            "nodes=0",
            "depth=-3",
            "speed=3",
            "tc=inf",
            "tc=0/10",
            "tc=x/10",
            "tc=/10",
            "tc=40/",
            "tc=4/4/4",
            "tc=10++5",
            "tc=+10",
            "tc=1e3",
            "tc=10+1e1",
            "tc=.",
            "tc=+40/10",
            "tc=31536001",
            "nodes=+5",
            "movetime=1e3",
            "depth=+3",
        ] {
            assert!(TimeControl::parse(text).is_err(), "{text}");
        }
    }

    #[test]
    fn the_base_is_added_again_after_its_moves() {
        let control = TimeControl::parse("tc=3/10+0.5").expect("a good time control");
        let clock = control.clock.expect("a clock");
        let given: Vec<u64> = (1..=6).map(|made| clock.after_move(made)).collect();
        assert_eq!(given, [500, 500, 10_500, 500, 500, 10_500]);
        assert_eq!(
            TimeControl::parse("tc=10")
                .expect("a time control")
                .clock
                .expect("a clock")
                .after_move(40),
            0
        );
    }

    #[test]
    fn the_tighter_limit_is_the_allowed_time() {
        let control = TimeControl::parse("tc=10 movetime=100").expect("a good time control");
        let left = Duration::from_millis(30);
        assert_eq!(control.allowed(Some(left)), Some(left));
        assert_eq!(control.allowed(None), Some(Duration::from_millis(100)));
        assert_eq!(TimeControl::default().allowed(None), None);
    }
}

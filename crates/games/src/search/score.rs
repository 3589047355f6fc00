//! Scores: centipawns, or plies to the end of the game for proven results.

use std::fmt;
use std::str::FromStr;

use super::value::Value;
use crate::rules::{EVAL_LIMIT, ParseValueError};

/// A score for one side. Ordinary scores are centipawns within ±`EVAL_LIMIT`. Scores beyond it are proven
/// wins and losses; they encode the maximum number of plies to the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Score(pub i32);

/// The maximum length of a search line in plies.
pub const MAX_PLY: i32 = 240;

const MATE: i32 = 32_000;

impl Score {
    /// An equal position or a proven draw.
    pub const ZERO: Score = Score(0);
    /// The worst score of a position without a proven loss.
    pub const UNPROVEN_LOSS: Score = Score(-EVAL_LIMIT);
    /// A bound above every score.
    pub const INFINITE: Score = Score(MATE + 1);

    /// The side wins with the last of `plies` moves from here, or sooner.
    #[must_use]
    pub const fn win_in(plies: i32) -> Score {
        Score(MATE - plies)
    }

    /// The side loses with the last of `plies` moves from here, or sooner.
    #[must_use]
    pub const fn loss_in(plies: i32) -> Score {
        Score(plies - MATE)
    }

    /// Whether the score is a proven win.
    #[inline]
    #[must_use]
    pub const fn is_win(self) -> bool {
        self.0 > EVAL_LIMIT
    }

    /// Whether the score is a proven loss.
    #[inline]
    #[must_use]
    pub const fn is_loss(self) -> bool {
        self.0 < -EVAL_LIMIT
    }

    /// The maximum number of plies to a proven win (positive) or loss (negative).
    ///
    /// Returns `Some(0)` if the game is already lost.
    #[must_use]
    pub const fn mate(self) -> Option<i32> {
        if self.is_win() {
            Some(MATE - self.0)
        } else if self.is_loss() {
            Some(-MATE - self.0)
        } else {
            None
        }
    }

    /// The score of the position one ply earlier, seen by the same side: a proven result is one ply further away.
    #[must_use]
    pub const fn one_ply_earlier(self) -> Score {
        Score::from_node_to_root(self.0, 1)
    }

    /// Converts a score relative to the root to the form stored in the transposition table, relative to a
    /// node `ply` plies below the root.
    #[must_use]
    pub const fn from_root_to_node(self, ply: i32) -> i32 {
        if self.is_win() {
            self.0 + ply
        } else if self.is_loss() {
            self.0 - ply
        } else {
            self.0
        }
    }

    /// Converts a stored score of a node `ply` plies below the root to a score relative to the root.
    #[must_use]
    pub const fn from_node_to_root(score: i32, ply: i32) -> Score {
        if score > EVAL_LIMIT {
            Score(score - ply)
        } else if score < -EVAL_LIMIT {
            Score(score + ply)
        } else {
            Score(score)
        }
    }

    /// Whether the score is a proven win or loss.
    #[must_use]
    pub const fn is_decided(self) -> bool {
        self.is_win() || self.is_loss()
    }

    /// The expected game result from 0 to 1, with draws as one half: the logistic function of the score in
    /// units of `scale` centipawns. Proven wins are 1, proven losses 0.
    #[must_use]
    pub fn win_probability(self, scale: f64) -> f64 {
        if self.0 > EVAL_LIMIT {
            1.0
        } else if self.0 < -EVAL_LIMIT {
            0.0
        } else {
            1.0 / (1.0 + (-f64::from(self.0) / scale).exp())
        }
    }
}

impl std::ops::Neg for Score {
    type Output = Score;

    fn neg(self) -> Score {
        Score(-self.0)
    }
}

impl std::ops::Add<i32> for Score {
    type Output = Score;

    fn add(self, centipawns: i32) -> Score {
        Score(self.0 + centipawns)
    }
}

impl std::ops::Sub<i32> for Score {
    type Output = Score;

    fn sub(self, centipawns: i32) -> Score {
        Score(self.0 - centipawns)
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Value::from(*self).fmt(f)
    }
}

impl FromStr for Score {
    type Err = ParseValueError;

    /// Parses `cp N` with N within ±[`EVAL_LIMIT`], or `mate P` with P within ±[`MAX_PLY`].
    fn from_str(text: &str) -> Result<Score, ParseValueError> {
        match text.parse() {
            Ok(Value::Cp(n)) if (-EVAL_LIMIT..=EVAL_LIMIT).contains(&n) => Ok(Score(n)),
            Ok(Value::Mate(plies)) if (1..=MAX_PLY).contains(&plies) => Ok(Score::win_in(plies)),
            Ok(Value::Mate(plies)) if (-MAX_PLY..=0).contains(&plies) => Ok(Score::loss_in(-plies)),
            _ => Err(ParseValueError::new(text, "'mate' or 'cp' and a number")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn win_probability_increases_from_loss_to_win() {
        let scores = [-32_000, -20_001, -20_000, -100, 0, 100, 20_000, 31_900];
        let shares = scores.map(|score| Score(score).win_probability(100.0));
        assert!(shares.is_sorted(), "{shares:?}");
        assert_eq!(
            [shares[0], shares[1], shares[4], shares[7]],
            [0.0, 0.0, 0.5, 1.0]
        );
        assert!((shares[5] - 0.731_06).abs() < 1e-5 && (shares[3] + shares[5] - 1.0).abs() < 1e-9);
    }

    #[test]
    fn scores_round_trip_through_text() {
        for score in [
            Score(0),
            Score(-57),
            Score(20_000),
            Score::win_in(7),
            Score::loss_in(0),
        ] {
            assert_eq!(score.to_string().parse(), Ok(score));
        }
        for text in [
            "",
            "cp",
            "cp x",
            "cp 20001",
            "mate 241",
            "mate  3",
            "cp 2147483648",
            "cp -2147483648",
        ] {
            assert!(text.parse::<Score>().is_err(), "{text}");
        }
    }

    #[test]
    fn proven_scores_display_plies_and_round_trip_through_the_table() {
        assert_eq!(Score::win_in(3).to_string(), "mate 3");
        assert_eq!(Score::loss_in(4).to_string(), "mate -4");
        assert_eq!(Score(-57).to_string(), "cp -57");
        assert!(Score::win_in(9) > Score::win_in(10) && Score::win_in(MAX_PLY).is_decided());
        for score in [
            Score::win_in(7),
            Score::loss_in(9),
            Score(31),
            Score::win_in(MAX_PLY - 5),
        ] {
            let stored = score.from_root_to_node(5);
            assert_eq!(Score::from_node_to_root(stored, 5), score);
        }
    }
}

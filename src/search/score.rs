//! Scores: centipawns, and proven results as plies to the end.

use std::fmt;

use crate::position::EVAL_LIMIT;

/// A value for one side. Ordinary values are centipawns within ±`EVAL_LIMIT`; beyond them lie games
/// known to be won or lost without a known length, and beyond those the wins in n plies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Score(pub i32);

/// The longest line the search can follow, in plies.
pub const MAX_PLY: i32 = 240;

const MATE: i32 = 32_000;
const KNOWN: i32 = 25_000;

impl Score {
    /// Neither side is better; also a proven draw.
    pub const ZERO: Score = Score(0);
    /// Above every score.
    pub const INFINITE: Score = Score(MATE + 1);

    /// The side wins with the last of `plies` moves from here.
    #[must_use]
    pub const fn win_in(plies: i32) -> Score {
        Score(MATE - plies)
    }

    /// The side loses with the last of `plies` moves from here.
    #[must_use]
    pub const fn loss_in(plies: i32) -> Score {
        Score(plies - MATE)
    }

    /// The side is known to win, in an unknown number of plies; sooner is better.
    #[must_use]
    pub const fn known_win(ply: i32) -> Score {
        Score(KNOWN - ply)
    }

    /// The plies to the end if the score is a win (positive) or a loss (negative) of known length.
    ///
    /// A game lost already counts as `Some(0)`.
    #[must_use]
    pub const fn mate(self) -> Option<i32> {
        if self.0 >= MATE - MAX_PLY {
            Some(MATE - self.0)
        } else if self.0 <= MAX_PLY - MATE {
            Some(-MATE - self.0)
        } else {
            None
        }
    }

    /// Whether the score is a proven win or loss rather than an opinion.
    #[must_use]
    pub const fn is_decided(self) -> bool {
        self.0 > EVAL_LIMIT || self.0 < -EVAL_LIMIT
    }
}

impl std::ops::Neg for Score {
    type Output = Score;

    fn neg(self) -> Score {
        Score(-self.0)
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.mate() {
            Some(plies) => write!(f, "mate {plies}"),
            None => write!(f, "cp {}", self.0),
        }
    }
}

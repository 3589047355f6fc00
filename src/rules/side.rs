//! The two players, how a game ends, and the words for both.

use std::fmt;
use std::ops::Not;

/// One of the two players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// Player 1, White where the game has colours; he begins.
    One,
    /// Player 2, Black where the game has colours.
    Two,
}

impl Side {
    /// The side as a table index, 0 or 1.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Side::One => "p1",
            Side::Two => "p2",
        })
    }
}

impl Not for Side {
    type Output = Side;

    #[inline]
    fn not(self) -> Side {
        match self {
            Side::One => Side::Two,
            Side::Two => Side::One,
        }
    }
}

/// How a finished game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// The side has won.
    Win(Side),
    /// Nobody has won.
    Draw,
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Outcome::Win(Side::One) => "p1win",
            Outcome::Win(Side::Two) => "p2win",
            Outcome::Draw => "draw",
        })
    }
}

/// The result so far as protocol and files write it: `none` while the game goes on.
#[must_use]
pub fn result_word(outcome: Option<Outcome>) -> String {
    outcome.map_or_else(|| "none".to_owned(), |outcome| outcome.to_string())
}

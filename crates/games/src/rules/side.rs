//! The two players, how a game ends, and the words for both.

use std::fmt;
use std::ops::Not;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use super::ParseValueError;

/// One of the two players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Side {
    /// Player 1, White in a game with colours; moves first.
    #[cfg_attr(feature = "schema", schemars(rename = "p1"))]
    One,
    /// Player 2, Black in a game with colours.
    #[cfg_attr(feature = "schema", schemars(rename = "p2"))]
    Two,
}

impl Side {
    /// Both players, in the order of play.
    pub const ALL: [Side; 2] = [Side::One, Side::Two];

    /// The name of the player in a game with colours.
    #[must_use]
    pub const fn colour(self) -> &'static str {
        match self {
            Side::One => "White",
            Side::Two => "Black",
        }
    }

    /// The word for the player in the protocol and in files.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Side::One => "p1",
            Side::Two => "p2",
        }
    }

    /// The side as a table index, 0 or 1.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.word())
    }
}

impl FromStr for Side {
    type Err = ParseValueError;

    fn from_str(word: &str) -> Result<Side, ParseValueError> {
        match word {
            "p1" => Ok(Side::One),
            "p2" => Ok(Side::Two),
            _ => Err(ParseValueError::new(word, "p1 or p2")),
        }
    }
}

impl Serialize for Side {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Side {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Side, D::Error> {
        let word = String::deserialize(deserializer)?;
        word.parse().map_err(de::Error::custom)
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
    /// A draw.
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

impl FromStr for Outcome {
    type Err = ParseValueError;

    fn from_str(word: &str) -> Result<Outcome, ParseValueError> {
        match word {
            "p1win" => Ok(Outcome::Win(Side::One)),
            "p2win" => Ok(Outcome::Win(Side::Two)),
            "draw" => Ok(Outcome::Draw),
            _ => Err(ParseValueError::new(word, "p1win, p2win or draw")),
        }
    }
}

const NO_RESULT: &str = "none";

/// The result as the protocol and files write it: `none` while the game goes on.
#[must_use]
pub fn result_word(outcome: Option<Outcome>) -> String {
    outcome.map_or_else(|| NO_RESULT.to_owned(), |outcome| outcome.to_string())
}

/// Reads the word of [`result_word`].
///
/// # Errors
/// Any other word.
pub fn result_of_word(word: &str) -> Result<Option<Outcome>, ParseValueError> {
    if word == NO_RESULT {
        return Ok(None);
    }
    let outcome = word.parse().map(Some);
    outcome.map_err(|_: ParseValueError| ParseValueError::new(word, "none, p1win, p2win or draw"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sides_and_results_read_back_from_their_words() {
        for side in Side::ALL {
            assert_eq!(side.to_string().parse(), Ok(side));
            let json = serde_json::to_string(&side).expect("JSON");
            assert_eq!(serde_json::from_str::<Side>(&json).ok(), Some(side));
        }
        let outcomes = [
            Outcome::Win(Side::One),
            Outcome::Win(Side::Two),
            Outcome::Draw,
        ];
        for outcome in outcomes {
            assert_eq!(outcome.to_string().parse(), Ok(outcome));
        }
        for result in outcomes.map(Some).into_iter().chain([None]) {
            assert_eq!(result_of_word(&result_word(result)), Ok(result));
        }
        assert!("P1".parse::<Side>().is_err());
        assert!("none".parse::<Outcome>().is_err() && result_of_word("won").is_err());
    }
}

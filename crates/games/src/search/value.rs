//! Position values in text form: `cp 35`, `mate -4`.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::{Bound, Score};
use crate::rules::quote;

/// A value from one player's view. It may come from any engine, so its range is not limited.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Value {
    /// Centipawns.
    Cp(i32),
    /// Plies to the end of the game; negative for a loss.
    Mate(i32),
}

impl Value {
    /// Whether the value is a win within `max_plies` plies.
    #[must_use]
    pub fn wins_within(self, max_plies: i32) -> bool {
        matches!(self, Value::Mate(plies) if (1..=max_plies).contains(&plies))
    }
}

impl From<Score> for Value {
    fn from(score: Score) -> Value {
        score.mate().map_or(Value::Cp(score.0), Value::Mate)
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Cp(centipawns) => write!(f, "cp {centipawns}"),
            Value::Mate(plies) => write!(f, "mate {plies}"),
        }
    }
}

impl FromStr for Value {
    type Err = String;

    fn from_str(text: &str) -> Result<Value, String> {
        let parse = || {
            let (unit, number) = text.split_once(' ')?;
            let number = number.parse().ok()?;
            match unit {
                "cp" => Some(Value::Cp(number)),
                "mate" => Some(Value::Mate(number)),
                _ => None,
            }
        };
        parse().ok_or_else(|| format!("value '{}': expected 'cp N' or 'mate N'", quote(text)))
    }
}

impl TryFrom<String> for Value {
    type Error = String;

    fn try_from(text: String) -> Result<Value, String> {
        text.parse()
    }
}

impl From<Value> for String {
    fn from(value: Value) -> String {
        value.to_string()
    }
}

/// A value that may be a bound: `cp 35`, `cp 35 lowerbound`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct BoundedValue {
    /// The value.
    pub value: Value,
    /// Whether the value is exact or a bound.
    pub bound: Bound,
}

impl BoundedValue {
    /// The same value from the other player's view.
    #[must_use]
    pub fn flipped(self) -> BoundedValue {
        BoundedValue {
            value: match self.value {
                Value::Cp(cp) => Value::Cp(cp.saturating_neg()),
                Value::Mate(plies) => Value::Mate(plies.saturating_neg()),
            },
            bound: self.bound.flipped(),
        }
    }

    /// The value of a search score.
    #[must_use]
    pub fn new(score: Score, bound: Bound) -> BoundedValue {
        BoundedValue {
            value: Value::from(score),
            bound,
        }
    }
}

/// A value without a bound is exact.
impl From<Value> for BoundedValue {
    fn from(value: Value) -> BoundedValue {
        BoundedValue {
            value,
            bound: Bound::Exact,
        }
    }
}

impl fmt::Display for BoundedValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.value.fmt(f)?;
        f.write_str(match self.bound {
            Bound::Exact => "",
            Bound::Lower => " lowerbound",
            Bound::Upper => " upperbound",
        })
    }
}

impl FromStr for BoundedValue {
    type Err = String;

    fn from_str(text: &str) -> Result<BoundedValue, String> {
        let bounds = [(" lowerbound", Bound::Lower), (" upperbound", Bound::Upper)];
        let split = |(suffix, bound)| Some((text.strip_suffix(suffix)?, bound));
        let (value, bound) = bounds
            .into_iter()
            .find_map(split)
            .unwrap_or((text, Bound::Exact));
        let value = value.parse()?;
        Ok(BoundedValue { value, bound })
    }
}

impl TryFrom<String> for BoundedValue {
    type Error = String;

    fn try_from(text: String) -> Result<BoundedValue, String> {
        text.parse()
    }
}

impl From<BoundedValue> for String {
    fn from(value: BoundedValue) -> String {
        value.to_string()
    }
}

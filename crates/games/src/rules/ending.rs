//! Why a game ended by its rules, for users and front ends.

use std::fmt;

use super::{Catalog, Outcome, Text};

/// Why a game ended. `Display` writes the word, a space and the clause.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reason {
    /// A word for programs: lower case, letters and hyphens.
    pub word: &'static str,
    /// The result with the reason, such as `White wins: neither player can move.`
    pub text: Text,
}

impl Reason {
    /// The reason `word` for an outcome. Its text has the key `end.WORD.OUTCOME`.
    #[must_use]
    pub fn new(
        texts: &Catalog,
        word: &'static str,
        outcome: Outcome,
        args: impl IntoIterator<Item = (&'static str, String)>,
    ) -> Reason {
        let outcome = match outcome {
            Outcome::Win(winner) => winner.word(),
            Outcome::Draw => "draw",
        };
        let text = texts.with(format!("end.{word}.{outcome}"), args);
        Reason { word, text }
    }

    /// The reason as a clause: the text without the result and the full stop.
    #[must_use]
    pub fn clause(&self) -> &str {
        let text = self.text.text.as_str();
        let clause = text.split_once(": ").map_or(text, |(_, clause)| clause);
        clause.strip_suffix('.').unwrap_or(clause)
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.word, self.clause())
    }
}

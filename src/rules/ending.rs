//! Why a game ended by its rules, for users and front ends.

use std::collections::BTreeMap;
use std::fmt;

use super::Rules;

/// Why a game ended. `Display` writes the word, a space and the sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reason {
    /// A word for programs: lower case, letters and hyphens.
    pub word: &'static str,
    /// A clause for users, without a full stop.
    pub sentence: String,
    /// The variable parts of the sentence by name, for translations. The same word always has the same
    /// parts.
    pub args: BTreeMap<&'static str, String>,
}

impl Reason {
    /// A reason without variable parts.
    pub fn new(word: &'static str, sentence: impl Into<String>) -> Reason {
        Reason {
            word,
            sentence: sentence.into(),
            args: BTreeMap::new(),
        }
    }

    /// Adds variable parts.
    #[must_use]
    pub fn with(mut self, args: &[(&'static str, String)]) -> Reason {
        self.args.extend(args.iter().cloned());
        self
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.word, self.sentence)
    }
}

/// A game that can say why it ended.
pub trait Ending: Rules {
    /// Why the game is over by its rules, not counting repetition. `None` exactly when [`Rules::outcome`] is.
    fn reason(&self) -> Option<Reason>;
}

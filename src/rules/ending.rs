//! Why a game ended by its rules, for people and for front ends.

use std::collections::BTreeMap;
use std::fmt;

use super::Rules;

/// Why a game ended. Its text is the word, a blank and the sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reason {
    /// A word for programs: lower case, letters and hyphens.
    pub word: &'static str,
    /// A clause for people, without a full stop.
    pub sentence: String,
    /// What differs from game to game in the sentence, by name, for those who translate it; the same word
    /// always has the same ones.
    pub args: BTreeMap<&'static str, String>,
}

impl Reason {
    /// The reason of that word.
    pub fn new(word: &'static str, sentence: impl Into<String>) -> Reason {
        Reason {
            word,
            sentence: sentence.into(),
            args: BTreeMap::new(),
        }
    }

    /// The same with what differs in its sentence.
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
    /// Why the game is over by its rules, repetition apart; `None` exactly when [`Rules::outcome`] is.
    fn reason(&self) -> Option<Reason>;
}

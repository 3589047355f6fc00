//! The records of a suite file, each about one position.

use ringstack_engine::rules::{Outcome, Side};
use ringstack_engine::search::{Limits, Score};

/// A position and the facts about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// The line in the file on which the record begins, from 1.
    pub line: usize,
    /// The name, unique in the file.
    pub id: String,
    /// The id of the game and its rule set.
    pub variant: String,
    /// The position; `None` is the start position.
    pub fen: Option<String>,
    /// The tokens played before the checks.
    pub moves: Vec<String>,
    /// The facts, in the order of the file.
    pub facts: Vec<ExpectedFact>,
    /// The limits of the search for [`PositionFact::Best`], [`PositionFact::Avoid`], [`PositionFact::Score`] and
    /// [`PositionFact::Wins`].
    pub limits: Limits,
}

impl Record {
    /// The plies of a win that decides all facts which need a search, if there is one.
    pub(super) fn sufficient_win(&self) -> Option<i32> {
        let facts = self.facts.iter().map(|stated| &stated.fact);
        let mut least = None;
        for fact in facts.filter(|fact| fact.needs_search()) {
            // The other facts need the complete search.
            let PositionFact::Wins(plies) = *fact else {
                return None;
            };
            least = Some(least.map_or(plies, |least| plies.min(least)));
        }
        least
    }
}

/// A fact and its line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExpectedFact {
    /// The line in the file, from 1.
    pub line: usize,
    /// The fact.
    pub fact: PositionFact,
}

/// A fact about a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PositionFact {
    /// The number of move sequences of a length.
    Perft {
        /// The length in plies.
        depth: u32,
        /// The number of sequences.
        count: u64,
    },
    /// The number of legal moves.
    Count(usize),
    /// All legal tokens, in any order.
    Legal(Vec<String>),
    /// Tokens that are legal; there may be others.
    Has(Vec<String>),
    /// Texts that are not legal tokens.
    Refuse(Vec<String>),
    /// The player to move.
    Turn(Side),
    /// The result so far, repetition included.
    Result(Option<Outcome>),
    /// The position after a token.
    After {
        /// The token.
        token: String,
        /// The result after it.
        result: Option<Outcome>,
        /// The FEN after it.
        fen: String,
    },
    /// A text that is not a FEN of this variant.
    BadFen(String),
    /// The engine plays one of these tokens.
    Best(Vec<String>),
    /// The engine plays none of these tokens.
    Avoid(Vec<String>),
    /// The exact value of the position for the player to move.
    Score(Score),
    /// A proven win of the player to move within this number of plies.
    Wins(i32),
}

impl PositionFact {
    /// Whether the check needs a search.
    #[must_use]
    pub fn needs_search(&self) -> bool {
        matches!(
            self,
            PositionFact::Best(_)
                | PositionFact::Avoid(_)
                | PositionFact::Score(_)
                | PositionFact::Wins(_)
        )
    }
}

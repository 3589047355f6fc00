//! What a suite file says: records, each about one position.

use crate::rules::{Outcome, Side};
use crate::search::{Limits, Score};

/// A position and the facts about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// The line in the file on which the record begins, from 1.
    pub line: usize,
    /// Its name, unique in the file.
    pub id: String,
    /// The id of the game and its rule set.
    pub variant: String,
    /// The position; `None` is the start position.
    pub fen: Option<String>,
    /// Tokens played before anything is checked.
    pub moves: Vec<String>,
    /// What has to hold, in the order of the file.
    pub facts: Vec<ExpectedFact>,
    /// When a search for [`PositionFact::Best`], [`PositionFact::Avoid`], [`PositionFact::Score`] and [`PositionFact::Wins`] ends.
    pub limits: Limits,
}

impl Record {
    /// The plies of a win that settles every fact which needs a search, if one does.
    pub(super) fn enough(&self) -> Option<i32> {
        let facts = self.facts.iter().map(|stated| &stated.fact);
        let mut least = None;
        for fact in facts.filter(|fact| fact.needs_search()) {
            // What else is searched for takes the whole search.
            let PositionFact::Wins(plies) = *fact else {
                return None;
            };
            least = Some(least.map_or(plies, |least| plies.min(least)));
        }
        least
    }
}

/// A fact and where it is stated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExpectedFact {
    /// The line in the file, from 1.
    pub line: usize,
    /// The fact.
    pub fact: PositionFact,
}

/// Something that holds in a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PositionFact {
    /// The number of move sequences of that many plies.
    Perft {
        /// In plies.
        depth: u32,
        /// The number of sequences.
        count: u64,
    },
    /// The number of legal moves.
    Count(usize),
    /// All legal tokens, in any order.
    Legal(Vec<String>),
    /// Tokens that are legal, perhaps among others.
    Has(Vec<String>),
    /// Texts that are no legal token.
    Refuse(Vec<String>),
    /// The player to move.
    Turn(Side),
    /// The result so far, repetition included.
    Result(Option<Outcome>),
    /// What a token leads to.
    After {
        /// The token.
        token: String,
        /// The result after it.
        result: Option<Outcome>,
        /// The FEN after it.
        fen: String,
    },
    /// A text that is no FEN of this variant.
    BadFen(String),
    /// Tokens, one of which the engine plays.
    Best(Vec<String>),
    /// Tokens none of which the engine plays.
    Avoid(Vec<String>),
    /// The exact value of the position for the player to move.
    Score(Score),
    /// The player to move is proven to win within so many plies.
    Wins(i32),
}

impl PositionFact {
    /// Whether it takes a search to check the fact.
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

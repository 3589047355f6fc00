//! What a game is to the rest of the crate: its rules ([`Rules`]), its text ([`Notation`]) and the
//! engine's opinion of it ([`Evaluator`]).
//!
//! Perft needs the first, the protocol the second, the search the first and the third. Sides need
//! not alternate: whoever negates a score compares [`Rules::turn`] before and after a move.
//!
//! | file | what it holds |
//! |---|---|
//! | `side` | the players, how a game ends, and the words for both |
//! | `position` | the trait of the rules |
//! | `notation` | the trait of the text |
//! | `ending` | the trait of why a game ended |
//! | `expectation` | scores and the results they let expect |
//! | `evaluator` | the trait of the opinion, and the search constants of a game |
//! | [`fen`] | what the notations of all games share: fields, lines of a board, numbers, names |
//! | `text` | errors of readers, and quoting |
//! | `exhaustive` | for tests: how a game ends, by all turns of both sides |

mod ending;
mod evaluator;
#[cfg(test)]
pub(crate) mod exhaustive;
mod expectation;
pub mod fen;
mod notation;
mod position;
mod proofs;
mod search_support;
mod side;
mod text;

pub use ending::{Ending, Reason};
pub use evaluator::{EVAL_LIMIT, Evaluator};
pub use expectation::{expected_result, score_expecting};
pub use notation::{Notation, PASS};
pub use position::{RuleSet, Rules};
pub use proofs::{ChanceNode, Proofs};
pub use search_support::{Candidate, Listing, RANK_LIMIT, Scope, SearchSupport, Tuning};
pub use side::{Outcome, Side, result_of_word, result_word};
pub use text::{FenError, MoveError, ParseValueError, printable, quote};

//! The traits of a game: its rules ([`Rules`]), its text ([`Fen`], [`Notation`]), the value of a position
//! ([`Evaluated`](crate::eval::Evaluated)), help for the search ([`SearchSupport`]), proofs ([`Proofs`]), and the symmetries of its
//! board ([`Symmetric`]).
//!
//! Perft needs the rules, the protocol needs the text, the search needs the other three. Sides need not
//! alternate: code that negates a score compares [`Rules::turn`] before and after a move.
//!
//! | file | what it holds |
//! |---|---|
//! | `side` | the players, how a game ends, and the words for both |
//! | `position` | the trait of the rules |
//! | `notation` | the traits of the text |
//! | `ending` | why a game ended |
//! | `expectation` | conversion between scores and expected results |
//! | `search_support` | the trait of what the search needs, and the search constants of a game |
//! | `proofs` | the trait of proven results and of the limits of a search |
//! | [`fen`] | boards and numbers in FENs |
//! | `catalog` | texts for users in all languages |
//! | `text` | errors of parsers, and quoting |
//! | `symmetry` | the trait of the symmetries of the board |

mod catalog;
mod ending;
mod expectation;
pub mod fen;
mod notation;
mod position;
mod proofs;
mod search_support;
mod side;
mod symmetry;
mod text;

pub(crate) use catalog::impl_text_from;
pub use catalog::{Catalog, Text};
pub use ending::Reason;
pub use expectation::{expected_result, score_expecting};
pub use notation::{Fen, Notation, PASS};
pub(crate) use position::rule_sets;
pub use position::{RuleSet, Rules, STOP_CHECK_INTERVAL};
pub use proofs::{ChanceNode, Proofs};
#[cfg(feature = "tune")]
pub(crate) use search_support::with_tuning_constants;
pub use search_support::{
    Candidate, EVAL_LIMIT, Listing, RANK_LIMIT, Scope, SearchSupport, Tuning,
};
pub use side::{Outcome, Side, result_of_word, result_word};
pub use symmetry::Symmetric;
pub use text::{FenError, MoveError, ParseValueError, excerpt, printable, quote};

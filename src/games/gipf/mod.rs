//! GIPF: pieces pushed from the rim, rows of four taken off, in four rule sets.
//!
//! | file | what it holds |
//! |---|---|
//! | `board` | the points, the lines and the entries |
//! | `names` | the names of points, dots and entries |
//! | `variant` | the rule sets |
//! | `turn` | what a player decides at a time |
//! | `position` | the state, and what a turn does to it |
//! | `rows` | rows, and what may be removed |
//! | `movegen` | the turns |
//! | `rules` | what joins these for the rest of the program |
//! | `ending` | why a game ended |
//! | `notation` | FEN, tokens and the board in letters |
//! | `published` | turns as the publisher writes them |
//! | `agreement` | the turns that a record means |
//! | `picture` | what is to be seen |
//! | `touches` | a turn as a person points at it |
//! | `taking` | the removals of such a turn |
//! | `edit` | a position set up by hand |
//! | `families` | all removals at once, for those who point |
//! | | for the search: |
//! | `features` | what the evaluation counts |
//! | `inputs` | what its networks are told |
//! | `candidates` | which turns to look at |
//! | `removals` | which removals are worth a look |
//! | `decided` | hands that run empty |
//! | `evaluator` | what the search asks, and its constants |

mod agreement;
mod board;
mod candidates;
mod decided;
mod edit;
mod ending;
mod evaluator;
mod families;
mod features;
mod inputs;
mod movegen;
mod names;
mod notation;
mod picture;
mod position;
mod published;
mod removals;
mod rows;
mod rules;
mod taking;
#[cfg(test)]
mod tests;
mod touches;
mod turn;
mod variant;

pub use agreement::{Fate, Said};
pub(in crate::games) use picture::places;
pub use position::Position;
pub use turn::{Action, Kind, Move};
pub use variant::Variant;

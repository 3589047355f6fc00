//! GIPF: players push pieces in from the edge and remove rows of four, in four rule sets.
//!
//! | file | contents |
//! |---|---|
//! | `board` | the points, the lines and the entries |
//! | `names` | the names of points, dots and entries |
//! | `variant` | the rule sets |
//! | `turn` | the moves |
//! | `position` | the state and how a move changes it |
//! | `rows` | rows, and the legal removals |
//! | `movegen` | the legal moves |
//! | `rules` | the interface to the rest of the program |
//! | `ending` | why a game ended |
//! | `notation` | FEN, move tokens and the text diagram |
//! | `published` | the move notation of the publisher |
//! | `agreement` | the moves that match an incomplete record |
//! | `picture` | the scene |
//! | `touches` | a move built by touches, and why others are refused (`touches/reasons`) |
//! | `taking` | the removals of such a move |
//! | `edit` | setting up positions |
//! | `lessons.json` | the lessons |
//! | `puzzles.txt` | the puzzles |
//! | `french.json`, `lessons.fr.json` | the French texts |
//! | `families` | all legal removals in compact form, for touches |
//! | | for the search: |
//! | `features` | the features of the evaluation |
//! | `inputs` | the inputs of the networks |
//! | `candidates` | the moves to search |
//! | `removals` | the removals to search |
//! | `decided` | proofs that a hand runs empty |
//! | `evaluator` | the interface to the search, with its constants |

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

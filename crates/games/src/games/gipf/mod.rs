//! GIPF: players push pieces in from the edge and remove rows of four, in four rule sets.
//!
//! Beside the files that [`super`] describes:
//!
//! | file | contents |
//! |---|---|
//! | `names` | the names of points, dots and entries |
//! | `rows` | rows, and the legal removals |
//! | `published` | the move notation of the publisher |
//! | `recorded_moves` | the moves that match an incomplete record |
//! | `partial_removal` | a removal under construction |
//! | | for the search: |
//! | `removals` | the removals to search |
//! | `incremental` | the evaluation of many successors of a position |
//! | `decided` | proofs that a hand runs empty |

mod board;
mod candidates;
mod consequences;
mod decided;
mod evaluator;
mod features;
mod incremental;
mod inputs;
mod movegen;
mod moves;
mod names;
mod notation;
mod partial_move;
mod partial_removal;
mod picture;
mod position;
mod published;
mod reasons;
mod recorded_moves;
mod removals;
mod rows;
mod rules;
mod setup;
mod symmetry;
#[cfg(test)]
mod tests;
mod themes;
mod variant;

use crate::rules::Catalog;

pub use moves::{Action, Kind, Move};
pub use partial_move::GipfMove;
pub(in crate::games) use picture::places;
pub use position::Position;
pub use recorded_moves::{Fate, RecordedRemoval};
pub use variant::Variant;

/// The texts of the game.
pub(in crate::games) static TEXTS: Catalog = Catalog::new(include_str!("texts.json"));

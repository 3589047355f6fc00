//! ZÈRTZ: shared marbles on a shrinking board of rings, in seven rule sets.
//!
//! Beside the files that [`super`] describes:
//!
//! | file | contents |
//! |---|---|
//! | `jumps` | jumps and chains of jumps |
//! | `isolation` | the groups that a placement isolates |
//! | `published` | the move notation of the publisher |
//! | | for the search: |
//! | `neighbourhood` | what surrounds a cell, for the networks |
//! | `order` | the learned order of placements |
//! | `exchange` | whether a sacrifice pays |
//! | `win` | wins in one move |

mod board;
mod candidates;
mod consequences;
mod evaluator;
mod exchange;
mod features;
mod inputs;
mod isolation;
mod jumps;
mod movegen;
mod moves;
mod neighbourhood;
mod notation;
mod order;
mod partial_move;
mod picture;
mod position;
mod published;
mod reasons;
mod rules;
mod setup;
mod symmetry;
#[cfg(test)]
mod tests;
mod themes;
mod variant;
mod win;

use crate::rules::Catalog;

pub use moves::{Move, Path};
pub use partial_move::ZertzMove;
pub use position::Position;
pub(in crate::games) use setup::swap_captured;
pub use variant::{Marble, Variant};

/// The texts of the game.
pub(in crate::games) static TEXTS: Catalog = Catalog::new(include_str!("texts.json"));

//! DVONN: two players place 49 pieces, then stack them. The player who controls more pieces at the end wins.
//!
//! Beside the files that [`super`] describes:
//!
//! | file | contents |
//! |---|---|
//! | `decided` | positions that one side can no longer win |

mod board;
mod candidates;
mod consequences;
mod decided;
mod evaluator;
mod features;
mod inputs;
mod movegen;
mod moves;
mod notation;
mod partial_move;
mod picture;
mod position;
mod reasons;
mod rules;
mod setup;
mod symmetry;
#[cfg(test)]
mod tests;
mod themes;
mod variant;

use crate::rules::Catalog;

pub use moves::Move;
pub use position::Position;
pub use variant::Variant;

/// The texts of the game.
static TEXTS: Catalog = Catalog::new(include_str!("texts.json"));

//! GIPF with ZÈRTZ potentials and challenges: the opponent may answer the jump of a potential with a game
//! of ZÈRTZ.
//!
//! The game is composed of [`super::gipf`] and [`super::zertz`] and repeats none of their rules.
//!
//! Beside the files that [`super`] describes:
//!
//! | file | contents |
//! |---|---|
//! | `model` | the evaluation |
//! | `stakes` | the value of the two outcomes of a challenge |

mod candidates;
mod consequences;
mod evaluator;
mod model;
mod moves;
mod notation;
mod partial_move;
mod picture;
mod position;
mod reasons;
mod rules;
mod setup;
mod stakes;
mod symmetry;
#[cfg(test)]
mod tests;
mod variant;

use crate::rules::Catalog;

pub use moves::Move;
pub use position::Position;
pub use variant::Variant;

/// The texts of the game.
static TEXTS: Catalog = Catalog::new(include_str!("texts.json"));

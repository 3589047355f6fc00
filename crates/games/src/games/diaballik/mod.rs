//! Diaballik: seven supports and a ball per side on a board of 7 by 7 squares.
//!
//! A move has one to three actions (at most two steps and one pass of the ball, in any order). Moves with the
//! same result are the same move.
//!
//! Beside the files that [`super`] describes:
//!
//! | file | contents |
//! |---|---|
//! | `spelling` | the canonical actions of a move |
//! | | for the search: |
//! | `threats` | wins with the next move |
//! | `guard` | defences against a win with the next move |
//! | `attack` | moves that threaten to win, and whether they can be answered |

mod attack;
mod board;
mod candidates;
mod consequences;
mod evaluator;
mod features;
mod guard;
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
mod spelling;
mod symmetry;
#[cfg(test)]
mod tests;
mod themes;
mod threats;
mod variant;

use crate::rules::Catalog;

pub use moves::Move;
pub use position::Position;
pub use variant::Variant;

/// The texts of the game.
static TEXTS: Catalog = Catalog::new(include_str!("texts.json"));

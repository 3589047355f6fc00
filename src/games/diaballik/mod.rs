//! Diaballik: seven supports and a ball a side on a board of 7 by 7 squares.
//!
//! A turn is one to three actions (two steps, one pass of the ball, in any order) and is
//! identified by what it leads to. `position.rs` holds the board and plays turns, `movegen.rs` finds
//! the distinct turns, `notation.rs` reads and writes them as actions, `spelling.rs` finds the
//! canonical actions, `judge.rs` serves the search and `eval.rs` judges positions.

mod candidates;
mod eval;
mod judge;
mod movegen;
mod notation;
mod picture;
mod position;
mod spelling;
#[cfg(test)]
mod tests;
mod threats;
mod turn;
mod weights;

pub use eval::features;
pub use position::{Position, Variant};
pub use turn::Turn;

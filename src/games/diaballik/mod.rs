//! Diaballik: seven supports and a ball a side on a board of 7 by 7 squares.
//!
//! A turn is one to three actions (two steps, one pass of the ball, in any order) and is
//! identified by what it leads to (`turn.rs`). `board.rs` has the squares,
//! `variant.rs` the rule sets, `position.rs` the state, `movegen.rs` finds the distinct turns,
//! `rules.rs` joins these, `notation.rs` reads and writes them as actions, `spelling.rs` finds the canonical
//! actions. For the search, `threats.rs` sees wins with the next turn, `candidates.rs` chooses and
//! ranks turns, `eval.rs` and `weights.rs` value positions with the network of `sight.rs`, `judge.rs`
//! joins them.

mod board;
mod candidates;
mod eval;
mod judge;
mod movegen;
mod notation;
mod picture;
mod position;
mod rules;
pub mod sight;
mod spelling;
#[cfg(test)]
mod tests;
mod threats;
mod turn;
mod variant;
mod weights;

pub use eval::features;
pub use position::Position;
pub use turn::Turn;
pub use variant::Variant;

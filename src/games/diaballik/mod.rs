//! Diaballik: seven supports and a ball a side on a board of 7 by 7 squares.
//!
//! A turn is one to three actions (two steps, one pass of the ball, in any order) and is
//! identified by what it leads to (`turn.rs`). `board.rs` has the squares,
//! `variant.rs` the rule sets, `position.rs` the state, `movegen.rs` finds the distinct turns,
//! `rules.rs` joins these, `notation.rs` reads and writes them as actions, `spelling.rs` finds the canonical
//! actions; `picture.rs` is what is to be seen, `touches.rs` a turn as a person points at it. For the search, `threats.rs` sees wins with the next turn, `candidates.rs` chooses and
//! ranks turns, `features.rs` says what the evaluation counts, `inputs.rs` what its network is told,
//! and `judge.rs` answers for them all.

mod board;
mod candidates;
mod ending;
mod features;
mod inputs;
mod judge;
mod movegen;
mod notation;
mod picture;
mod position;
mod rules;
mod spelling;
#[cfg(test)]
mod tests;
mod threats;
mod touches;
mod turn;
mod variant;

pub use position::Position;
pub use turn::Move;
pub use variant::Variant;

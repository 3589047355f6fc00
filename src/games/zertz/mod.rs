//! ZÈRTZ: common marbles on a shrinking board of rings, in seven rule sets.
//!
//! `board` has the cells, `variant` the rule sets, `turn` what a player decides, `position` the state
//! and what a turn does, `movegen` lists turns, `rules` joins these, `notation` is their text and `picture` the board on a screen. For the search `candidates` chooses
//! the turns to look at, `win` sees wins with the next turn, `eval` says what a position is worth,
//! `sight` what the network sees of it, and `judge` answers for them all.

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
#[cfg(test)]
mod tests;
mod turn;
mod variant;
mod win;

pub use position::Position;
pub use turn::{Move, Path};
pub use variant::{Marble, Variant};

//! GIPF: pieces pushed from the rim, rows of four taken off, in four rule sets.
//!
//! `board` has the points and entries, `variant` the rule sets, `turn` what a player decides,
//! `position` the state and what a turn does, `rows` finds rows and what may be removed, `movegen`
//! lists turns, `rules` joins these, `notation` is their text, `features` and `sight` are what the engine sees of a position,
//! `eval` with `judge` its opinion.

mod board;
mod eval;
pub mod features;
mod judge;
mod movegen;
mod notation;
mod picture;
mod position;
mod rows;
mod rules;
pub mod sight;
mod turn;
mod variant;

#[cfg(test)]
mod tests;

pub use position::Position;
pub use turn::{Action, Kind, Move};
pub use variant::Variant;

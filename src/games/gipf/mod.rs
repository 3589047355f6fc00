//! GIPF: pieces pushed from the rim, rows of four taken off, in four rule sets.
//!
//! `board` has the points and entries, `rows` finds rows and what may be removed, `movegen` lists
//! turns, `notation` is their text and `eval` with `judge` the engine's opinion.

mod board;
mod eval;
pub mod features;
mod judge;
mod movegen;
mod notation;
mod picture;
mod position;
mod rows;
mod turn;

#[cfg(test)]
mod tests;

pub use position::{Position, Variant};
pub use turn::{Action, Kind, Move};

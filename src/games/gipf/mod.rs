//! GIPF: pieces pushed from the rim, rows of four taken off, in four rule sets.
//!
//! `board` has the points and entries, `rows` finds rows and what may be removed, `movegen` lists
//! turns, `notation` is their text, `features` and `sight` are what the engine sees of a position,
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
pub mod sight;
mod turn;

#[cfg(test)]
mod tests;

pub use position::{Position, Variant};
pub use turn::{Action, Kind, Move};

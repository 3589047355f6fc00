//! ZÈRTZ: common marbles on a shrinking board of rings, in seven rule sets.
//!
//! `board` has the cells, `position` the state and what a turn does, `movegen` lists turns,
//! `notation` is their text, `judge` chooses the turns that a search looks at and `eval` says what a position is worth.

mod board;
mod eval;
mod judge;
mod movegen;
mod notation;
mod picture;
mod position;

pub use position::{Move, Path, Position, Variant};

//! DVONN: two players place 49 pieces, then stack them; whoever controls more at the end wins.
//!
//! `board` has the cells and what touches what, `position` the state and what a move does to it,
//! `movegen` the moves, `notation` the text, `picture` the drawing, `features` and `eval` the
//! engine's opinion, `sight` what its networks see, `decided` sees games that can be won no more by
//! one side.

mod board;
mod decided;
mod eval;
pub mod features;
mod movegen;
mod notation;
mod picture;
mod position;
pub mod sight;
#[cfg(test)]
mod tests;

pub use position::{Move, Position, Variant};

//! DVONN: two players place 49 pieces, then stack them; whoever controls more at the end wins.
//!
//! `board` has the cells and what touches what, `variant` the rule sets, `turn` what a player decides,
//! `position` the state and what a move does to it, `movegen` the moves, `rules` joins these, `notation` the text, `picture` the drawing, `features` and `eval` the
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
mod rules;
pub mod sight;
#[cfg(test)]
mod tests;
mod turn;
mod variant;

pub use position::Position;
pub use turn::Move;
pub use variant::Variant;

//! DVONN: two players place 49 pieces, then stack them; whoever controls more at the end wins.
//!
//! `board` has the cells and what touches what, `variant` the rule sets, `turn` what a player decides,
//! `position` the state and what a move does to it, `movegen` the moves, `rules` joins these, `notation`
//! is the text, `picture` what is to be seen and `touches` a turn as a person points at it. For the search
//! `features` says what the evaluation counts, `inputs` what its networks are told, `candidates` which moves to look at, `decided` sees games that
//! one side can no longer win, and `judge` answers for them all.

mod board;
mod candidates;
mod decided;
mod ending;
mod features;
mod inputs;
mod judge;
mod movegen;
mod notation;
mod picture;
mod position;
mod rules;
#[cfg(test)]
mod tests;
mod touches;
mod turn;
mod variant;

pub use position::Position;
pub use turn::Move;
pub use variant::Variant;

//! ZÈRTZ: common marbles on a shrinking board of rings, in seven rule sets.
//!
//! `board` has the cells, `variant` the rule sets, `turn` what a player decides, `position` the state
//! and what a turn does, `movegen` lists turns, `rules` joins these, `notation` is their text
//! (`names` has the letters and cells),
//! `published` that of the publisher, `picture` what is to be seen and `touches` a turn as a person
//! points at it. For the search `features` says what the evaluation counts, `inputs` what its networks
//! are told, `candidates` which turns to look at (`exchange` what a sacrifice brings), `win` sees wins
//! with the next turn, and `judge` answers for them all.

mod board;
mod candidates;
mod ending;
mod exchange;
mod features;
mod inputs;
mod judge;
mod movegen;
mod names;
mod notation;
mod picture;
mod position;
mod published;
mod rules;
#[cfg(test)]
mod tests;
mod touches;
mod turn;
mod variant;
mod win;

pub use position::Position;
pub use turn::{Move, Path};
pub use variant::{Marble, Variant};

//! GIPF: pieces pushed from the rim, rows of four taken off, in four rule sets.
//!
//! `board` has the points and entries, `variant` the rule sets, `turn` what a player decides,
//! `position` the state and what a turn does, `rows` finds rows and what may be removed, `movegen`
//! lists turns, `rules` joins these, `notation` is their text, `published` that of the publisher,
//! `agreement` finds the turns that a record means, `picture` is what is to be seen, `touches` a turn as
//! a person points at it, for which `families` knows all removals at once. For the search
//! `features` says what the evaluation counts, `inputs` what its networks are told, `removals` which
//! removals are worth a look, `candidates` which turns, `decided` sees hands that run empty, and `judge`
//! answers for them all.

mod agreement;
mod board;
mod candidates;
mod decided;
mod ending;
mod families;
mod features;
mod inputs;
mod judge;
mod movegen;
mod notation;
mod picture;
mod position;
mod published;
mod removals;
mod rows;
mod rules;
mod touches;
mod turn;
mod variant;

#[cfg(test)]
mod tests;

pub use agreement::{Fate, Said};
pub use position::Position;
pub use turn::{Action, Kind, Move};
pub use variant::Variant;

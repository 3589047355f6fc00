//! Games in progress, and games in files.
//!
//! | file | content |
//! |---|---|
//! | [`index`] | answers which moves were played in a position of many games |
//! | [`record`] | game records in files, in every format |
//! | [`review`] | rates the moves of a game |
//!
//! The other modules are those of the package `ringstack-play`.

pub mod index;
pub mod record;
pub mod review;

pub use ringstack_play::*;

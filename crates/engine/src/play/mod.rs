//! Games in progress, and games in files.
//!
//! | file | content |
//! |---|---|
//! | [`annotate`] | adds the review of a game to its record |
//! | [`index`] | answers which moves were played in a position of many games |
//! | [`record`] | game records in files, in every format |
//! | [`review`] | rates the moves of a game |
//!
//! The other modules are those of the package `ringstack-play`.

pub mod annotate;
pub mod index;
pub mod record;
pub mod review;

pub use ringstack_play::*;

//! The engines: the available ones with their options, the running ones, and their searches for moves.

pub mod entry;
pub mod table;

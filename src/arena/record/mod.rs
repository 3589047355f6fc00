//! Matches on disk as JSON lines: the plan of the match first, then one line a game, written as the game
//! ends. An interrupted match resumes from them; the parts of several machines are counted together.
//!
//! | file | what it holds |
//! |---|---|
//! | [`plan`] | what is agreed before a match |
//! | [`game`] | the lines of a record |
//! | [`reader`] | a record that was read |
//! | [`writer`] | a record that is being written, by one process at a time |
//! | [`error`] | why a record is of no use |

pub mod error;
pub mod game;
pub mod plan;
pub mod reader;
#[cfg(test)]
mod tests;
pub mod writer;

pub use error::RecordError;
pub use game::{Header, MatchGame};
pub use reader::{MatchRecord, Pairs, merge, open, read, read_games, read_text};
pub use writer::Writer;

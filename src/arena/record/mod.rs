//! Games on disk as JSON lines: the plan of the match first, then who plays and one line a game,
//! each written as the game ends. A match that was interrupted goes on from them, and those of several
//! machines are counted together.
//!
//! | file | what it holds |
//! |---|---|
//! | [`plan`] | what is agreed before a match |
//! | [`lines`] | the lines of a record |
//! | [`reader`] | a record that was read |
//! | [`writer`] | a record that is being written, by one process at a time |
//! | [`mod@repair`] | a record with damaged lines |
//! | [`gamefile`] | games in the manner of PGN |
//! | `sheet` | which of them are in a file already |
//! | `torn` | what is half written there |
//! | [`error`] | why a record is of no use |

pub mod error;
pub mod gamefile;
pub mod lines;
pub mod plan;
pub mod reader;
pub mod repair;
mod sheet;
#[cfg(test)]
mod tests;
mod torn;
pub mod writer;

pub use error::RecordError;
pub use lines::{GameLine, Header, MoveLine, Runner};
pub use reader::{MatchRecord, each_game, merge, open, read, read_text};
pub use repair::{Repaired, repair};
pub use writer::Writer;

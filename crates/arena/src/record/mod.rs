//! Match records as JSON lines: first the plan of the match, then one line per game, written when the game
//! ends. An interrupted match resumes from its record, and the records of several machines can be merged.
//!
//! | file | content |
//! |---|---|
//! | [`game`] | the lines of a record |
//! | [`reader`] | reads records |
//! | [`writer`] | writes a record, one process at a time |
//! | `lock` | keeps other writers away |
//! | [`error`] | the errors |

pub mod error;
pub mod game;
mod lock;
pub mod reader;
#[cfg(test)]
mod tests;
pub mod writer;

pub use error::RecordError;
pub use game::{FinishedGame, Header};
pub use reader::{MatchRecord, Pairs, merge, open, read};
pub use writer::Writer;

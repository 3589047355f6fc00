//! The game file of this program, in the manner of PGN: tags, numbered turns, notes, the result.
//! What cutegames writes is read as well, and turns in the notation of the publisher.
//!
//! | file | what it holds |
//! |---|---|
//! | `lexer` | the words of a game |
//! | `notes` | what stands in a comment: values, times, text |
//! | `tags` | what the tags say about the game |
//! | `read` | words to a game |
//! | `write` | a game as text |

mod lexer;
pub(crate) mod notes;
mod read;
mod tags;
mod write;

pub(super) use read::{ParsedGame, chunk, read};
pub(super) use write::{Style, write};

//! The game files of this program in PGN style: tags, numbered moves, annotations and the result. Also reads
//! the files of cutegames, and moves in the notation of the publisher.
//!
//! | file | content |
//! |---|---|
//! | `lexer` | the words of a game |
//! | `notes` | the content of comments: values, times, text |
//! | `tags` | reads the tags |
//! | `read` | reads a game from its words |
//! | `summary` | the facts about a game for a list of games |
//! | `write` | writes a game |

mod lexer;
pub mod notes;
mod read;
pub mod summary;
mod tags;
mod write;

pub(super) use read::{EndScanner, ParsedGame, is_remarks, read};
pub(super) use write::{Style, write};

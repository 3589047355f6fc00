//! Games in files: one reader and one writer for all formats.
//!
//! [`Reader`] recognises the format by the content and returns a [`GameRecord`] for each game, whose moves
//! are legal tokens. [`write`](fn@write) appends the text of a game in a format.
//!
//! | file | content |
//! |---|---|
//! | `game` | a recorded game |
//! | `termination` | the ways in which a game ends |
//! | `drawing` | arrows and circles drawn on a position |
//! | `refused` | the errors of readers |
//! | `format` | the formats and their recognition |
//! | `reader` | reads the games of a stream |
//! | `source` | reads the lines of a stream |
//! | `chunk` | the text of one game |
//! | `list`, `jsonl`, `pgn` | formats to read and write |
//! | `boardspace` | the records of boardspace.net, which can only be read |

mod boardspace;
mod chunk;
mod drawing;
mod format;
mod game;
pub(crate) mod jsonl;
mod list;
mod pgn;
mod reader;
mod refused;
pub(crate) mod source;
mod termination;

#[cfg(test)]
mod tests;

pub use drawing::{Drawing, Ink, add as add_drawings};
pub use format::{Format, recognise};
pub use game::{GameRecord, MoveMark, MoveRecord, score_word};
#[cfg(feature = "gui")]
pub(crate) use pgn::notes;
pub use reader::Reader;
pub use refused::{ReadError, RefusedGame};
pub use termination::Termination;

/// A format that can be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum OutputFormat {
    /// PGN style: tags and numbered moves. The default format.
    Pgn,
    /// JSON, one game per line.
    JsonLines,
    /// `GAME-ID startpos|FEN moves TOKEN...`, one game per line, without results and annotations.
    List,
    /// [`OutputFormat::Pgn`] with moves in the notation of the publisher, if it is known.
    Official,
}

/// Appends the text of a game whose moves are legal. Returns whether it can be written: not every game has a
/// notation of its publisher.
#[must_use]
pub fn write(record: &GameRecord, format: OutputFormat, out: &mut String) -> bool {
    match format {
        OutputFormat::Pgn => return pgn::write(record, pgn::Style::Tokens, out),
        OutputFormat::Official => return pgn::write(record, pgn::Style::Published, out),
        OutputFormat::JsonLines => jsonl::write(record, out),
        OutputFormat::List => list::write(record, out),
    }
    true
}

//! Games in files: one reader and one writer for all formats.
//!
//! [`Reader`] recognises the format by its content and gives a [`GameRecord`] for each game, whose
//! turns are legal tokens of ours; [`write`](fn@write) gives the text of a game in a format.
//!
//! | file | what it holds |
//! |---|---|
//! | `game` | a recorded game |
//! | `drawing` | arrows and circles that were drawn at a position |
//! | `refused` | why a game was refused |
//! | `format` | the formats and how they are recognised |
//! | `reader` | the games of a stream |
//! | `source` | the lines of a stream |
//! | `chunk` | the text of one game of them |
//! | `list`, `jsonl`, `pgn` | the formats that are read and written |
//! | `boardspace` | the records of boardspace.net, which are read |

mod boardspace;
mod chunk;
mod drawing;
mod format;
mod game;
mod jsonl;
mod list;
mod pgn;
mod reader;
mod refused;
mod source;

#[cfg(test)]
mod tests;

pub use drawing::{Drawing, Ink, add as add_drawings};
pub use format::{Format, recognise};
pub use game::{GameRecord, Mark, Termination, Turn, score_named};
pub(crate) use pgn::quoted_turn;
pub use reader::Reader;
pub use refused::{ReadError, Refused};

/// A format that can be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Written {
    /// Tags and numbered turns in the manner of PGN: the common form.
    Pgn,
    /// JSON, a game a line.
    JsonLines,
    /// `GAME-ID startpos|FEN moves TOKEN...`, a game a line, without result and notes.
    List,
    /// As [`Written::Pgn`], with the turns in the notation of the publisher, where we know it.
    Official,
}

/// Appends the text of a game whose turns are legal, and says whether it could be written: only some
/// games have a notation of their publisher.
#[must_use]
pub fn write(record: &GameRecord, format: Written, out: &mut String) -> bool {
    match format {
        Written::Pgn => return pgn::write(record, pgn::Style::Tokens, out),
        Written::Official => return pgn::write(record, pgn::Style::Published, out),
        Written::JsonLines => jsonl::write(record, out),
        Written::List => list::write(record, out),
    }
    true
}

//! Games in files: one reader and one writer for all formats.
//!
//! [`Reader`] recognises the format by its content and gives a [`GameRecord`] for each game, whose
//! moves are legal tokens of ours; [`write`](fn@write) gives the text of a game in a format.
//!
//! | file | what it holds |
//! |---|---|
//! | `game` | a recorded game |
//! | `termination` | how it ended |
//! | `drawing` | arrows and circles that were drawn at a position |
//! | `refused` | why a game was refused |
//! | `format` | the formats and how they are recognised |
//! | `reader` | the games of a stream |
//! | `source` | the lines of a stream |
//! | `chunk` | the text of one game of them |
//! | `list`, `jsonl`, `pgn` | the formats that are read and written |
//! | `boardspace` | the records of boardspace.net, which are read |
//! | `littlegolem` | DVONN games of Little Golem, which are read and written |
//! | `codecup`, `gf1`, `pbm` | DVONN games of CodeCup, GIPF games of GF1 and of the mail server, which are read |
//! | `zen`, `zip` | ZÈRTZ games and positions of zertz.app, which are read and written |
//! | `identify` | finds the game of a record that does not name one |
//! | `unpack` | files packed with gzip or zstd |
//! | `tolerant` | what is accepted although a format does not allow it |
//! | `gipf_words` | GIPF games whose entries and removals are separate words |
//! | `replay` | plays the words of a record on a board |

mod boardspace;
mod chunk;
mod codecup;
mod drawing;
mod format;
mod game;
mod gf1;
mod gipf_words;
mod identify;
pub(crate) mod jsonl;
mod list;
mod littlegolem;
mod pbm;
mod pgn;
mod reader;
mod refused;
mod replay;
pub(crate) mod source;
mod termination;
mod tolerant;
mod unpack;
mod zen;
mod zip;

#[cfg(test)]
mod tests;

pub use drawing::{Drawing, Ink, add as add_drawings};
pub use format::{Format, recognise};
pub use game::{GameRecord, Mark, MoveRecord, score_word};
#[cfg(feature = "gui")]
pub(crate) use pgn::notes;
pub use reader::{Note, Reader};
pub use refused::{ReadError, Refused};
pub use termination::Termination;
pub use unpack::unpack;

/// A format that can be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum OutputFormat {
    /// Tags and numbered moves in the manner of PGN: the common form.
    Pgn,
    /// JSON, a game a line.
    JsonLines,
    /// `GAME-ID startpos|FEN moves TOKEN...`, a game a line, without result and notes.
    List,
    /// As [`OutputFormat::Pgn`], with the moves in the notation of the publisher, where we know it.
    Official,
    /// DVONN games as Little Golem writes them, a game a line.
    LittleGolem,
    /// ZÈRTZ games in the notation of zertz.app.
    Zen,
}

/// Appends the text of a game whose moves are legal, and returns whether the format can hold it: the
/// formats of publishers and sites are for some games only.
#[must_use]
pub fn write(record: &GameRecord, format: OutputFormat, out: &mut String) -> bool {
    match format {
        OutputFormat::Pgn => return pgn::write(record, pgn::Style::Tokens, out),
        OutputFormat::Official => return pgn::write(record, pgn::Style::Published, out),
        OutputFormat::Zen => return zen::write(record, out),
        OutputFormat::LittleGolem => return littlegolem::write(record, out),
        OutputFormat::JsonLines => jsonl::write(record, out),
        OutputFormat::List => list::write(record, out),
    }
    true
}

//! Games in files: one reader and one writer for all formats.
//!
//! [`Reader`] recognises the format by the content and returns a [`GameRecord`] for each game, whose moves
//! are legal tokens. [`write`](fn@write) appends the text of a game in a format.
//!
//! | file | content |
//! |---|---|
//! | `game` | a recorded game |
//! | `score` | the result of a game |
//! | `date` | the date of a new record |
//! | `termination` | the ways in which a game ends |
//! | `drawing` | arrows and circles drawn on a position |
//! | `refused` | the errors of readers |
//! | `format` | the formats and their recognition |
//! | `reader` | reads the games of a stream |
//! | `source` | reads the lines of a stream |
//! | `chunk` | the text of one game |
//! | `list`, `jsonl`, `pgn` | formats to read and write |
//! | `boardspace` | the records of boardspace.net, which can only be read |
//! | `littlegolem` | DVONN games of Little Golem, to read and write |
//! | `codecup` | DVONN games of CodeCup, which can only be read |
//! | `gf1`, `pbm` | GIPF games of GF1 and of the mail server, which can only be read |
//! | `gipf_words` | GIPF games with removals in separate words |
//! | `zen`, `zen_position` | ZÈRTZ games and positions of zertz.app, which can only be read |
//! | `filter` | conditions on games |
//! | `identify` | finds the game of a record that does not name one |
//! | `replay` | plays the words of a record on a board |
//! | `tolerant` | accepts common deviations from the formats |
//! | `unpack` | unpacks gzip and zstd files |

mod boardspace;
mod chunk;
mod codecup;
pub mod date;
mod drawing;
mod filter;
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
mod score;
pub(crate) mod source;
mod termination;
mod tolerant;
mod unpack;
mod zen;
mod zen_position;

#[cfg(test)]
mod tests;

pub use drawing::{Drawing, Ink, add as add_drawings};
pub use filter::{Date, Filter, FilterError, NameFilter};
pub use format::{Format, recognise};
pub use game::{GameRecord, MoveMark, MoveRecord};
pub(crate) use pgn::{notes, summary};
pub use reader::{Note, Reader};
pub use refused::{ReadError, RefusedGame};
pub use score::score_word;
pub use termination::Termination;
pub use tolerant::play as play_tolerantly;
pub(crate) use unpack::text_of;
pub use unpack::unpack;

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
    /// DVONN games in the format of Little Golem, one game per line.
    LittleGolem,
}

/// Appends the text of a game whose moves are legal. Returns whether the format can hold the game: notations
/// of publishers and formats of sites cover only some games.
#[must_use]
pub fn write(record: &GameRecord, format: OutputFormat, out: &mut String) -> bool {
    match format {
        OutputFormat::Pgn => return pgn::write(record, pgn::Style::Tokens, out),
        OutputFormat::Official => return pgn::write(record, pgn::Style::Published, out),
        OutputFormat::LittleGolem => return littlegolem::write(record, out),
        OutputFormat::JsonLines => jsonl::write(record, out),
        OutputFormat::List => list::write(record, out),
    }
    true
}

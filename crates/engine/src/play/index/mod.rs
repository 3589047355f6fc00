//! An index of many games: it answers which moves were played in a position, how often, and with which
//! results. Games that reach a position by different orders of moves are counted together, and so are
//! symmetric positions, such as the mirror images of an opening. Moves that lead to the same position or to
//! symmetric ones are one move.
//!
//! [`IndexBuilder`] writes the index of up to a million games, sorted in memory; [`Index`] answers from the
//! file. Positions are identified by their [symmetry keys](crate::play::GameState::symmetry_key), and moves by
//! the symmetry keys before and after them. The token of a move is stored as it is in the image of the
//! position that stands for all images, and an answer has it as it is on the board in question. If two
//! positions had the same key, their moves would be mixed; a move that is not legal in the position is then
//! reported as damage.
//!
//! # File
//! A line that names the format, a line of JSON (the [`Header`]), the entries sorted by both keys, and the
//! number of entries in 8 bytes. Numbers are little-endian. Sorted entries of one size need no database: a
//! binary search finds a position.
//!
//! | file | content |
//! |---|---|
//! | `entry` | the counts of a move in a position |
//! | `builder` | writes an index |
//! | `query` | reads an index |
//! | `played` | the same in memory, for a few thousand games |

mod builder;
mod entry;
mod played;
mod query;

use std::io;

use serde::{Deserialize, Serialize};
use thiserror::Error;

pub use builder::{IndexBuilder, TooManyGames};
pub use entry::ResultCounts;
pub use played::{KeyedGame, PlayedGame, PlayedMove, next_moves};
pub use query::{Index, NextMove};

/// The first line of an index.
const FORMAT: &[u8] = b"ringstack index 2\n";

/// The default number of plies of each game in an index.
pub const DEFAULT_PLIES: usize = 30;

/// What an index contains.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Header {
    /// The maximum number of plies of each game that are in the index.
    pub plies: usize,
    /// The rule sets, in alphabetical order.
    pub games: Vec<IndexedGame>,
    /// The moves, whose places are their numbers in the entries.
    tokens: Vec<String>,
}

/// The games of one rule set in an index.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct IndexedGame {
    /// The id of the rule set.
    pub id: String,
    /// The number of games.
    pub games: u64,
    /// The symmetry key of the start position. It differs if another version computes keys in another way.
    start_key: u64,
}

/// Why an index cannot be used.
#[derive(Debug, Error)]
pub enum IndexError {
    /// The file is no index.
    #[error("not an index; 'convert --to index' makes one")]
    NotAnIndex,
    /// The index was made by another version of the program.
    #[error("an index of another version; make it again with 'convert --to index'")]
    Version,
    /// The index is damaged or incomplete.
    #[error("damaged or incomplete; make it again with 'convert --to index'")]
    Damaged,
    /// The file cannot be read.
    #[error(transparent)]
    File(io::Error),
}

impl From<io::Error> for IndexError {
    fn from(error: io::Error) -> IndexError {
        match error.kind() {
            io::ErrorKind::UnexpectedEof => IndexError::Damaged,
            _ => IndexError::File(error),
        }
    }
}

#[cfg(test)]
mod tests;

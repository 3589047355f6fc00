//! Why a record is of no use.

use std::fmt;
use std::io;

use crate::arena::schedule::Shard;

/// Why a record is of no use.
#[derive(Debug)]
pub enum RecordError {
    /// The file cannot be read or written.
    File(io::Error),
    /// It is a folder, a device or a pipe.
    NotRegular,
    /// It is not the record of a match.
    NoRecord {
        /// What is wrong with its first line.
        cause: String,
    },
    /// A line that is no text.
    Line {
        /// The line, from 1.
        line: usize,
        /// What is wrong.
        cause: String,
    },
    /// It is the record of another match.
    Schedule {
        /// What differs, a line each.
        differences: Vec<String>,
    },
    /// It is the record of another part of the match.
    Part {
        /// The part found.
        found: Shard,
        /// The part expected.
        expected: Shard,
    },
    /// A game that is in another record, too.
    Twice {
        /// Its number.
        id: usize,
    },
    /// The games of a pair begin differently.
    Openings {
        /// Their numbers.
        ids: [usize; 2],
    },
    /// There is a record already, and the match was not to be resumed.
    Exists,
    /// Another process is writing it.
    Held,
    /// Another program changed the file while the match was running.
    Changed {
        /// What happened to it.
        cause: &'static str,
    },
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RecordError::File(error) => error.fmt(f),
            RecordError::NotRegular => {
                f.write_str("expected a regular file, not a folder, a device or a pipe")
            }
            RecordError::NoRecord { cause } => write!(
                f,
                "this is no record of a match and is left as it is (line 1: {cause})"
            ),
            RecordError::Line { line, cause } => write!(f, "line {line}: {cause}"),
            RecordError::Schedule { differences } => {
                f.write_str("it is the record of another match: ")?;
                f.write_str(&differences.join("; "))
            }
            RecordError::Part { found, expected } => {
                write!(f, "it is of part {found}: expected part {expected}")
            }
            RecordError::Twice { id } => write!(f, "game {id} has already been counted"),
            RecordError::Openings { ids: [one, two] } => write!(
                f,
                "games {one} and {two} are a pair and begin with different openings: expected the \
                 same opening; results of such a match are not comparable"
            ),
            RecordError::Exists => f.write_str(
                "the file is not empty: expected --resume to continue its match, or another name",
            ),
            RecordError::Held => f.write_str("another process is writing it"),
            RecordError::Changed { cause } => {
                write!(f, "{cause} during the match: the last game is not recorded")
            }
        }
    }
}

impl std::error::Error for RecordError {}

impl From<io::Error> for RecordError {
    fn from(error: io::Error) -> RecordError {
        RecordError::File(error)
    }
}

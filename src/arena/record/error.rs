//! The errors of match records.

use std::fmt;
use std::io;

use crate::arena::schedule::Shard;

/// Why a record cannot be used.
#[derive(Debug)]
pub enum RecordError {
    /// The file cannot be read or written.
    File(io::Error),
    /// The path is a folder, a device or a pipe.
    NotRegular,
    /// The file is not the record of a match.
    NoRecord {
        /// The problem with its first line.
        cause: String,
    },
    /// A line is not UTF-8.
    Line {
        /// The line, from 1.
        line: usize,
        /// The problem.
        cause: String,
    },
    /// The record belongs to another match.
    Schedule {
        /// The differences, one line each.
        differences: Vec<String>,
    },
    /// The record belongs to another part of the match.
    Part {
        /// The part found.
        found: Shard,
        /// The part expected.
        expected: Shard,
    },
    /// A game is in two records.
    Twice {
        /// The number of the game.
        id: usize,
    },
    /// The games of a pair have different openings.
    Openings {
        /// The numbers of the games.
        ids: [usize; 2],
    },
    /// The file has content, and `--resume` was not given.
    Exists,
    /// Another process is writing the record.
    Held,
    /// Another program changed the file while the match was running.
    Changed {
        /// The change.
        cause: &'static str,
    },
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RecordError::File(error) => error.fmt(f),
            RecordError::NotRegular => {
                f.write_str("not a regular file: folders, devices and pipes are not allowed")
            }
            RecordError::NoRecord { cause } => write!(
                f,
                "not the record of a match, so the file stays unchanged (line 1: {cause})"
            ),
            RecordError::Line { line, cause } => write!(f, "line {line}: {cause}"),
            RecordError::Schedule { differences } => {
                f.write_str("the record belongs to another match: ")?;
                f.write_str(&differences.join("; "))
            }
            RecordError::Part { found, expected } => {
                write!(
                    f,
                    "the record belongs to part {found}, not to part {expected}"
                )
            }
            RecordError::Twice { id } => write!(f, "game {id} has already been counted"),
            RecordError::Openings { ids: [one, two] } => write!(
                f,
                "games {one} and {two} are a pair but have different openings, so their results are \
                 not comparable"
            ),
            RecordError::Exists => f.write_str(
                "the file is not empty: add --resume to continue its match, or choose another name",
            ),
            RecordError::Held => f.write_str("another process is writing the record"),
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

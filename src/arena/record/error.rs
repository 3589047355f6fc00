//! Why a record is of no use.

use std::fmt;
use std::io;

use crate::rules::quote;

use super::lines::Runner;
use crate::arena::schedule::Shard;

/// Why a record is of no use.
#[derive(Debug)]
pub enum RecordError {
    /// The file cannot be read or written.
    File(io::Error),
    /// It is a folder, a device or a pipe.
    NotRegular,
    /// Its first line is no plan of a match: it is not ours.
    NoRecord {
        /// What is wrong.
        cause: String,
    },
    /// A line that is not what it should be.
    Line {
        /// The line, from 1.
        line: usize,
        /// What is wrong.
        cause: String,
    },
    /// It is the record of another schedule.
    Schedule {
        /// What differs, a line each.
        differences: Vec<String>,
    },
    /// It is the record of another part of the schedule.
    Part {
        /// The part found.
        found: Shard,
        /// The part expected.
        expected: Shard,
    },
    /// A game that has already been counted.
    Twice {
        /// Its number.
        id: usize,
    },
    /// There is a record already, and nobody said that it should be continued.
    Exists,
    /// Somebody else is writing it.
    Held {
        /// Who, if the record tells.
        by: Option<Runner>,
    },
}

impl RecordError {
    /// Whether the file is a record with lines that can be left out.
    #[must_use]
    pub fn is_damage(&self) -> bool {
        matches!(self, RecordError::Line { .. } | RecordError::Twice { .. })
    }
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
                "this is no record of a match, so it is left as it is (line 1: {cause})"
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
            RecordError::Exists => f.write_str(
                "there is something in the file: expected --resume to go on with a match, or another name",
            ),
            RecordError::Held { by: Some(runner) } => write!(
                f,
                "process {} on {} is playing this match and writes its record",
                runner.process,
                quote(&runner.host)
            ),
            RecordError::Held { by: None } => f.write_str("another process is writing it"),
        }
    }
}

impl std::error::Error for RecordError {}

impl From<io::Error> for RecordError {
    fn from(error: io::Error) -> RecordError {
        RecordError::File(error)
    }
}

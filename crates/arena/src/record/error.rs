//! The errors of match records.

use std::io;

use thiserror::Error;

use crate::schedule::Shard;

/// Why a record cannot be used.
#[derive(Debug, Error)]
pub enum RecordError {
    /// The file cannot be read or written.
    #[error(transparent)]
    File(#[from] io::Error),
    /// The path is a folder, a device or a pipe.
    #[error("not a regular file: folders, devices and pipes are not allowed")]
    NotRegular,
    /// The file is not the record of a match.
    #[error("not the record of a match, so the file stays unchanged (line 1: {cause})")]
    NoRecord {
        /// The problem with its first line.
        cause: String,
    },
    /// A line is damaged.
    #[error("line {line}: {cause}")]
    Line {
        /// The line, from 1.
        line: usize,
        /// The problem.
        cause: String,
    },
    /// The record belongs to another match.
    #[error("the record belongs to another match: {}", .differences.join("; "))]
    Schedule {
        /// The differences, one line each.
        differences: Vec<String>,
    },
    /// The record belongs to another part of the match.
    #[error("the record belongs to part {found}, not to part {expected}")]
    Part {
        /// The part found.
        found: Shard,
        /// The part expected.
        expected: Shard,
    },
    /// A game is in two records.
    #[error("game {id} has already been counted")]
    Twice {
        /// The number of the game.
        id: usize,
    },
    /// The games of a pair have different openings.
    #[error(
        "games {} and {} are a pair but have different openings, so their results are not comparable",
        .ids[0],
        .ids[1]
    )]
    Openings {
        /// The numbers of the games.
        ids: [usize; 2],
    },
    /// The file has content, and `--resume` was not given.
    #[error("the file is not empty: add --resume to continue its match, or choose another name")]
    Exists,
    /// Another process is writing the record.
    #[error("another process is writing the record")]
    Held,
    /// Another program changed the file while the match was running.
    #[error("{cause} during the match: the last game is not recorded")]
    Changed {
        /// The change.
        cause: &'static str,
    },
}

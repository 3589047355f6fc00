//! A record with damaged lines, as two processes at once or a bad disk leave it: the good lines of it.

use std::collections::BTreeSet;
use std::io::{Read, Write};

use super::error::RecordError;
use super::reader::{Entry, Line, Lines, read_header};

/// What was left out of a record, and what was kept.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Repaired {
    /// The games that are kept.
    pub games: usize,
    /// The lines that are left out, from 1, each with what is wrong with it.
    pub left_out: Vec<(usize, String)>,
}

/// Writes the good lines of a record to `to`: of a game that is there twice the first one.
///
/// # Errors
/// The first line is no plan of a match, or something cannot be read or written.
pub fn repair(source: impl Read, to: &mut impl Write) -> Result<Repaired, RecordError> {
    let mut lines = Lines::new(source);
    let header = read_header(&mut lines)?;
    let first = serde_json::to_string(&header).map_err(std::io::Error::from)?;
    writeln!(to, "{first}")?;
    let mut rounds = header.plan.rounds;
    let mut seen = BTreeSet::new();
    let mut repaired = Repaired::default();
    loop {
        let line = match lines.next() {
            Ok(None) => return Ok(repaired),
            Ok(Some(Line::Whole(line))) => line,
            Ok(Some(Line::Half(_))) => {
                let cause = "half a line".to_owned();
                repaired.left_out.push((lines.number, cause));
                continue;
            }
            Err(RecordError::Line { line, cause }) => {
                repaired.left_out.push((line, cause));
                continue;
            }
            Err(error) => return Err(error),
        };
        match Entry::read(&line, &header, rounds) {
            Ok(Entry::Runner(runner)) => rounds = rounds.max(runner.rounds),
            Ok(Entry::Game(id, _)) if !seen.insert(id) => {
                let cause = RecordError::Twice { id }.to_string();
                repaired.left_out.push((lines.number, cause));
                continue;
            }
            Ok(Entry::Game(..)) => repaired.games += 1,
            Err(cause) => {
                repaired.left_out.push((lines.number, cause));
                continue;
            }
        }
        writeln!(to, "{line}")?;
    }
}

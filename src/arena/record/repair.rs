//! A record with damaged lines, as two processes at once or a bad disk leave it: the good lines of it.

use std::collections::BTreeSet;
use std::io::{Error, Read, Seek, Write};

use super::error::RecordError;
use super::lines::{Header, Runner, RunnerLine};
use super::reader::{Entry, Line, Lines, read_header};

/// What was left out of a record, and what was kept.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Repaired {
    /// The games that are kept.
    pub games: usize,
    /// The lines that are left out, from 1, each with what is wrong with it.
    pub left_out: Vec<(usize, String)>,
}

/// Writes the good lines of a record to `to`: of a game that is there twice the first one. In the place
/// of a damaged line that made the match longer comes one that does the same, as far as the games
/// after it tell how long it was.
///
/// # Errors
/// The first line is no plan of a match, or something cannot be read or written.
pub fn repair(mut source: impl Read + Seek, to: &mut impl Write) -> Result<Repaired, RecordError> {
    let needed = rounds_needed(&mut source)?;
    source.rewind()?;
    let mut lines = Lines::new(source);
    let header = read_header(&mut lines)?;
    let mut put = |line: &str| writeln!(to, "{line}");
    put(&serde_json::to_string(&header).map_err(Error::from)?)?;
    let mut rounds = header.plan.rounds;
    let mut seen = BTreeSet::new();
    let mut repaired = Repaired::default();
    while let Some((line, entry)) = next(&mut lines, &header, rounds)? {
        let cause = match entry {
            Ok(Entry::Runner(runner)) => {
                rounds = rounds.max(runner.rounds);
                put(&line)?;
                continue;
            }
            Ok(Entry::Game(id, _)) if seen.insert(id) => {
                repaired.games += 1;
                put(&line)?;
                continue;
            }
            Ok(Entry::Game(id, _)) => RecordError::Twice { id }.to_string(),
            Err(cause) if needed > rounds => {
                rounds = needed;
                let runner = Runner::here(needed);
                put(&serde_json::to_string(&RunnerLine { runner }).map_err(Error::from)?)?;
                format!(
                    "{cause}; another one in its place says {needed} rounds, as games after it need"
                )
            }
            Err(cause) => cause,
        };
        repaired.left_out.push((lines.number, cause));
    }
    Ok(repaired)
}

/// A line, and what is in it or what is wrong with it.
type Told = (String, Result<Entry, String>);

/// The next line.
fn next<R: Read>(
    lines: &mut Lines<R>,
    header: &Header,
    rounds: usize,
) -> Result<Option<Told>, RecordError> {
    Ok(match lines.next_complete() {
        Ok(None) => None,
        Ok(Some(Line::Whole(line))) => {
            let entry = Entry::read(&line, header, rounds);
            Some((line, entry))
        }
        Ok(Some(Line::Half(line))) => Some((line, Err("half a line".to_owned()))),
        Err(RecordError::Line { cause, .. }) => {
            Some((std::mem::take(&mut lines.refused), Err(cause)))
        }
        Err(error) => return Err(error),
    })
}

/// No match is longer: what says so is damaged.
const MOST_ROUNDS: usize = 10_000_000;

/// Games that are played at a time have numbers no further apart.
const APART: usize = 32;

/// The rounds that the games after a lost line of a runner need; 0 if no such line can be lost. Where
/// nothing is left of it to be known by, a game has to follow on those before it: its number may be
/// what is damaged.
fn rounds_needed(source: impl Read) -> Result<usize, RecordError> {
    let mut lines = Lines::new(source);
    let header = read_header(&mut lines)?;
    let (mut rounds, mut highest, mut needed) = (header.plan.rounds, 0, 0);
    let (mut known, mut unknown) = (false, false);
    while let Some((line, entry)) = next(&mut lines, &header, rounds)? {
        match entry {
            Ok(Entry::Runner(runner)) => rounds = rounds.max(runner.rounds),
            Ok(Entry::Game(id, _)) => highest = highest.max(id),
            Err(_) => {
                known |= holds(
                    &line,
                    &["{\"runner\"", "\"host\":", "\"process\":", "\"rounds\":"],
                );
                let Ok(Entry::Game(id, game)) = Entry::read(&line, &header, MOST_ROUNDS) else {
                    unknown |= !holds(
                        &line,
                        &["\"id\":", "\"players\":", "\"moves\":", "\"token\":"],
                    );
                    continue;
                };
                if known || (unknown && id <= highest + APART) {
                    highest = highest.max(id);
                    needed = needed.max(game.fixture.pair.opening + 1);
                }
            }
        }
    }
    Ok(needed)
}

/// Whether one of the keys is left in a damaged line.
fn holds(line: &str, keys: &[&str]) -> bool {
    keys.iter().any(|key| line.contains(key))
}

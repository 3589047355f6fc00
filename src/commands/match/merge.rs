//! `ringstack match merge`: one table and one test result from the records of several machines.

use std::collections::BTreeMap;
use std::io::{BufReader, Write};
use std::path::{Path, PathBuf};

use anyhow::{anyhow, bail};

use ringstack_arena::record::{self, MatchRecord, RecordError};
use ringstack_arena::schedule::Shard;
use ringstack_arena::stats::standings::{GameResult, Standings};

use super::files::report_torn;
use super::with_file;
use crate::commands::output::standard_output;
use ringstack_arena::numbers;

/// Counts the games of all records. Damaged records and records of different matches are refused.
pub fn run(paths: &[PathBuf], strict: bool) -> anyhow::Result<()> {
    let mut sum: Option<MatchRecord> = None;
    let mut origins: BTreeMap<usize, &Path> = BTreeMap::new();
    for path in paths {
        let found = record::open(path).and_then(|file| record::read(BufReader::new(file)));
        let found = with_file(found, "record", path)?;
        if found.is_torn {
            report_torn(path, "its game is not counted");
        }
        let games: Vec<usize> = found.games.iter().map(GameResult::id).collect();
        let added = match &mut sum {
            None => {
                sum = Some(found);
                Ok(())
            }
            Some(sum) => record::merge(sum, found),
        };
        added.map_err(|error| match error {
            RecordError::Twice { id } => {
                let (path, other) = (path.display(), origins.get(&id).map(|path| path.display()));
                let other = other.map_or_else(String::new, |other| format!(" in '{other}'"));
                anyhow!(
                    "record '{path}': game {id} has already been counted{other}: give each part of \
                     the match once"
                )
            }
            error => anyhow!("record '{}': {error}", path.display()),
        })?;
        origins.extend(games.into_iter().map(|id| (id, path.as_path())));
    }
    let Some(sum) = sum else {
        bail!("no record: expected at least one");
    };
    let mut standings = Standings::new(sum.names());
    // The record of a complete match has its games in order, and the first ratio beyond a bound decides.
    // Parts have no common order, so the test is evaluated once, at the end.
    let is_whole = paths.len() == 1 && sum.header.shard == Shard::WHOLE;
    let mut test = sum.header.plan.sprt;
    if is_whole && let Some(sprt) = test.take() {
        standings.test(sprt);
    }
    sum.games.iter().for_each(|game| standings.add(game));
    if let Some(sprt) = test {
        standings.test(sprt);
    }
    let mut out = standard_output();
    writeln!(
        out,
        "{} of {} games from {}",
        sum.games.len(),
        sum.planned_games(),
        numbers::count(paths.len() as u64, "record")
    )?;
    write!(out, "{}", standings.table())?;
    if strict {
        out.flush()?;
        super::refuse_failures(&standings)?;
    }
    Ok(())
}

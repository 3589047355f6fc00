//! `ringstack match merge`: one table and one verdict from the records of many machines.

use std::fs;
use std::io::{Write, stdout};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};

use ringstack::arena::record::{self, MatchRecord};
use ringstack::arena::stats::standings::Standings;

/// Counts all games together; records of different schedules are refused.
pub fn run(paths: &[PathBuf]) -> anyhow::Result<()> {
    let mut sum: Option<MatchRecord> = None;
    for path in paths {
        let name = || format!("record '{}'", path.display());
        let record = read(path).with_context(name)?;
        match &mut sum {
            None => sum = Some(record),
            Some(sum) => record::merge(sum, record).with_context(name)?,
        }
    }
    let Some(sum) = sum else {
        bail!("expected a record");
    };
    let plan = &sum.header.plan;
    let mut standings = Standings::new(plan.names());
    sum.games.values().for_each(|game| standings.add(game));
    let mut out = stdout().lock();
    writeln!(
        out,
        "{} of {} games from {} records",
        sum.games.len(),
        plan.games(),
        paths.len()
    )?;
    write!(out, "{}", standings.table(plan.sprt.as_ref()))?;
    Ok(())
}

fn read(path: &Path) -> anyhow::Result<MatchRecord> {
    Ok(record::read(&fs::read_to_string(path)?)?)
}

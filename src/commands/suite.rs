//! `ringstack suite`: holds files of facts against the engine.

use std::fs;
use std::io::{Write, stdout};

use anyhow::{Context, bail};

use crate::cli::SuiteArgs;

use ringstack::suite::{Effort, check, read};

/// Checks every file and prints what failed, then the totals.
pub fn run(args: &SuiteArgs) -> anyhow::Result<()> {
    let effort = Effort {
        perft_limit: args.perft_limit,
        hash: usize::from(args.hash),
    };
    let mut out = stdout().lock();
    let (mut records, mut failed) = (0, 0);
    for file in &args.files {
        let name = file.display();
        let text = fs::read_to_string(file).with_context(|| format!("cannot read {name}"))?;
        for record in read(&text).with_context(|| format!("{name}"))? {
            let failures = check(&record, effort);
            for failure in &failures {
                writeln!(out, "{name}: {failure}")?;
            }
            records += 1;
            failed += usize::from(!failures.is_empty());
        }
    }
    writeln!(out, "{} passed, {failed} failed", records - failed)?;
    if failed > 0 {
        bail!("{failed} of {records} records failed");
    }
    Ok(())
}

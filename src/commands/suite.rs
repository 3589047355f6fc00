//! `ringstack suite`: holds files of facts against the engine.

use std::fs;
use std::io::{Write, stdout};

use anyhow::{Context, bail};

use crate::cli::SuiteArgs;

use ringstack::arena::engine::spec::EngineSpec;
use ringstack::arena::foreign::Foreign;
use ringstack::suite::{Effort, check, read};

/// Checks every file and prints what failed, then the totals.
pub fn run(args: &SuiteArgs) -> anyhow::Result<()> {
    let effort = Effort {
        perft_limit: args.perft_limit,
        hash: usize::from(args.hash),
    };
    let spec = args.engine.as_deref().map(EngineSpec::parse).transpose()?;
    let mut foreign = spec.map(|spec| Foreign::new(spec, effort));
    let mut out = stdout().lock();
    let (mut records, mut failed, mut skipped) = (0, 0, 0);
    for file in &args.files {
        let name = file.display();
        let text = fs::read_to_string(file).with_context(|| format!("cannot read {name}"))?;
        for record in read(&text).with_context(|| format!("{name}"))? {
            let checked = match &mut foreign {
                Some(foreign) => foreign.check(&record),
                None => check(&record, effort),
            };
            for failure in &checked.failures {
                writeln!(out, "{name}: {failure}")?;
            }
            records += 1;
            failed += usize::from(!checked.failures.is_empty());
            skipped += checked.skipped;
        }
    }
    writeln!(out, "{} passed, {failed} failed", records - failed)?;
    if skipped > 0 {
        writeln!(out, "{skipped} facts could not be asked about")?;
    }
    if failed > 0 {
        bail!("{failed} of {records} records failed");
    }
    Ok(())
}

//! `ringstack suite`: holds files of facts against the engine.

use std::fs;
use std::io::{Write, stdout};
use std::path::PathBuf;

use anyhow::{Context, bail};

use ringstack::arena::engine::spec::EngineSpec;
use ringstack::arena::foreign::Foreign;
use ringstack::suite::{Effort, check, read};

/// What to check.
#[derive(Debug, clap::Args)]
pub struct SuiteArgs {
    /// Files of records, as `fixtures/README.md` describes them.
    #[arg(required = true)]
    pub files: Vec<PathBuf>,

    /// Checks this UGI engine instead, as far as it can be asked; written as for `match`.
    #[arg(long, value_name = "SPEC")]
    pub engine: Option<String>,

    /// Skips perft counts above this one.
    #[arg(long, default_value_t = 10_000_000, value_name = "N")]
    pub perft_limit: u64,

    /// The hash table of a search, in MiB.
    #[arg(long, default_value_t = 16, value_parser = clap::value_parser!(u16).range(1..))]
    pub hash: u16,
}

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

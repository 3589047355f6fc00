//! `ringstack suite`: holds files of facts against the engine.

use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context, bail, ensure};

use ringstack::arena::engine::spec::EngineSpec;
use ringstack::arena::foreign::Foreign;
use ringstack::arena::record::read_text;
use ringstack::suite::{Checked, Effort, check, read};

use super::output::standard_output;
use super::signals::end_engines_with_us;

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

    /// Fails when a fact was skipped, too.
    #[arg(long)]
    pub no_skips: bool,

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
    if spec.is_some() {
        end_engines_with_us()?;
    }
    let mut foreign = spec.map(|spec| Foreign::new(spec, effort));
    let mut totals = Totals::default();
    let mut out = standard_output();
    for file in &args.files {
        let name = file.display();
        let text = read_text(file).with_context(|| name.to_string())?;
        for record in read(&text).with_context(|| name.to_string())? {
            let checked = match &mut foreign {
                Some(foreign) => foreign.check(&record),
                None => check(&record, effort),
            };
            for failure in &checked.failures {
                writeln!(out, "{name}: {failure}")?;
            }
            totals.add(&checked);
            if totals.is_hopeless() {
                totals.write(&mut out)?;
                bail!("{name}, record '{}': the engine fails, given up", record.id);
            }
        }
    }
    totals.write(&mut out)?;
    ensure!(
        totals.failed == 0,
        "{} of {} records failed",
        totals.failed,
        totals.records()
    );
    ensure!(
        !args.no_skips || totals.skipped_facts == 0,
        "{} facts were skipped",
        totals.skipped_facts
    );
    Ok(())
}

/// Records by what came of them.
#[derive(Debug, Default)]
struct Totals {
    /// All facts were looked at and hold.
    passed: usize,
    /// A fact does not hold, or the engine failed.
    failed: usize,
    /// No fact is wrong, but not all were looked at.
    partly: usize,
    skipped_facts: usize,
    /// How often in a row the engine has failed up to now.
    broken_in_a_row: usize,
}

impl Totals {
    fn add(&mut self, checked: &Checked) {
        if !checked.failures.is_empty() {
            self.failed += 1;
        } else if checked.skipped > 0 {
            self.partly += 1;
        } else {
            self.passed += 1;
        }
        self.skipped_facts += checked.skipped;
        self.broken_in_a_row = if checked.broken {
            self.broken_in_a_row + 1
        } else {
            0
        };
    }

    fn records(&self) -> usize {
        self.passed + self.failed + self.partly
    }

    /// Whether the engine has failed from the first record on, or twice in a row: every further
    /// record would cost a time-out.
    fn is_hopeless(&self) -> bool {
        self.broken_in_a_row >= 2 || (self.broken_in_a_row == 1 && self.records() == 1)
    }

    fn write(&self, out: &mut impl Write) -> anyhow::Result<()> {
        let Totals { passed, failed, .. } = self;
        write!(out, "{passed} passed, {failed} failed")?;
        if self.skipped_facts > 0 {
            let (partly, facts) = (self.partly, self.skipped_facts);
            write!(out, ", {partly} checked in part ({facts} facts skipped)")?;
        }
        writeln!(out)?;
        Ok(())
    }
}

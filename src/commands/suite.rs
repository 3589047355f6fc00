//! `ringstack suite`: checks facts in files against the engine.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail, ensure};

use ringstack_arena::engine::spec::EngineSpec;
use ringstack_arena::suite::{CheckResult, EngineUnderTest, Library, Record, Subject, check, read};
use ringstack_engine::ugi::options::MAX_HASH;

use super::engine::parse_spec;
use super::output::standard_output;
use super::signals::end_engines_with_us;
use super::{UsageError, input};
use ringstack_arena::numbers::count;

/// What to check.
#[derive(Debug, clap::Args)]
pub struct SuiteArgs {
    /// Suite files (see `docs/files.md`, section Suites); `-` is standard input.
    #[arg(required = true)]
    pub files: Vec<PathBuf>,

    /// Checks this UGI engine instead; the syntax is that of `match`, without a time control and the
    /// option Game. A perft count may take 30 seconds, plus a second per 20000 sequences.
    #[arg(long, value_name = "SPEC")]
    pub engine: Option<String>,

    /// Skips perft counts above this one.
    #[arg(long, default_value_t = 10_000_000, value_name = "N")]
    pub perft_limit: u64,

    /// Also fails if a fact was skipped.
    #[arg(long)]
    pub no_skips: bool,

    /// The hash table size in MiB, 1 to 65536 [default: 16]; with `--engine`, its option Hash.
    #[arg(long, value_name = "MIB", value_parser = clap::value_parser!(u32).range(1..=MAX_HASH))]
    pub hash: Option<u32>,
}

/// The default size of the hash table, in MiB.
const DEFAULT_HASH: u32 = 16;

/// Checks every file and prints what failed, then the totals.
pub fn run(args: &SuiteArgs) -> anyhow::Result<()> {
    let spec = engine(args)?;
    let engine_name = spec.as_ref().map(|spec| spec.name.clone());
    let mut subject: Box<dyn Subject> = match spec {
        Some(spec) => {
            end_engines_with_us()?;
            Box::new(EngineUnderTest::new(spec))
        }
        None => {
            let hash = args.hash.unwrap_or(DEFAULT_HASH);
            Box::new(Library::new(args.perft_limit, hash as usize))
        }
    };
    // Files that cannot be read are reported before anything is checked.
    let files: Vec<(String, Vec<Record>)> = args
        .files
        .iter()
        .map(|file| records(file))
        .collect::<anyhow::Result<_>>()?;
    let totals = check_files(subject.as_mut(), &files, args.perft_limit)?;
    ensure!(
        totals.failed == 0,
        "{} of {} records failed",
        totals.failed,
        totals.records()
    );
    ensure!(
        totals.facts > totals.skipped_facts,
        "no fact was checked: {}",
        why_none(engine_name.as_deref(), args.perft_limit)
    );
    ensure!(
        !args.no_skips || totals.skipped_facts == 0,
        "{}, but --no-skips does not allow any",
        totals.skips()
    );
    Ok(())
}

/// Checks all records, prints what is wrong and the totals, and returns these.
///
/// # Errors
/// The engine keeps failing, or the output is closed.
fn check_files(
    subject: &mut dyn Subject,
    files: &[(String, Vec<Record>)],
    perft_limit: u64,
) -> anyhow::Result<Totals> {
    let mut totals = Totals::default();
    let mut out = standard_output();
    for (name, records) in files {
        for record in records {
            let result = check(subject, record, perft_limit);
            for failure in &result.failures {
                writeln!(out, "{name}: {failure}")?;
            }
            totals.add(record.facts.len(), result);
            if totals.is_hopeless() {
                totals.write(&mut out)?;
                bail!(
                    "{name}, record '{}': the engine keeps failing; check stopped",
                    record.id
                );
            }
        }
    }
    totals.write(&mut out)?;
    Ok(totals)
}

/// The records of a file, and its name in messages.
fn records(file: &Path) -> anyhow::Result<(String, Vec<Record>)> {
    let name = input::name(file);
    let input = input::open(file).with_context(|| name.clone())?;
    let text = input::text(input).with_context(|| name.clone())?;
    let records = read(&text).with_context(|| name.clone())?;
    Ok((name, records))
}

/// The engine to check. Its description must not set what the records set.
fn engine(args: &SuiteArgs) -> anyhow::Result<Option<EngineSpec>> {
    let Some(text) = &args.engine else {
        return Ok(None);
    };
    let (game, time_control) = (
        "each record names its game",
        "each record says how long to search",
    );
    let mut spec = parse_spec(text, game, time_control)?;
    if let Some(hash) = args.hash {
        let name = &spec.name;
        let is_hash = |(option, _): &(String, String)| option.eq_ignore_ascii_case("Hash");
        ensure!(
            !spec.options.iter().any(is_hash),
            UsageError(format!(
                "--hash {hash}: engine '{name}' has option.Hash: only one of them is allowed"
            ))
        );
        spec.options.push(("Hash".to_owned(), hash.to_string()));
    }
    Ok(Some(spec))
}

/// Why no fact was checked.
fn why_none(engine: Option<&str>, perft_limit: u64) -> String {
    let counts = format!("perft counts above --perft-limit {perft_limit}");
    match engine {
        None => format!("all facts are {counts}"),
        Some(engine) => format!(
            "engine '{engine}' does not play these games or answer these queries, or they are {counts}"
        ),
    }
}

/// The numbers of records by result.
#[derive(Debug, Default)]
struct Totals {
    /// All facts were checked and hold.
    passed: usize,
    /// A fact does not hold, or the engine failed.
    failed: usize,
    /// No fact is wrong, but some were not checked.
    partly: usize,
    /// No fact was checked.
    skipped: usize,
    facts: usize,
    skipped_facts: usize,
    /// The number of latest consecutive failures of the engine.
    broken_in_a_row: usize,
}

impl Totals {
    /// Counts a record with this number of facts.
    fn add(&mut self, facts: usize, result: CheckResult) {
        if !result.failures.is_empty() {
            self.failed += 1;
        } else if result.skipped == facts {
            self.skipped += 1;
        } else if result.skipped > 0 {
            self.partly += 1;
        } else {
            self.passed += 1;
        }
        self.facts += facts;
        self.skipped_facts += result.skipped;
        self.broken_in_a_row = if result.is_broken {
            self.broken_in_a_row + 1
        } else {
            0
        };
    }

    fn records(&self) -> usize {
        self.passed + self.failed + self.partly + self.skipped
    }

    /// The number of skipped facts, in words.
    fn skips(&self) -> String {
        format!("{} skipped", count(self.skipped_facts as u64, "fact"))
    }

    /// Whether the engine failed at the first record or twice in a row. Every further record would probably
    /// take until a time-out.
    fn is_hopeless(&self) -> bool {
        self.broken_in_a_row >= 2 || (self.broken_in_a_row == 1 && self.records() == 1)
    }

    fn write(&self, out: &mut impl Write) -> anyhow::Result<()> {
        let Totals { passed, failed, .. } = self;
        write!(out, "{passed} passed, {failed} failed")?;
        for (count, what) in [(self.partly, "partly checked"), (self.skipped, "skipped")] {
            if count > 0 {
                write!(out, ", {count} {what}")?;
            }
        }
        if self.skipped_facts > 0 {
            write!(out, " ({})", self.skips())?;
        }
        writeln!(out)?;
        Ok(())
    }
}

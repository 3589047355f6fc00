//! `ringstack convert`: converts games to another format, counts their openings, or makes an index of them.

mod sink;
mod stats;

use std::io::{Write, stderr};
use std::path::{Path, PathBuf};

use anyhow::{bail, ensure};
use clap::ValueEnum;

use ringstack_engine::play::record::Filter;

use super::UsageError;
use super::games::{self, InputCounts, Progress};
use super::output::{OutputFile, refuse_inputs, standard_output};
use ringstack_arena::numbers::count as counted;
use sink::Sink;

/// What to convert.
#[derive(Debug, clap::Args)]
pub struct ConvertArgs {
    /// Game files in any format (lists, match records, PGN-style files, and records from boardspace.net,
    /// Little Golem, CodeCup, GF1, the GIPF mail server and zertz.app), optionally compressed (gzip, zstd); `-`
    /// is standard input.
    #[arg(required = true)]
    pub files: Vec<PathBuf>,

    /// The format to write.
    #[arg(long, value_enum, default_value_t = FormatArg::Pgn)]
    pub to: FormatArg,

    /// Writes to this file instead of standard output (`-`); an existing file is not overwritten.
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,

    /// Keeps the moves before the first illegal one; the rest of the game becomes a comment.
    #[arg(long)]
    pub keep_legal: bool,

    /// Overwrites the `--output` file if all games could be read.
    #[arg(long, requires = "output")]
    pub force: bool,

    /// Keeps only games that meet the condition or, if repeated, all conditions: `player=NAME` (a part of
    /// the name; `player==NAME` is the whole name), `p1=NAME`, `p2=NAME`, `result=1-0`, `game=zertz`,
    /// `date=2019-01..2020` or `plies=20..60`. A range includes both ends and may omit one.
    #[arg(long = "filter", value_name = "KEY=VALUE")]
    pub filters: Vec<Filter>,

    /// Writes opening statistics instead of games: how often each position after this many plies, 1 to 255,
    /// was reached, and the results. An opening is named after its most frequent order of moves.
    #[arg(
        long,
        value_name = "PLIES",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "1",
        value_parser = clap::value_parser!(u8).range(1..),
        conflicts_with = "to"
    )]
    pub stats: Option<u8>,

    /// Writes all openings as comma-separated values instead of a table of the most frequent ones.
    #[arg(long, requires = "stats")]
    pub csv: bool,

    /// The number of plies of each game in the index of `--to index`, 1 to 255 [default: 30].
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u8).range(1..))]
    pub index_plies: Option<u8>,
}

/// A format on the command line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum FormatArg {
    /// PGN style: tags and numbered moves
    Pgn,
    /// JSON, one game per line
    Jsonl,
    /// GAME-ID startpos|FEN moves TOKEN..., one game per line, without results
    List,
    /// Tags, and moves in the publisher's notation (ZERTZ)
    Official,
    /// Little Golem's format (DVONN)
    #[value(name = "littlegolem")]
    LittleGolem,
    /// An index of the positions for `ringstack explore`
    Index,
}

/// Reads the files and writes the games, the statistics or the index. Refused games are reported and
/// skipped; the exit status is then 1, and no file is replaced.
pub fn run(game: Option<&str>, args: &ConvertArgs) -> anyhow::Result<()> {
    let is_index = args.to == FormatArg::Index;
    ensure!(
        args.output.is_some() || !is_index,
        UsageError("--to index requires --output".to_owned())
    );
    ensure!(
        args.index_plies.is_none() || is_index,
        UsageError("--index-plies requires --to index".to_owned())
    );
    let to = args.output.as_deref().unwrap_or(Path::new("-"));
    refuse_inputs(to, &args.files).map_err(UsageError::from)?;
    let mut output = OutputFile::open(Some(to), args.force)?;
    let progress = Progress::of_bytes(&args.files);
    let mut sink = Sink::new(args);
    let (mut other, mut undated, mut unwritable) = (0_u64, 0_u64, 0_u64);
    let count = games::each(&args.files, game, args.keep_legal, &progress, |found| {
        let record = &found.record;
        if !args.filters.iter().all(|it| it.matches(record)) {
            other += 1;
            let mut filters = args.filters.iter();
            let may_match = filters.all(|it| it.matches(record) || it.cannot_read(record));
            undated += u64::from(may_match);
            return Ok(());
        }
        if !sink.add(&found.record, &mut output)? {
            unwritable += 1;
            let (file, number, game) = (found.file, found.number, &found.record.game);
            let why = "cannot be written in this format";
            writeln!(stderr(), "{file}: game {number}: '{game}' {why}")?;
        }
        Ok(())
    })?;
    sink.end(&mut output)?;
    progress.end();
    // A game that cannot be written counts as refused.
    let written = InputCounts {
        games: count.games.saturating_sub(unwritable + other),
        refused: count.refused + unwritable,
        ..count
    };
    let unwritten = output.finish(written.completeness())?;
    standard_output().flush()?;
    let mut summary = count.summary();
    if !args.filters.is_empty() {
        summary.push_str(&format!(", {} did not match", counted(other, "game")));
    }
    if undated > 0 {
        summary.push_str(&format!(" ({undated} with an unreadable date)"));
    }
    if unwritable > 0 {
        summary.push_str(&format!(", {unwritable} not written"));
    }
    if let Some(message) = &unwritten {
        summary.push_str(&format!("; {message}"));
    }
    if !written.is_clean() || unwritten.is_some() {
        bail!("{summary}");
    }
    // Standard error may be closed.
    let _ = writeln!(stderr(), "{summary}");
    Ok(())
}

//! `ringstack convert`: converts games to another format, or counts their openings.

mod stats;

use std::io::{Write, stderr};
use std::path::{Path, PathBuf};

use anyhow::bail;
use clap::ValueEnum;

use ringstack::play::record::{OutputFormat, write};

use super::UsageError;
use super::inputs::{self, InputCounts, Progress};
use super::output::{OutputFile, standard_output};
use super::same_file::all_different;
use stats::Stats;

/// What to convert.
#[derive(Debug, clap::Args)]
pub struct ConvertArgs {
    /// Files of games in any format (lists, match records, PGN-style files, and records of boardspace.net,
    /// Little Golem, CodeCup, GF1, the GIPF mail server and zertz.app), also packed with gzip or zstd; `-`
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

    /// Overwrites the file of `--output` if all games could be read.
    #[arg(long, requires = "output")]
    pub force: bool,

    /// Writes opening statistics instead of games: how often each opening of this many moves, 1 to 255, was played, and its results.
    #[arg(
        long,
        value_name = "TURNS",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "1",
        value_parser = clap::value_parser!(u8).range(1..),
        conflicts_with = "to"
    )]
    pub stats: Option<u8>,
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
    /// The format of zertz.app (ZERTZ)
    Zen,
}

impl From<FormatArg> for OutputFormat {
    fn from(to: FormatArg) -> OutputFormat {
        match to {
            FormatArg::Pgn => OutputFormat::Pgn,
            FormatArg::Jsonl => OutputFormat::JsonLines,
            FormatArg::List => OutputFormat::List,
            FormatArg::Official => OutputFormat::Official,
            FormatArg::LittleGolem => OutputFormat::LittleGolem,
            FormatArg::Zen => OutputFormat::Zen,
        }
    }
}

/// Reads the files and writes the games or the statistics. Refused games are reported and skipped; the
/// exit status is then 1, and no file is replaced.
pub fn run(game: Option<&str>, args: &ConvertArgs) -> anyhow::Result<()> {
    let to = args.output.as_deref().unwrap_or(Path::new("-"));
    all_different(&args.files, &[("--output", Some(to))]).map_err(UsageError::from)?;
    let mut output = OutputFile::open(Some(to), args.force)?;
    let progress = Progress::of_bytes(&args.files);
    let mut without_notation = 0_u64;
    let count = if let Some(turns) = args.stats {
        let mut stats = Stats::new(usize::from(turns));
        let count = inputs::each(&args.files, game, args.keep_legal, &progress, |found| {
            stats.add(&found.record);
            Ok(())
        })?;
        output.write(stats.table())?;
        count
    } else {
        let mut text = String::new();
        inputs::each(&args.files, game, args.keep_legal, &progress, |found| {
            text.clear();
            if !write(&found.record, args.to.into(), &mut text) {
                without_notation += 1;
                let (file, number, game) = (found.file, found.number, &found.record.game);
                let why = "cannot be written in this format";
                writeln!(stderr(), "{file}: game {number}: '{game}' {why}")?;
            }
            output.write(&text)
        })?
    };
    progress.end();
    // A game that cannot be written counts as refused.
    let written = InputCounts {
        games: count.games.saturating_sub(without_notation),
        refused: count.refused + without_notation,
        ..count
    };
    let unwritten = output.end(written.completeness())?;
    standard_output().flush()?;
    let mut summary = count.summary();
    if without_notation > 0 {
        summary.push_str(&format!(", {without_notation} not written"));
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

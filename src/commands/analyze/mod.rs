//! `ringstack analyze`: evaluates the moves of games.

mod json;
mod table;
mod text;
mod workers;

use std::io::{Write, stderr};
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{bail, ensure};

use ringstack_engine::play::annotate::annotated;
use ringstack_engine::play::record::{OutputFormat, write};
use ringstack_engine::search::Limits;
use ringstack_engine::search::limits::MAX_DEPTH;

use super::UsageError;
use super::games::{self, Progress};
use super::output::{Completeness, OutputFile, refuse_inputs, standard_output};
use table::TextTable;
use workers::{AnalyzedGame, WorkerPool};

/// What to analyse.
#[derive(Debug, clap::Args)]
pub struct AnalyzeArgs {
    /// Game files in any format that `convert` reads; `-` is standard input.
    #[arg(required = true)]
    pub files: Vec<PathBuf>,

    /// Limits each search to this depth in plies, 1 to 120.
    #[arg(long, value_parser = clap::value_parser!(i32).range(1..=i64::from(MAX_DEPTH)))]
    pub depth: Option<i32>,

    /// Limits each search to this many nodes [default without another limit: 100000].
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: Option<u64>,

    /// Limits each search to this time in milliseconds.
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..))]
    pub movetime: Option<u64>,

    /// The number of games to search at the same time, 1 to 256.
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub threads: u16,

    /// The length of an opening in the openings table, in plies, 1 to 255.
    #[arg(long, default_value_t = 2, value_name = "PLIES", value_parser = clap::value_parser!(u8).range(1..))]
    pub opening: u8,

    /// Writes one line of JSON per game instead of text.
    #[arg(long)]
    pub json: bool,

    /// Writes the games with evaluations, annotation marks and better lines to this file (`-` for
    /// standard output); existing marks are kept.
    #[arg(long, value_name = "FILE")]
    pub annotate: Option<PathBuf>,

    /// Adds comments to the file of `--annotate`: what a marked move allows, and what the better move does.
    #[arg(long, requires = "annotate")]
    pub explain: bool,

    /// Keeps the moves before the first illegal one; the rest of the game becomes a comment.
    #[arg(long)]
    pub keep_legal: bool,

    /// Overwrites the `--annotate` file if all games could be read.
    #[arg(long, requires = "annotate")]
    pub force: bool,
}

const DEFAULT_NODES: u64 = 100_000;

impl AnalyzeArgs {
    fn limits(&self) -> Limits {
        let unlimited = self.depth.is_none() && self.movetime.is_none();
        Limits {
            depth: self.depth,
            nodes: self.nodes.or(unlimited.then_some(DEFAULT_NODES)),
            movetime: self.movetime.map(Duration::from_millis),
            ..Limits::default()
        }
    }

    /// The limits in words.
    fn effort(&self) -> String {
        let limits = self.limits();
        let depth = limits.depth.map(|depth| format!("depth {depth}"));
        let nodes = limits.nodes.map(|nodes| format!("nodes {nodes}"));
        let time = self.movetime.map(|millis| format!("movetime {millis}"));
        let words: Vec<String> = [depth, nodes, time].into_iter().flatten().collect();
        words.join(" ")
    }
}

/// Analyses each game of the files. Refused games are reported and skipped; the exit status is then 1.
pub fn run(game: Option<&str>, args: &AnalyzeArgs) -> anyhow::Result<()> {
    let annotate = args.annotate.as_deref();
    let annotates_stdout = annotate == Some(Path::new("-"));
    ensure!(
        !(args.json && annotates_stdout),
        UsageError("only one of --json and --annotate - can use standard output".to_owned())
    );
    let open = |path: &Path| {
        refuse_inputs(path, &args.files).map_err(UsageError::from)?;
        OutputFile::open(Some(path), args.force)
    };
    let annotate = annotate.map(open);
    let mut sink = Sink {
        show_text: !args.json && !annotates_stdout,
        json: args.json,
        explain: args.explain,
        effort: args.effort(),
        annotate: annotate.transpose()?,
        table: TextTable::new(args.opening.into()),
        progress: Progress::of_moves(),
        text: String::new(),
    };
    let progress = sink.progress.clone();
    let mut workers = WorkerPool::new(&args.limits(), args.threads.into(), &progress)?;
    let count = games::each(&args.files, game, args.keep_legal, &progress, |found| {
        let finished = workers.add(found)?;
        finished.iter().try_for_each(|finished| sink.take(finished))
    })?;
    while let Some(finished) = workers.next()? {
        sink.take(&finished)?;
    }
    let unwritten = sink.end(count.completeness())?;
    let mut summary = count.summary();
    if let Some(message) = &unwritten {
        summary.push_str(&format!("; {message}"));
    }
    if !count.is_clean() || unwritten.is_some() {
        bail!("{summary}");
    }
    // Standard error may be closed.
    let _ = writeln!(stderr(), "{summary}");
    Ok(())
}

/// The outputs of an analysis.
struct Sink {
    show_text: bool,
    json: bool,
    explain: bool,
    effort: String,
    annotate: Option<OutputFile>,
    table: TextTable,
    progress: Progress,
    text: String,
}

impl Sink {
    fn take(&mut self, finished: &AnalyzedGame) -> anyhow::Result<()> {
        self.text.clear();
        if self.json {
            self.text.push_str(&json::line(finished, &self.effort)?);
        }
        if self.show_text {
            text::write(finished, &mut self.text);
        }
        if !self.text.is_empty() {
            self.progress.print(&self.text)?;
        }
        if let Some(output) = &mut self.annotate {
            let annotated = annotated(&finished.record, &finished.review, self.explain);
            let mut text = String::new();
            // Every game can be written in PGN style.
            let _ = write(&annotated, OutputFormat::Pgn, &mut text);
            output.write(text)?;
        }
        self.table.add(finished);
        Ok(())
    }

    /// Completes the file; returns a message if it is not written.
    fn end(self, completeness: Completeness) -> anyhow::Result<Option<String>> {
        if self.show_text {
            let table = self.table.text();
            if !table.is_empty() {
                self.progress.print(&table)?;
            }
        }
        self.progress.end();
        standard_output().flush()?;
        let annotated = self.annotate.map(|output| output.finish(completeness));
        Ok(annotated.transpose()?.flatten())
    }
}

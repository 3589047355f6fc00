//! What becomes of the games: text, statistics or an index.

use anyhow::Context;

use ringstack_engine::play::index::{DEFAULT_PLIES, IndexBuilder};
use ringstack_engine::play::record::{GameRecord, OutputFormat, write};

use super::stats::Stats;
use super::{ConvertArgs, FormatArg};
use crate::commands::output::OutputFile;

/// The consumer of the games.
pub enum Sink {
    Games { to: OutputFormat, text: String },
    Stats { stats: Stats, csv: bool },
    Index(IndexBuilder),
}

impl Sink {
    pub fn new(args: &ConvertArgs) -> Sink {
        if let Some(plies) = args.stats {
            return Sink::Stats {
                stats: Stats::new(usize::from(plies)),
                csv: args.csv,
            };
        }
        let to = match args.to {
            FormatArg::Pgn => OutputFormat::Pgn,
            FormatArg::Jsonl => OutputFormat::JsonLines,
            FormatArg::List => OutputFormat::List,
            FormatArg::Official => OutputFormat::Official,
            FormatArg::LittleGolem => OutputFormat::LittleGolem,
            FormatArg::Index => {
                let plies = args.index_plies.map_or(DEFAULT_PLIES, usize::from);
                return Sink::Index(IndexBuilder::new(plies));
            }
        };
        Sink::Games {
            to,
            text: String::new(),
        }
    }

    /// Takes a game. Returns whether the output can hold it.
    pub fn add(&mut self, record: &GameRecord, output: &mut OutputFile) -> anyhow::Result<bool> {
        match self {
            Sink::Games { to, text } => {
                text.clear();
                let is_written = write(record, *to, text);
                output.write(text)?;
                Ok(is_written)
            }
            Sink::Stats { stats, .. } => {
                stats.add(record);
                Ok(true)
            }
            Sink::Index(builder) => Ok(builder.add(record)?),
        }
    }

    /// Writes what depends on all games.
    pub fn end(self, output: &mut OutputFile) -> anyhow::Result<()> {
        match self {
            Sink::Games { .. } => Ok(()),
            Sink::Stats { stats, csv: false } => output.write(stats.table()),
            Sink::Stats { stats, csv: true } => output.write(stats.csv()),
            Sink::Index(builder) => builder
                .finish(&mut output.stream())
                .context("cannot write the index"),
        }
    }
}

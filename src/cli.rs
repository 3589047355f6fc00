//! The command line, as types.

use clap::builder::PossibleValuesParser;
use clap::{Parser, Subcommand};

use ringstack::games;

/// A UGI engine for DVONN, ZÈRTZ, GIPF and Diaballik.
#[derive(Debug, Parser)]
#[command(version)]
pub struct Cli {
    /// The game and its rule set.
    #[arg(
        long,
        global = true,
        value_name = "ID",
        ignore_case = true,
        value_parser = PossibleValuesParser::new(games::ids())
    )]
    pub game: Option<String>,

    /// What to do; without it the engine speaks UGI.
    #[command(subcommand)]
    pub command: Option<Task>,
}

/// What the program can do.
#[derive(Debug, Subcommand)]
pub enum Task {
    /// Speaks UGI over standard input and output.
    Ugi,
    /// Counts the sequences of legal moves from a position.
    Perft(PerftArgs),
    /// Searches fixed positions of every game; the node count is the fingerprint of the search.
    Bench(BenchArgs),
    /// Draws a position.
    Show(ShowArgs),
}

/// What to count.
#[derive(Debug, clap::Args)]
pub struct PerftArgs {
    /// The number of plies.
    #[arg(value_parser = clap::value_parser!(u32).range(0..=99))]
    pub depth: u32,

    /// The position; the start position when left out.
    #[arg(long)]
    pub fen: Option<String>,

    /// Counts below each legal move, too.
    #[arg(long)]
    pub divide: bool,
}

/// What to search.
#[derive(Debug, clap::Args)]
pub struct BenchArgs {
    /// The depth in plies.
    #[arg(default_value_t = ringstack::ugi::bench::DEPTH)]
    pub depth: u32,

    /// The node count that is expected; any other is a failure.
    #[arg(long, value_name = "NODES")]
    pub expect: Option<u64>,
}

/// What to draw.
#[derive(Debug, clap::Args)]
pub struct ShowArgs {
    /// The position; the start position when left out.
    pub fen: Vec<String>,
}

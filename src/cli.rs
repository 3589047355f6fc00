//! The command line, as types.

use std::path::PathBuf;

use clap::builder::PossibleValuesParser;
use clap::{Parser, Subcommand};

use ringstack::games;

use crate::commands::r#match::args::MatchArgs;

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
    /// Checks the facts of suite files; the exit status tells whether all hold.
    Suite(SuiteArgs),
    /// Plays a game with you in the terminal.
    Play(PlayArgs),
    /// Goes through games and says what each move was worth.
    Analyze(AnalyzeArgs),
    /// Plays engines against each other.
    Match(Box<MatchArgs>),
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
    #[arg(default_value_t = ringstack::play::bench::DEPTH)]
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

    /// Writes an SVG picture to this file (`-` for standard output) instead of text.
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,
}

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

/// How to play.
#[derive(Debug, clap::Args)]
pub struct PlayArgs {
    /// The position; the start position when left out.
    #[arg(long)]
    pub fen: Option<String>,

    /// The side you play; the engine plays the others.
    #[arg(long, value_enum, default_value_t = Human::P1)]
    pub side: Human,

    /// The strength of the engine, 0 to 20.
    #[arg(long, default_value_t = 20, value_parser = clap::value_parser!(u8).range(0..=20))]
    pub level: u8,

    /// The time of the engine for a move, in milliseconds.
    #[arg(long, default_value_t = 1000, value_name = "MS")]
    pub movetime: u64,
}

/// Who of the players is a person.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Human {
    /// Player 1.
    P1,
    /// Player 2.
    P2,
    /// Both players.
    Both,
    /// Nobody: the engine plays itself.
    None,
}

/// What to analyze.
#[derive(Debug, clap::Args)]
pub struct AnalyzeArgs {
    /// A record of a match, or a file with a game or position a line:
    /// `[GAME-ID] startpos|FEN [moves TOKEN...]`.
    pub file: PathBuf,

    /// Ends each search at this depth, in plies.
    #[arg(long)]
    pub depth: Option<i32>,

    /// Ends each search after this many nodes (100000 when no limit is given).
    #[arg(long)]
    pub nodes: Option<u64>,

    /// Ends each search after this time, in milliseconds.
    #[arg(long, value_name = "MS")]
    pub movetime: Option<u64>,

    /// Writes an SVG picture of each position into this folder.
    #[arg(long, value_name = "DIR")]
    pub svg: Option<PathBuf>,
}

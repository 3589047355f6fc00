//! The command line of `ringstack match`, as types.

use std::path::PathBuf;

use clap::builder::NonEmptyStringValueParser;
use clap::{Args, Subcommand, ValueEnum};

use ringstack_arena::schedule::Shard;
use ringstack_engine::play::random_setup;
use ringstack_engine::time_control::{self, ClockControl, TimeControl};

use crate::commands::own_name;

/// What to play.
#[derive(Debug, Args)]
#[command(
    args_conflicts_with_subcommands = true,
    after_help = "An engine is a command with its arguments, after settings: \
    --engine 'name=new option.Hash=64 nodes=5000 ./ringstack'. The command 'self' is this program. \
    Settings: name=, option.NAME=, tc=, movetime=, nodes=, depth=, and instead of the command \
    cmd=, args=, dir=, proto=ugi as in fastchess. Engines must speak UGI.\n\n\
    Spaces separate arguments. Single or double quotes keep an argument with spaces together, and each \
    kind may contain the other: --engine \"name='my engine' './my engine' --book 'a b.txt'\". \
    There is no other quoting: a backslash is an ordinary character."
)]
pub struct MatchArgs {
    /// What to do instead of playing.
    #[command(subcommand)]
    pub task: Option<MatchTask>,

    /// An engine; give this option at least twice.
    #[arg(long = "engine", value_name = "SPEC")]
    pub engines: Vec<String>,

    /// Settings for all engines, such as "option.Hash=64 tc=10+0.1"; an engine's own settings come first.
    #[arg(long, value_name = "SETTINGS")]
    pub each: Option<String>,

    /// The first engine plays all others, instead of a round robin.
    #[arg(long)]
    pub gauntlet: bool,

    /// A game unknown to ringstack; the engines' answers decide the results.
    #[arg(long, value_name = "ID")]
    pub foreign_game: Option<String>,

    /// The number of rounds. In each, every pairing plays one opening twice, with sides changed.
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    pub rounds: u64,

    /// The number of games played at the same time.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub concurrency: u16,

    /// Binds each game's engines to cores of their own: one, or as many as the larger Threads value. Linux
    /// only.
    #[arg(long)]
    pub affinity: bool,

    /// The pause between two games, in milliseconds. Concurrent games pause separately.
    #[arg(long, value_name = "MS", default_value_t = 0, value_parser = clap::value_parser!(u64).range(..=MAX_MS))]
    pub wait: u64,

    /// Exits with an error if any engine fails.
    #[arg(long)]
    pub strict: bool,

    /// Suspends an engine after this many failed starts in a row; `--resume` plays its games later.
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..))]
    pub start_failures: u32,

    /// The time control.
    #[command(flatten)]
    pub time: TimeArgs,

    /// The openings.
    #[command(flatten)]
    pub openings: OpeningArgs,

    /// The test.
    #[command(flatten)]
    pub test: TestArgs,

    /// The end of games.
    #[command(flatten)]
    pub ends: EndArgs,

    /// The files.
    #[command(flatten)]
    pub files: FileArgs,
}

/// What else can be done with matches.
#[derive(Debug, Subcommand)]
pub enum MatchTask {
    /// Merges the records of a split match.
    Merge {
        /// The records.
        #[arg(required = true)]
        records: Vec<PathBuf>,

        /// Exits with an error if any engine failed.
        #[arg(long)]
        strict: bool,
    },
}

/// The maximum time of an engine, in seconds and in milliseconds.
const MAX_LENGTH: u64 = time_control::MAX_SECONDS as u64;
const MAX_MS: u64 = MAX_LENGTH * 1000;

/// The time controls of engines.
#[derive(Debug, Args)]
#[command(next_help_heading = "Time control")]
pub struct TimeArgs {
    /// A clock: 10+0.1 gives 10 seconds per game and 0.1 seconds per move; 40/10+0.1 gives the
    /// 10 seconds again every 40 moves.
    #[arg(long, value_name = "TIME", value_parser = ClockControl::parse)]
    pub tc: Option<ClockControl>,

    /// The time per move, in milliseconds.
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..=MAX_MS))]
    pub movetime: Option<u64>,

    /// The nodes per move.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: Option<u64>,

    /// The search depth per move, in plies.
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u32).range(1..))]
    pub depth: Option<u32>,

    /// The tolerance for late moves, in milliseconds [default: 50 if an engine has a clock, 250 with only times
    /// per move].
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(..=MAX_MS))]
    pub margin: Option<u64>,

    /// The time limit for a move without --tc or --movetime, in seconds.
    #[arg(long, alias = "longest-think", value_name = "SECONDS", default_value_t = 300, value_parser = clap::value_parser!(u64).range(1..=MAX_LENGTH))]
    pub search_timeout: u64,

    /// The time limit for an engine's start and for every answer except moves, in seconds.
    #[arg(long, alias = "patience", value_name = "SECONDS", default_value_t = 20, value_parser = clap::value_parser!(u64).range(1..=MAX_LENGTH))]
    pub timeout: u64,
}

impl TimeArgs {
    /// The time control of engines without their own.
    pub fn time_control(&self) -> TimeControl {
        TimeControl {
            clock: self.tc,
            movetime: self.movetime,
            nodes: self.nodes,
            depth: self.depth,
        }
    }
}

/// The options that exclude random openings.
const NOT_RANDOM: [&str; 2] = ["openings", "foreign_game"];

/// The order of the openings of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum OpeningsOrder {
    /// File order.
    Sequential,
    /// Shuffled.
    Random,
}

/// Where games begin.
#[derive(Debug, Args)]
#[command(next_help_heading = "Openings")]
pub struct OpeningArgs {
    /// A file with one opening per line: a FEN or a list of moves. In a foreign game a line is a FEN unless it
    /// begins with `startpos` or `moves`.
    #[arg(long, value_name = "FILE", value_parser = own_name())]
    pub openings: Option<PathBuf>,

    /// The order of the openings in the file: `random` shuffles them by --seed.
    #[arg(long, value_name = "ORDER", default_value_t = OpeningsOrder::Sequential, value_enum, requires = "openings")]
    pub openings_order: OpeningsOrder,

    /// The number of the first opening, in this order; earlier ones come last.
    #[arg(long, value_name = "N", default_value_t = 1, requires = "openings", value_parser = clap::value_parser!(u64).range(1..))]
    pub openings_start: u64,

    /// Without --openings, the number of random plies before each game; 0 for none.
    #[arg(long, value_name = "PLIES", default_value_t = 6, conflicts_with_all = NOT_RANDOM)]
    pub random_plies: u16,

    /// The seed for random openings and --openings-order random [default: 1].
    #[arg(long)]
    pub seed: Option<u64>,

    /// Random set-ups, one per round, instead of random plies; only in games that begin with placing pieces.
    #[arg(long, value_name = "SEED", conflicts_with_all = NOT_RANDOM, conflicts_with_all = ["random_plies", "seed"])]
    pub random_setup: Option<u64>,

    /// The maximum advantage in a random opening, in centipawns, as a short search sees it.
    #[arg(long, value_name = "CP", default_value_t = random_setup::BALANCE, conflicts_with_all = NOT_RANDOM, value_parser = clap::value_parser!(i32).range(0..))]
    pub balance: i32,

    /// Skips the balance check.
    #[arg(long, conflicts_with = "balance", conflicts_with_all = NOT_RANDOM)]
    pub unbalanced: bool,
}

/// The test that ends a match.
#[derive(Debug, Args)]
#[command(next_help_heading = "Test")]
pub struct TestArgs {
    /// Ends the match when the test decides; the first decision is final. Two engines only. ELO0 must be at
    /// least 0.01 below ELO1; ALPHA and BETA are error rates from 0.000001 to below 0.5.
    #[arg(
        long,
        num_args = 4,
        value_names = ["ELO0", "ELO1", "ALPHA", "BETA"],
        allow_negative_numbers = true
    )]
    pub sprt: Option<Vec<f64>>,

    /// The unit of the hypotheses: Elo by the expected score, or Elo normalised by the standard
    /// deviation per game.
    #[arg(
        long,
        value_name = "UNIT",
        value_parser = ["logistic", "normalised"],
        default_value = "logistic",
        requires = "sprt"
    )]
    pub sprt_model: String,
}

/// The adjudication of games.
#[derive(Debug, Args)]
#[command(next_help_heading = "End of games")]
pub struct EndArgs {
    /// Scores a game as a draw after this many plies, opening included.
    #[arg(long, value_name = "PLIES", default_value_t = 400, value_parser = clap::value_parser!(u32).range(1..))]
    pub max_plies: u32,

    /// Scores a game as won when both engines agree for PLIES plies on an advantage of at least CP
    /// centipawns.
    #[arg(long, num_args = 2, value_names = ["PLIES", "CP"])]
    pub win_agreement: Option<Vec<u32>>,

    /// Scores a game as a draw when both engines agree for PLIES plies that no advantage exceeds CP
    /// centipawns.
    #[arg(long, num_args = 2, value_names = ["PLIES", "CP"])]
    pub draw_agreement: Option<Vec<u32>>,

    /// Lets --draw-agreement end a game only after this many plies, opening included.
    #[arg(
        long,
        value_name = "PLIES",
        default_value_t = 0,
        requires = "draw_agreement"
    )]
    pub draw_after: u32,

    /// Scores a game as lost for an engine whose own last PLIES scores are all -CP centipawns or less.
    #[arg(long, num_args = 2, value_names = ["PLIES", "CP"])]
    pub resign: Option<Vec<u32>>,

    /// Does not check the results that engines report.
    #[arg(long)]
    pub no_result_check: bool,
}

/// The files of a match, and the part of it to play.
#[derive(Debug, Args)]
#[command(next_help_heading = "Records")]
pub struct FileArgs {
    /// Writes the games to this file, one line of JSON per game.
    #[arg(long, value_name = "FILE", value_parser = own_name())]
    pub record: Option<PathBuf>,

    /// Continues the match in the record file, if the file exists.
    #[arg(long, requires = "record")]
    pub resume: bool,

    /// Appends the games to this file as PGN. `convert` writes the same games from the record.
    #[arg(long, value_name = "FILE", value_parser = own_name())]
    pub games: Option<PathBuf>,

    /// Appends the lines exchanged before each failure to this file [default: a file beside the
    /// record].
    #[arg(long, value_name = "FILE", value_parser = own_name())]
    pub log: Option<PathBuf>,

    /// The Event tag of the games [default: the match fingerprint].
    #[arg(long, value_name = "NAME", value_parser = NonEmptyStringValueParser::new())]
    pub event: Option<String>,

    /// The Site tag of the games.
    #[arg(long, value_name = "NAME", value_parser = NonEmptyStringValueParser::new())]
    pub site: Option<String>,

    /// Plays shard I of N when a match runs on several machines; `merge` evaluates the test.
    #[arg(long, value_name = "I/N", default_value_t = Shard::WHOLE)]
    pub shard: Shard,

    /// Prints no line per game, only each engine's first failure.
    #[arg(long)]
    pub quiet: bool,

    /// Prints the table after every N games, instead of a line every 10 seconds.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub rating_interval: Option<u64>,
}

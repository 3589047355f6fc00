//! The command line: what the program can do. Each subcommand has its arguments in its own file.

use clap::builder::PossibleValuesParser;
use clap::{Parser, Subcommand};

use ringstack::games;

use crate::commands::analyze::AnalyzeArgs;
use crate::commands::bench::BenchArgs;
use crate::commands::convert::ConvertArgs;
use crate::commands::r#match::args::MatchArgs;
use crate::commands::perft::PerftArgs;
use crate::commands::play::PlayArgs;
use crate::commands::shell::{CompletionsArgs, ManArgs};
use crate::commands::show::ShowArgs;
use crate::commands::suite::SuiteArgs;

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
    /// Converts games from one format to another.
    Convert(ConvertArgs),
    /// Serves the board in the browser: to play, watch and study.
    #[cfg(feature = "gui")]
    Gui(crate::commands::gui::GuiArgs),
    /// Plays engines against each other.
    Match(Box<MatchArgs>),
    /// Prints a script that makes a shell complete our command lines.
    Completions(CompletionsArgs),
    /// Prints a page of the manual, in roff.
    Man(ManArgs),
}

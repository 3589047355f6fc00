//! The command line. Each subcommand defines its arguments in its own file.

use clap::builder::PossibleValuesParser;
use clap::error::ErrorKind;
use clap::{Arg, Command, CommandFactory, FromArgMatches, Parser, Subcommand};

use ringstack_engine::games;

use crate::commands::analyze::AnalyzeArgs;
use crate::commands::bench::BenchArgs;
use crate::commands::compliance::ComplianceArgs;
use crate::commands::convert::ConvertArgs;
use crate::commands::explore::ExploreArgs;
use crate::commands::r#match::args::MatchArgs;
use crate::commands::perft::PerftArgs;
use crate::commands::play::PlayArgs;
use crate::commands::shell::{CompletionsArgs, ManArgs};
use crate::commands::show::ShowArgs;
use crate::commands::suite::SuiteArgs;

/// The maximum width of the help, in columns; wider lines are hard to read.
const MAX_HELP_WIDTH: usize = 100;

/// Ends the help of the program.
const EXIT_STATUSES: &str = "The exit status is 0 on success, 1 if a command fails, and 2 for a wrong command line. \
    If a signal interrupts a command that runs engines, it is 128 plus the signal number: 130 for Ctrl-C, also on \
    Windows. `suite`, `compliance`, `bench`, `analyze`, `convert` and `match` fail if the reader of their output \
    closes it early.";

/// A UGI engine for DVONN, ZÈRTZ, GIPF and Diaballik.
#[derive(Debug, Parser)]
#[command(name = "ringstack", version, max_term_width = MAX_HELP_WIDTH, after_long_help = EXIT_STATUSES)]
pub struct Cli {
    /// The game [default: dvonn].
    #[arg(
        long,
        global = true,
        value_name = "ID",
        ignore_case = true,
        value_parser = PossibleValuesParser::new(games::ids())
    )]
    pub game: Option<String>,

    /// The command; without one the engine speaks UGI.
    #[command(subcommand)]
    pub command: Option<CliCommand>,
}

/// The subcommands.
#[derive(Debug, Subcommand)]
pub enum CliCommand {
    /// Speaks UGI over standard input and output; the default without a command.
    Ugi,
    /// Counts the sequences of legal moves from a position.
    Perft(PerftArgs),
    /// Searches fixed positions of every game and prints the node count, a fingerprint of the search.
    ///
    /// --game limits it to one game.
    Bench(BenchArgs),
    /// Draws a position.
    Show(ShowArgs),
    /// Checks the facts in suite files; the exit status is 1 if one is wrong.
    Suite(SuiteArgs),
    /// Checks whether a UGI engine follows the protocol; the exit status is 1 if a step fails.
    Compliance(ComplianceArgs),
    /// Plays a game with you in the terminal.
    Play(PlayArgs),
    /// Analyses games and rates each move.
    ///
    /// --game is for files that do not name a game.
    Analyze(AnalyzeArgs),
    /// Converts games between formats, counts their openings or indexes them.
    ///
    /// --game is for files that do not name a game.
    Convert(ConvertArgs),
    /// Shows the moves played in a position, from an index of games.
    ///
    /// --game defaults to the most common game in the index.
    Explore(ExploreArgs),
    /// Opens a board in the browser to play, watch and study games.
    ///
    /// --game defaults to the game that was on the board.
    Gui(crate::commands::gui::GuiArgs),
    /// Plays engines against each other.
    Match(Box<MatchArgs>),
    /// Prints a completion script for a shell.
    Completions(CompletionsArgs),
    /// Prints a manual page in roff.
    Man(ManArgs),
}

impl Cli {
    /// Reads the command line.
    ///
    /// # Errors
    /// The help text, or a usage error.
    pub fn read() -> Result<Cli, clap::Error> {
        let mut matches = Cli::program().try_get_matches()?;
        let cli = Cli::from_arg_matches_mut(&mut matches)?;
        let command = cli.command.as_ref().filter(|_| cli.game.is_some());
        match command.and_then(CliCommand::refuses_game) {
            None => Ok(cli),
            Some(by) => {
                let message = format!("the argument '--game <ID>' cannot be used with '{by}'");
                Err(Cli::program().error(ErrorKind::ArgumentConflict, message))
            }
        }
    }

    /// The command line. The help of commands that refuse `--game` does not list it.
    pub fn program() -> Command {
        let program = Cli::command();
        let is_game = |arg: &&Arg| arg.get_id() == "game";
        let game = program.get_arguments().find(is_game).cloned();
        let Some(game) = game else {
            return program;
        };
        let hidden = game.hide(true);
        let hide = |command: Command| command.arg(hidden.clone());
        program
            .mut_subcommand("suite", hide)
            .mut_subcommand("completions", hide)
            .mut_subcommand("man", hide)
            .mut_subcommand("match", |command| command.mut_subcommand("merge", hide))
    }
}

impl CliCommand {
    /// Whether the command must run to its end even if its output is closed, because its exit status
    /// or its files carry a result.
    pub fn must_finish(&self) -> bool {
        matches!(
            self,
            CliCommand::Bench(_)
                | CliCommand::Suite(_)
                | CliCommand::Compliance(_)
                | CliCommand::Analyze(_)
                | CliCommand::Convert(_)
        )
    }

    /// The part of the command line that leaves no choice of a game, if there is one.
    fn refuses_game(&self) -> Option<&'static str> {
        match self {
            CliCommand::Suite(_) => Some("suite"),
            CliCommand::Completions(_) => Some("completions"),
            CliCommand::Man(_) => Some("man"),
            CliCommand::Match(args) if args.task.is_some() => Some("merge"),
            CliCommand::Match(args) if args.foreign_game.is_some() => Some("--foreign-game <ID>"),
            _ => None,
        }
    }
}

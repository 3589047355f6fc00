//! The command line. Each subcommand defines its arguments in its own file.

use clap::builder::PossibleValuesParser;
use clap::error::ErrorKind;
use clap::{Args, CommandFactory, FromArgMatches, Parser, Subcommand};

use ringstack::games;

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

/// A UGI engine for DVONN, ZÈRTZ, GIPF and Diaballik.
///
/// The exit status is 0 on success, 1 if a command fails, and 2 for a wrong command line. If a signal interrupts
/// a command that runs engines, it is 128 plus the signal number: 130 for Ctrl-C, also on Windows. `suite`,
/// `compliance`, `bench`, `analyze`, `convert` and `match` fail if the reader of their output closes it early.
#[derive(Debug, Parser)]
#[command(name = "ringstack", version, max_term_width = MAX_HELP_WIDTH)]
pub struct Cli {
    /// The game; also accepted before a command that has this option.
    #[command(flatten)]
    pub game: GameArg,

    /// The command; without one the engine speaks UGI.
    #[command(subcommand)]
    pub command: Option<CliCommand>,
}

/// The subcommands.
#[derive(Debug, Subcommand)]
pub enum CliCommand {
    /// Speaks UGI over standard input and output; the default without a command.
    Ugi(GameArg),
    /// Counts the sequences of legal moves from a position.
    Perft(GameCommand<PerftArgs>),
    /// Searches fixed positions of every game and prints the node count, a fingerprint of the search.
    Bench(GameCommand<BenchArgs>),
    /// Draws a position.
    Show(GameCommand<ShowArgs>),
    /// Checks the facts in suite files; the exit status is 1 if one is wrong.
    Suite(SuiteArgs),
    /// Checks whether a UGI engine follows the protocol; the exit status is 1 if a step fails.
    Compliance(GameCommand<ComplianceArgs>),
    /// Plays a game with you in the terminal.
    Play(GameCommand<PlayArgs>),
    /// Analyses games and rates each move.
    Analyze(GameCommand<AnalyzeArgs>),
    /// Converts games between formats, counts their openings or indexes them.
    Convert(GameCommand<ConvertArgs>),
    /// Shows the moves played in a position, from an index of games.
    Explore(GameCommand<ExploreArgs>),
    /// Opens a board in the browser to play, watch and study games.
    #[cfg(feature = "gui")]
    Gui(GameCommand<crate::commands::gui::GuiArgs>),
    /// Plays engines against each other.
    Match(Box<GameCommand<MatchArgs>>),
    /// Prints a completion script for a shell.
    Completions(CompletionsArgs),
    /// Prints a manual page in roff.
    Man(ManArgs),
}

/// The option `--game`.
#[derive(Debug, Args)]
pub struct GameArg {
    /// The game and its rule set.
    #[arg(
        id = "game",
        long = "game",
        value_name = "ID",
        ignore_case = true,
        value_parser = PossibleValuesParser::new(games::ids())
    )]
    pub id: Option<String>,
}

impl GameArg {
    /// The id, or that of the default game.
    pub fn or_default(&self) -> &str {
        self.id.as_deref().unwrap_or(games::DEFAULT)
    }
}

/// The arguments of a command that has the option `--game`.
#[derive(Debug, Args)]
pub struct GameCommand<A: Args> {
    #[command(flatten)]
    pub game: GameArg,
    #[command(flatten)]
    pub args: A,
}

/// The help of `--game` for each command: what it means and the default.
const GAME_HELP: &[(&str, &str)] = &[
    (
        "ugi",
        "The initial game and rule set; the option Game changes it [default: dvonn]",
    ),
    ("perft", "The game and its rule set [default: dvonn]"),
    (
        "bench",
        "Search only the positions of this game and rule set [default: all games]",
    ),
    ("show", "The game and its rule set [default: dvonn]"),
    (
        "compliance",
        "The game and its rule set that the engine plays [default: dvonn]",
    ),
    ("play", "The game and its rule set [default: dvonn]"),
    ("analyze", FILES_GAME),
    ("convert", FILES_GAME),
    (
        "explore",
        "The game and its rule set [default: the most common game in the index]",
    ),
    ("match", "The game and its rule set [default: dvonn]"),
    #[cfg(feature = "gui")]
    (
        "gui",
        "The first game and its rule set [default: the game that was on the board, or dvonn]",
    ),
];

const FILES_GAME: &str = "The game and rule set of files that do not name one";

impl Cli {
    /// The command line, with the help of `--game` for each command.
    pub fn program() -> clap::Command {
        GAME_HELP
            .iter()
            .fold(Cli::command(), |program, (name, help)| {
                program.mut_subcommand(name, |command| {
                    command.mut_arg("game", |game| game.help(*help))
                })
            })
    }

    /// Reads the command line.
    ///
    /// # Errors
    /// The help text, or a usage error.
    pub fn read() -> Result<Cli, clap::Error> {
        let mut program = Cli::program();
        let matches = program.try_get_matches_from_mut(std::env::args_os())?;
        let mut cli =
            Cli::from_arg_matches(&matches).map_err(|error| error.format(&mut program))?;
        if let (Some(id), Some(task)) = (&cli.game.id, &mut cli.command) {
            task.set_game(id)
                .map_err(|(kind, message)| Cli::program().error(kind, message))?;
        }
        Ok(cli)
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

    /// Passes on the game that was named before the command.
    fn set_game(&mut self, id: &str) -> Result<(), (ErrorKind, String)> {
        let refuse = |by: &str| {
            let message = format!("the argument '--game <ID>' cannot be used with {by}");
            Err((ErrorKind::ArgumentConflict, message))
        };
        let game = match self {
            CliCommand::Ugi(game)
            | CliCommand::Perft(GameCommand { game, .. })
            | CliCommand::Bench(GameCommand { game, .. })
            | CliCommand::Show(GameCommand { game, .. })
            | CliCommand::Compliance(GameCommand { game, .. })
            | CliCommand::Play(GameCommand { game, .. })
            | CliCommand::Analyze(GameCommand { game, .. })
            | CliCommand::Convert(GameCommand { game, .. })
            | CliCommand::Explore(GameCommand { game, .. }) => game,
            #[cfg(feature = "gui")]
            CliCommand::Gui(GameCommand { game, .. }) => game,
            CliCommand::Match(it) if it.args.task.is_some() => {
                return refuse("a subcommand that works on records");
            }
            CliCommand::Match(it) if it.args.foreign_game.is_some() => {
                return refuse("'--foreign-game <ID>'");
            }
            CliCommand::Match(it) => &mut it.game,
            CliCommand::Suite(_) => return refuse("'suite': each record names its game"),
            CliCommand::Completions(_) => return refuse("'completions'"),
            CliCommand::Man(_) => return refuse("'man'"),
        };
        if game.id.is_some() {
            return Err((ErrorKind::ArgumentConflict, "--game given twice".to_owned()));
        }
        game.id = Some(id.to_owned());
        Ok(())
    }
}

//! The command line: what the program can do. Each subcommand has its arguments in its own file.

use clap::builder::PossibleValuesParser;
use clap::error::ErrorKind;
use clap::{Args, CommandFactory, FromArgMatches, Parser, Subcommand};

use ringstack::games;

use crate::commands::analyze::AnalyzeArgs;
use crate::commands::bench::BenchArgs;
use crate::commands::compliance::ComplianceArgs;
use crate::commands::convert::ConvertArgs;
use crate::commands::r#match::args::MatchArgs;
use crate::commands::perft::PerftArgs;
use crate::commands::play::PlayArgs;
use crate::commands::shell::{CompletionsArgs, ManArgs};
use crate::commands::show::ShowArgs;
use crate::commands::suite::SuiteArgs;

/// The longest line of the help, in columns, however wide the terminal is: longer ones read badly.
const WIDEST: usize = 100;

/// A UGI engine for DVONN, ZÈRTZ, GIPF and Diaballik.
#[derive(Debug, Parser)]
#[command(version, max_term_width = WIDEST)]
pub struct Cli {
    /// The game; it may stand before a command that has one.
    #[command(flatten)]
    pub game: GameArg,

    /// What to do; without it the engine speaks UGI.
    #[command(subcommand)]
    pub command: Option<Task>,
}

/// What the program can do.
#[derive(Debug, Subcommand)]
pub enum Task {
    /// Speaks UGI over standard input and output, as the program does without a command.
    Ugi(GameArg),
    /// Counts the sequences of legal moves from a position.
    Perft(InGame<PerftArgs>),
    /// Searches fixed positions of every game; the node count is the fingerprint of the search.
    Bench(InGame<BenchArgs>),
    /// Draws a position.
    Show(InGame<ShowArgs>),
    /// Checks the facts of suite files; the exit status tells whether all hold.
    Suite(SuiteArgs),
    /// Checks whether a UGI engine follows the protocol; the exit status is 1 if a step fails.
    Compliance(InGame<ComplianceArgs>),
    /// Plays a game with you in the terminal.
    Play(InGame<PlayArgs>),
    /// Goes through games and says what each move was worth.
    Analyze(InGame<AnalyzeArgs>),
    /// Converts games from one format to another.
    Convert(InGame<ConvertArgs>),
    /// Serves the board in the browser: to play, watch and study.
    #[cfg(feature = "gui")]
    Gui(InGame<crate::commands::gui::GuiArgs>),
    /// Plays engines against each other.
    Match(Box<InGame<MatchArgs>>),
    /// Prints a script that makes a shell complete our command lines.
    Completions(CompletionsArgs),
    /// Prints a page of the manual, in roff.
    Man(ManArgs),
}

/// The game that something is about.
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
    /// The id, or that of the usual game.
    pub fn or_default(&self) -> &str {
        self.id.as_deref().unwrap_or(games::DEFAULT)
    }
}

/// What is done in a game.
#[derive(Debug, Args)]
pub struct InGame<A: Args> {
    #[command(flatten)]
    pub game: GameArg,
    #[command(flatten)]
    pub args: A,
}

/// What each command takes its game for, and what it is without one.
const GAME_HELP: [(&str, &str); 9] = [
    (
        "ugi",
        "The game and its rule set, until the option Game says another [default: dvonn]",
    ),
    ("perft", "The game and its rule set [default: dvonn]"),
    (
        "bench",
        "Only the positions of this game and rule set; those of every game when left out",
    ),
    ("show", "The game and its rule set [default: dvonn]"),
    (
        "compliance",
        "The game and its rule set that the engine plays [default: dvonn]",
    ),
    ("play", "The game and its rule set [default: dvonn]"),
    ("analyze", FILES_GAME),
    ("convert", FILES_GAME),
    ("match", "The game and its rule set [default: dvonn]"),
];

const FILES_GAME: &str = "The game and its rule set, only where a file names none";

impl Cli {
    /// The command line with the help of each command about its game.
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
    /// Help, or what is wrong.
    pub fn read() -> Result<Cli, clap::Error> {
        let mut program = Cli::program();
        let matches = program.try_get_matches_from_mut(std::env::args_os())?;
        let mut cli = Cli::from_arg_matches(&matches).map_err(|told| told.format(&mut program))?;
        if let (Some(id), Some(task)) = (&cli.game.id, &mut cli.command) {
            task.take_game(id)
                .map_err(|(kind, told)| Cli::program().error(kind, told))?;
        }
        Ok(cli)
    }
}

impl Task {
    /// Whether its exit status or its files say more than what it prints: then who closes its output
    /// has not seen everything.
    pub fn has_to_end(&self) -> bool {
        matches!(
            self,
            Task::Bench(_)
                | Task::Suite(_)
                | Task::Compliance(_)
                | Task::Analyze(_)
                | Task::Convert(_)
        )
    }

    /// Takes the game that was named before the command.
    fn take_game(&mut self, id: &str) -> Result<(), (ErrorKind, String)> {
        let refuse = |by: &str| {
            let told = format!("the argument '--game <ID>' cannot be used with {by}");
            Err((ErrorKind::ArgumentConflict, told))
        };
        let game = match self {
            Task::Ugi(game)
            | Task::Perft(InGame { game, .. })
            | Task::Bench(InGame { game, .. })
            | Task::Show(InGame { game, .. })
            | Task::Compliance(InGame { game, .. })
            | Task::Play(InGame { game, .. })
            | Task::Analyze(InGame { game, .. })
            | Task::Convert(InGame { game, .. }) => game,
            #[cfg(feature = "gui")]
            Task::Gui(InGame { game, .. }) => game,
            Task::Match(it) if it.args.task.is_some() => return refuse("what works on records"),
            Task::Match(it) if it.args.foreign_game.is_some() => {
                return refuse("'--foreign-game <ID>'");
            }
            Task::Match(it) => &mut it.game,
            Task::Suite(_) => return refuse("'suite': each record names its game"),
            Task::Completions(_) => return refuse("'completions'"),
            Task::Man(_) => return refuse("'man'"),
        };
        if game.id.is_some() {
            return refuse("itself: expected it once");
        }
        game.id = Some(id.to_owned());
        Ok(())
    }
}

//! `ringstack play`: a game against the engine in the terminal.
//!
//! | file | content |
//! |---|---|
//! | `game` | the game, and the typed commands |
//! | `input` | the typed lines |

mod game;
mod input;

use std::io::Write;
use std::time::Duration;

use ringstack_engine::search::{Limits, Settings};

use super::output::standard_output;
use super::random_setup::RandomSetupArgs;
use game::TerminalGame;
use input::TypedLines;

/// Arguments of `play`.
#[derive(Debug, clap::Args)]
pub struct PlayArgs {
    /// The initial position, as a FEN [default: the start position].
    #[arg(long, allow_hyphen_values = true)]
    pub fen: Option<String>,

    /// A random set-up instead.
    #[command(flatten)]
    pub setup: RandomSetupArgs,

    /// The side you play; the engine plays the other.
    #[arg(long, value_enum, default_value_t = Human::P1)]
    pub side: Human,

    /// The engine's strength, 0 to 20.
    #[arg(long, default_value_t = 20, value_parser = clap::value_parser!(u8).range(0..=20))]
    pub level: u8,

    /// The engine's time per move, in milliseconds.
    #[arg(long, default_value_t = 1000, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..))]
    pub movetime: u64,
}

/// The sides that the user plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Human {
    /// Player 1.
    P1,
    /// Player 2.
    P2,
    /// Both players.
    Both,
    /// Neither: the engine plays itself.
    None,
}

const HELP: &str = "\
Type a move, or one of:
  moves [TEXT]          the legal moves, or those that begin with TEXT
  hint                  what the engine would play
  why                   what your last move allows, and what a better one does
  undo                  take back your last move
  board, fen            show the position, as a picture or as text
  level N               strength of the engine, 0 to 20
  side p1|p2|both|none  the side you play; the engine plays the others
  new [GAME]            start a new game
  save FILE             write the game to a new file
  help, quit";

/// Plays until the user leaves.
pub fn run(game: &str, args: &PlayArgs) -> anyhow::Result<()> {
    let settings = Settings {
        skill: args.level,
        ..Settings::from(Limits {
            movetime: Some(Duration::from_millis(args.movetime)),
            ..Limits::default()
        })
    };
    let fen = args.setup.first_position(game, args.fen.as_deref())?;
    let state = super::open(game, fen.as_deref())?;
    let mut input = TypedLines::new()?;
    let mut game = TerminalGame::new(state, args.side, settings, input.left())?;
    let mut out = standard_output();
    writeln!(out, "{HELP}\n")?;
    game.show(&mut out)?;
    loop {
        if game.is_engines_turn() && !game.left() {
            input.during(|| game.answer(&mut out))?;
            continue;
        }
        let Some(line) = input.next(&game.prompt())? else {
            // The prompt of the shell starts on a new line.
            writeln!(out)?;
            return Ok(());
        };
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((&line, ""));
        match (word, rest.trim()) {
            ("quit" | "exit", "") => return Ok(()),
            (word, rest) => {
                if let Err(error) = input.during(|| game.run(word, rest, &mut out))? {
                    writeln!(out, "{error}")?;
                }
            }
        }
    }
}

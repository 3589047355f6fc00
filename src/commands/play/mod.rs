//! `ringstack play`: a game between a person and the engine in the terminal.
//!
//! | file | what it holds |
//! |---|---|
//! | `args` | the command line |
//! | `command` | what a person may type |
//! | `prompt` | where it comes from: an edited line of a terminal, or a line of any other input |
//! | `table` | the game, and what the typed commands do with it |
//! | `makers` | who has made its turns |
//! | `thinking` | the engine's move, with a sign that it thinks |
//! | `columns` | words in columns |
//! | `saved` | games in files |

mod args;
mod columns;
mod command;
mod makers;
mod prompt;
mod saved;
mod table;
mod thinking;

use std::io::Write;

use crate::commands::output::standard_output;
pub use args::PlayArgs;
use command::{HELP, Typed};
use prompt::{Input, Prompt};
use table::{Next, Table};
use thinking::Thinker;

/// Plays until the person leaves.
pub fn run(game: &str, args: &PlayArgs) -> anyhow::Result<()> {
    let mut prompt = Prompt::open()?;
    let thinker = Thinker::new(prompt.reads_ctrl_c())?;
    let mut table = Table::new(super::open(game, args.fen.as_deref())?, args, thinker);
    let mut out = standard_output();
    writeln!(out, "{HELP}")?;
    table.show(&mut out)?;
    loop {
        if table.is_engines_turn() {
            table.answer(&mut out)?;
            continue;
        }
        let typed = match prompt.read(&table.label(), table.seat(), &mut out)? {
            Input::Line(line) => Typed::read(&line),
            Input::NotText => {
                writeln!(out, "that line is no text: expected UTF-8")?;
                continue;
            }
            Input::Interrupted => {
                writeln!(out, "type quit to leave the game")?;
                continue;
            }
            Input::End => return Ok(()),
        };
        let next = match typed {
            Ok(typed) => table.obey(typed, &mut out)?,
            Err(error) => {
                writeln!(out, "{error}")?;
                Next::Stay
            }
        };
        if next == Next::Leave {
            return Ok(());
        }
    }
}

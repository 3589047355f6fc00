//! The `ringstack` binary: reads the command line and turns errors into exit codes.

#![cfg_attr(
    test,
    allow(
        clippy::expect_used,
        clippy::indexing_slicing,
        clippy::panic,
        clippy::unreachable
    )
)]

mod cli;
mod commands;

use std::io::{self, Write};
use std::process::ExitCode;

use cli::{Cli, Task};
use commands::UsageError;

fn main() -> ExitCode {
    let cli = match Cli::read() {
        Ok(cli) => cli,
        Err(told) => return tell(&told),
    };
    env_logger::init();
    if cli.command.is_none() {
        commands::ugi::greet();
    }
    let task = cli.command.unwrap_or(Task::Ugi(cli.game));
    let has_to_end = task.has_to_end();
    let result = match task {
        Task::Ugi(game) => commands::ugi::run(game.or_default()),
        Task::Perft(it) => commands::perft::run(it.game.or_default(), &it.args),
        Task::Bench(it) => commands::bench::run(it.game.id.as_deref(), &it.args),
        Task::Show(it) => commands::show::run(it.game.or_default(), &it.args),
        Task::Suite(args) => commands::suite::run(&args),
        Task::Play(it) => commands::play::run(it.game.or_default(), &it.args),
        Task::Analyze(it) => commands::analyze::run(it.game.id.as_deref(), &it.args),
        Task::Convert(it) => commands::convert::run(it.game.id.as_deref(), &it.args),
        #[cfg(feature = "gui")]
        Task::Gui(it) => commands::gui::run(it.game.id.as_deref(), it.args),
        Task::Match(it) => commands::r#match::run(it.game.or_default(), &it.args),
        Task::Completions(args) => commands::shell::completions(Cli::program(), &args),
        Task::Man(args) => commands::shell::man(Cli::program(), &args),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        // Whoever closes our output has seen enough, unless something is still to be found or written.
        Err(error) if is_closed_output(&error) && !has_to_end => ExitCode::SUCCESS,
        Err(error) if is_closed_output(&error) => {
            let told =
                "standard output was closed before the end: what was still to be done is not done";
            // Nobody may be there to read it.
            let _ = writeln!(io::stderr(), "ringstack: {told}");
            ExitCode::FAILURE
        }
        Err(error) => {
            // Nobody may be there to read it.
            let _ = writeln!(io::stderr(), "ringstack: {error:#}");
            if error.is::<UsageError>() {
                ExitCode::from(2)
            } else {
                ExitCode::FAILURE
            }
        }
    }
}

/// Prints what the command line is answered with: help, or what is wrong with it.
fn tell(told: &clap::Error) -> ExitCode {
    match told.print() {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            // Nobody may be there to read it.
            let _ = writeln!(io::stderr(), "ringstack: cannot write the help: {error}");
            ExitCode::FAILURE
        }
        _ => u8::try_from(told.exit_code()).map_or(ExitCode::FAILURE, ExitCode::from),
    }
}

fn is_closed_output(error: &anyhow::Error) -> bool {
    error
        .downcast_ref::<io::Error>()
        .is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}

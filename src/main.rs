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

use cli::{Cli, CliCommand};
use commands::UsageError;
use commands::output::{make_streams_blocking, standard_output};
use ringstack_engine::games;

fn main() -> ExitCode {
    make_streams_blocking();
    let cli = match Cli::read() {
        Ok(cli) => cli,
        Err(answer) => return print(&answer),
    };
    env_logger::init();
    if cli.command.is_none() {
        commands::ugi::greet();
    }
    let task = cli.command.unwrap_or(CliCommand::Ugi);
    let must_finish = task.must_finish();
    let named = cli.game.as_deref();
    let game = named.unwrap_or(games::DEFAULT);
    let result = match task {
        CliCommand::Ugi => commands::ugi::run(game),
        CliCommand::Perft(args) => commands::perft::run(game, &args),
        CliCommand::Bench(args) => commands::bench::run(named, &args),
        CliCommand::Show(args) => commands::show::run(game, &args),
        CliCommand::Suite(args) => commands::suite::run(&args),
        CliCommand::Compliance(args) => commands::compliance::run(game, &args),
        CliCommand::Play(args) => commands::play::run(game, &args),
        CliCommand::Analyze(args) => commands::analyze::run(named, &args),
        CliCommand::Convert(args) => commands::convert::run(named, &args),
        CliCommand::Explore(args) => commands::explore::run(named, &args),
        CliCommand::Gui(args) => commands::gui::run(named, args),
        CliCommand::Match(args) => commands::r#match::run(game, &args),
        CliCommand::Completions(args) => commands::shell::completions(Cli::program(), &args),
        CliCommand::Man(args) => commands::shell::man(Cli::program(), &args),
    };
    let Err(error) = result else {
        return ExitCode::SUCCESS;
    };
    let is_unread = error
        .downcast_ref::<io::Error>()
        .is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe);
    // A closed output is no error, unless the exit status or a file carries a result.
    if is_unread && !must_finish {
        return ExitCode::SUCCESS;
    }
    let message = match is_unread {
        true => {
            "standard output was closed before the end; the command was not completed".to_owned()
        }
        false => format!("{error:#}"),
    };
    // Standard error may be closed.
    let _ = writeln!(io::stderr(), "ringstack: {message}");
    match error.is::<UsageError>() {
        true => ExitCode::from(2),
        false => ExitCode::FAILURE,
    }
}

/// Prints the help or a usage error.
fn print(answer: &clap::Error) -> ExitCode {
    let printed = match answer.use_stderr() {
        true => answer.print(),
        false => standard_output().flush().and_then(|()| answer.print()),
    };
    match printed {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            // Standard error may be closed.
            let _ = writeln!(io::stderr(), "ringstack: cannot write the help: {error}");
            ExitCode::FAILURE
        }
        _ => u8::try_from(answer.exit_code()).map_or(ExitCode::FAILURE, ExitCode::from),
    }
}

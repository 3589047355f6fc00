//! `ringstack completions` and `ringstack man`: what a shell and a manual want to know.

use std::io::Write;

use clap::Command;
use clap_complete::{Shell, generate};
use clap_mangen::Man;

use super::UsageError;
use super::output::standard_output;

/// For which shell.
#[derive(Debug, clap::Args)]
pub struct CompletionsArgs {
    /// The shell.
    #[arg(value_enum)]
    pub shell: Shell,
}

/// Which page.
#[derive(Debug, clap::Args)]
pub struct ManArgs {
    /// A subcommand, such as `play` or `match merge`; the page of the program when left out.
    pub command: Vec<String>,
}

/// Prints a script that makes the shell complete our command lines.
pub fn completions(mut program: Command, args: &CompletionsArgs) -> anyhow::Result<()> {
    let name = program.get_name().to_owned();
    let mut script = Vec::new();
    generate(args.shell, &mut program, name, &mut script);
    standard_output().write_all(&script)?;
    Ok(())
}

/// Prints a page of the manual, in roff.
pub fn man(program: Command, args: &ManArgs) -> anyhow::Result<()> {
    let mut program = program;
    // Gives subcommands their full names.
    program.build();
    let mut page = &program;
    for name in &args.command {
        page = page.find_subcommand(name).ok_or_else(|| {
            UsageError(format!(
                "no subcommand is called '{}'",
                args.command.join(" ")
            ))
        })?;
    }
    let mut text = Vec::new();
    // The foot of a page; a subcommand has no version of its own.
    let source = concat!("ringstack ", env!("CARGO_PKG_VERSION"));
    Man::new(page.clone()).source(source).render(&mut text)?;
    standard_output().write_all(&text)?;
    Ok(())
}

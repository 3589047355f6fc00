//! `ringstack completions` and `ringstack man`: scripts for shells and pages for `man`.

use std::io::Write;

use clap::{Command, ValueHint};
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
    /// A subcommand, such as `play` or `match merge` [default: the program itself].
    pub command: Vec<String>,
}

/// Prints a script that makes the shell complete our command lines.
pub fn completions(program: Command, args: &CompletionsArgs) -> anyhow::Result<()> {
    let mut program = with_files(program);
    let name = program.get_name().to_owned();
    let mut script = Vec::new();
    generate(args.shell, &mut program, name, &mut script);
    let mut script = String::from_utf8(script)?;
    if args.shell == Shell::Fish {
        // Fish would complete no value of an option before the subcommand, such as `--game`.
        script = script.replace("    or return\n", "    or return 0\n");
    }
    standard_output().write_all(script.as_bytes())?;
    Ok(())
}

/// The command line whose paths are those of files, for which completion is better.
fn with_files(program: Command) -> Command {
    let program = program.mut_args(|arg| match arg.get_value_hint() {
        ValueHint::AnyPath => arg.value_hint(ValueHint::FilePath),
        _ => arg,
    });
    program.mut_subcommands(with_files)
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
    let title = page.get_display_name().unwrap_or_else(|| page.get_name());
    let title = title.to_uppercase();
    let mut text = Vec::new();
    // The footer of a page. Subcommands have no separate version.
    let source = concat!("ringstack ", env!("CARGO_PKG_VERSION"));
    let man = Man::new(page.clone()).source(source).title(title);
    man.render(&mut text)?;
    standard_output().write_all(&text)?;
    Ok(())
}

//! `ringstack completions` and `ringstack man`: scripts for shells and pages for `man`.

use std::io::Write;

use clap::{Command, ValueHint};
use clap_complete::{Shell, generate};
use clap_mangen::Man;

use ringstack::columns::fill;

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

/// What the scripts of `clap_complete` lack, by shell: a line of theirs and its replacement.
const CORRECTIONS: [(Shell, &str, &str); 3] = [
    // Bash takes the `=` of `--game=ID` for a word.
    (
        Shell::Bash,
        "    prev=\"$3\"\n",
        "    prev=\"$3\"\n    [[ \"$prev\" == \"=\" ]] && prev=\"${COMP_WORDS[COMP_CWORD-2]}\"\n",
    ),
    // Options are offered after a hyphen; elsewhere subcommands, or else files.
    (
        Shell::Bash,
        "compgen -W \"${opts}\" -- ",
        "compgen -W \"${opts}\" -X \"$([[ $cur == -* ]] || echo '-*')\" -- ",
    ),
    // An option that still lacks its value does not hide the others.
    (Shell::Fish, "    or return\n", "    or return 0\n"),
];

/// Prints a script that makes the shell complete our command lines.
pub fn completions(program: Command, args: &CompletionsArgs) -> anyhow::Result<()> {
    let mut program = with_files(program);
    let name = program.get_name().to_owned();
    let mut script = Vec::new();
    generate(args.shell, &mut program, name, &mut script);
    let mut script = String::from_utf8(script)?;
    for (shell, line, replacement) in CORRECTIONS {
        if args.shell == shell {
            script = script.replace(line, replacement);
        }
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
    man.date(DATE).render(&mut text)?;
    standard_output().write_all(tidy(&String::from_utf8(text)?).as_bytes())?;
    Ok(())
}

/// The date of this version of the manual.
const DATE: &str = "2026-11-25";

/// The longest line of roff, in columns.
const WIDTH: usize = 78;

/// A page without blank lines, breaks beside them and long lines, as `mandoc -Tlint` wants it.
fn tidy(page: &str) -> String {
    let mut tidy = String::new();
    for line in page.lines().map(str::trim_end) {
        match line {
            "" => tidy.push_str(".sp\n"),
            ".br" => {}
            _ if line.starts_with(['.', '\'']) => tidy.push_str(&format!("{line}\n")),
            // A dot or quote that begins a line would be a request.
            _ => {
                let text = line.replace(" .", " \\&.").replace(" '", " \\&'");
                tidy.push_str(&format!("{}\n", fill(text.split(' '), WIDTH)));
            }
        }
    }
    tidy
}

//! Where the person's lines come from: edited, with history and completion, on a terminal; as they
//! are from anything else.

use std::collections::VecDeque;
use std::env;
use std::io::{self, BufRead, IsTerminal, Read, StdinLock, Write, stdin, stdout};

use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::MemHistory;
use rustyline::validate::Validator;
use rustyline::{CompletionType, Config, Context, Editor, Helper};

use ringstack::play::Seat;

use super::command::WORDS;
#[cfg(unix)]
use crate::commands::signals;

/// The longest line that is read, in bytes.
const LONGEST: u64 = 1 << 16;

/// Moves are completed where all of them are at most so many bytes.
const MOST_COMPLETED: usize = 1 << 18;

/// What came.
#[derive(Debug, PartialEq, Eq)]
pub enum Input {
    /// A line.
    Line(String),
    /// A line that is not UTF-8, or far too long.
    NotText,
    /// Ctrl-C.
    Interrupted,
    /// The end of the input, or Ctrl-D.
    End,
}

/// A source of lines.
pub enum Prompt {
    /// A terminal, and the lines that were pasted behind the last one.
    Edited(Box<Editor<Words, MemHistory>>, VecDeque<String>),
    /// A pipe, a file, or a terminal on which lines cannot be edited.
    Plain(StdinLock<'static>),
}

impl Prompt {
    /// Standard input.
    pub fn open() -> anyhow::Result<Prompt> {
        if !stdin().is_terminal() || !stdout().is_terminal() || !is_editable() {
            return Ok(Prompt::Plain(stdin().lock()));
        }
        #[cfg(unix)]
        restore_at_signals()?;
        let config = Config::builder()
            .auto_add_history(true)
            .completion_type(CompletionType::List)
            .build();
        let mut editor = Editor::with_history(config, MemHistory::new())?;
        editor.set_helper(Some(Words { seat: None }));
        Ok(Prompt::Edited(Box::new(editor), VecDeque::new()))
    }

    /// Whether Ctrl-C comes from it as an input; otherwise it is a signal.
    pub fn reads_ctrl_c(&self) -> bool {
        matches!(self, Prompt::Edited(..))
    }

    /// Asks for a line; `seat` says which moves there are.
    pub fn read(
        &mut self,
        label: &str,
        seat: &dyn Seat,
        out: &mut impl Write,
    ) -> anyhow::Result<Input> {
        match self {
            Prompt::Edited(editor, pasted) => {
                if let Some(line) = pasted.pop_front() {
                    writeln!(out, "{label}{line}")?;
                    return Ok(Input::Line(line));
                }
                if let Some(words) = editor.helper_mut() {
                    words.seat = Some(seat.copy());
                }
                out.flush()?;
                let input = edited(editor.readline(label))?;
                // A paste is one line to the editor.
                if let Input::Line(lines) = input {
                    pasted.extend(lines.lines().map(str::to_owned));
                    return Ok(Input::Line(pasted.pop_front().unwrap_or_default()));
                }
                Ok(input)
            }
            Prompt::Plain(stdin) => {
                write!(out, "{label}")?;
                out.flush()?;
                Ok(plain(stdin)?)
            }
        }
    }
}

/// Whether the terminal is of a kind on which the editor edits lines.
fn is_editable() -> bool {
    let term = env::var("TERM").unwrap_or_default();
    let unfit = ["dumb", "cons25", "emacs"];
    !unfit.iter().any(|unfit| term.eq_ignore_ascii_case(unfit))
}

/// While a line is edited, the terminal neither shows what is typed nor keeps lines: who ends us at the
/// prompt finds it as it was before.
#[cfg(unix)]
fn restore_at_signals() -> anyhow::Result<()> {
    use rustix::termios::{OptionalActions, tcgetattr, tcsetattr};
    use signal_hook::consts::{SIGHUP, SIGTERM};
    let before = tcgetattr(stdin())?;
    signals::at(&[SIGHUP, SIGTERM], move || {
        // A terminal that is gone has nothing to be restored.
        let _ = tcsetattr(stdin(), OptionalActions::Now, &before);
    })
}

fn edited(read: rustyline::Result<String>) -> anyhow::Result<Input> {
    match read {
        Ok(line) => Ok(Input::Line(line)),
        Err(ReadlineError::Interrupted) => Ok(Input::Interrupted),
        Err(ReadlineError::Eof) => Ok(Input::End),
        Err(ReadlineError::Io(error)) if error.kind() == io::ErrorKind::InvalidData => {
            Ok(Input::NotText)
        }
        Err(error) => Err(error.into()),
    }
}

fn plain(input: &mut impl BufRead) -> io::Result<Input> {
    let mut line = Vec::new();
    input.by_ref().take(LONGEST).read_until(b'\n', &mut line)?;
    if line.is_empty() {
        return Ok(Input::End);
    }
    if line.len() as u64 == LONGEST && line.last() != Some(&b'\n') {
        input.skip_until(b'\n')?;
        return Ok(Input::NotText);
    }
    Ok(String::from_utf8(line).map_or(Input::NotText, Input::Line))
}

/// The words that Tab completes: commands and legal moves.
#[derive(Debug)]
pub struct Words {
    seat: Option<Box<dyn Seat>>,
}

impl Completer for Words {
    type Candidate = String;

    fn complete(
        &self,
        line: &str,
        pos: usize,
        _: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<String>)> {
        let typed = line.get(..pos).unwrap_or_default();
        let begin = typed.rfind(' ').map_or(0, |blank| blank + 1);
        let word = typed.get(begin..).unwrap_or_default();
        // Where there are millions of moves nobody waits for them.
        let seat = self.seat.as_ref();
        let moves = seat.and_then(|seat| seat.legal_within(MOST_COMPLETED));
        let words = WORDS.map(str::to_owned).into_iter();
        let all = words.chain(moves.unwrap_or_default());
        Ok((begin, all.filter(|other| other.starts_with(word)).collect()))
    }
}

impl Hinter for Words {
    type Hint = String;
}

impl Highlighter for Words {}

impl Validator for Words {}

impl Helper for Words {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_that_are_no_text_do_not_end_the_input() {
        let long = vec![b'a'; LONGEST as usize + 5];
        let mut input = &[&b"a1\nb\xff2\n"[..], &long, b"\nlast"].concat()[..];
        let mut next = || plain(&mut input).expect("no error");
        assert_eq!(next(), Input::Line("a1\n".to_owned()));
        assert_eq!(next(), Input::NotText);
        assert_eq!(next(), Input::NotText);
        assert_eq!(next(), Input::Line("last".to_owned()));
        assert_eq!(next(), Input::End);
    }
}

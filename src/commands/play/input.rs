//! The typed lines: with editing and history in a terminal, as they are in a file or a pipe.

use std::collections::VecDeque;
use std::io::{BufRead, IsTerminal, Read, Write, stdin, stdout};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread;
use std::time::Duration;

use anyhow::bail;
use rustyline::error::ReadlineError;
use rustyline::{Config, DefaultEditor};

use crate::commands::output::standard_output;

/// The maximum length of a line in bytes; the rest is another line.
const MAX_LINE: u64 = 1 << 16;

/// How often the end of a search is noticed by the thread that reads during it.
const TICK: Duration = Duration::from_millis(20);

/// Standard input, line by line.
pub struct TypedLines {
    /// `None` unless a terminal shows what is typed.
    editor: Option<DefaultEditor>,
    /// Lines that were typed during a search.
    ahead: VecDeque<String>,
    left: Arc<AtomicBool>,
}

impl TypedLines {
    /// The lines of standard input.
    ///
    /// # Errors
    /// The terminal cannot be used.
    pub fn new() -> anyhow::Result<TypedLines> {
        let is_terminal = stdin().is_terminal() && stdout().is_terminal();
        let config = Config::builder().auto_add_history(true).build();
        let editor = is_terminal.then(|| DefaultEditor::with_config(config));
        Ok(TypedLines {
            editor: editor.transpose()?,
            ahead: VecDeque::new(),
            left: Arc::default(),
        })
    }

    /// The next line; `None` at the end.
    ///
    /// # Errors
    /// The output is closed, or the terminal fails.
    pub fn next(&mut self, prompt: &str) -> anyhow::Result<Option<String>> {
        let ahead = self.ahead.pop_front();
        let Some(editor) = self.editor.as_mut().filter(|_| ahead.is_none()) else {
            write!(standard_output(), "{prompt}")?;
            standard_output().flush()?;
            return Ok(ahead.or_else(typed_line));
        };
        if self.left.load(Relaxed) {
            return Ok(None);
        }
        match editor.readline(prompt) {
            Ok(line) => Ok(Some(line.trim().to_owned())),
            // Ctrl-D and Ctrl-C.
            Err(ReadlineError::Eof | ReadlineError::Interrupted) => Ok(None),
            Err(error) => bail!("cannot read what is typed: {error}"),
        }
    }

    /// Does something that may take long. Lines that are typed meanwhile wait; Ctrl-D sets [`TypedLines::left`].
    pub fn during<T>(&mut self, work: impl FnOnce() -> T) -> T {
        if self.editor.is_none() {
            return work();
        }
        let is_done = AtomicBool::new(false);
        let (ahead, left) = (&mut self.ahead, &*self.left);
        thread::scope(|scope| {
            let read = || {
                while !is_done.load(Relaxed) {
                    if !is_line_typed() {
                        continue;
                    }
                    match typed_line() {
                        Some(line) => ahead.push_back(line),
                        None => return left.store(true, Relaxed),
                    }
                }
            };
            // Without the thread, the lines are read afterwards.
            let _ = thread::Builder::new().spawn_scoped(scope, read);
            let result = work();
            is_done.store(true, Relaxed);
            result
        })
    }

    /// Set by Ctrl-D during a search.
    pub fn left(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.left)
    }
}

/// The next line of standard input; `None` at the end.
fn typed_line() -> Option<String> {
    let mut line = Vec::new();
    let read = stdin().lock().take(MAX_LINE).read_until(b'\n', &mut line);
    matches!(read, Ok(1..)).then(|| String::from_utf8_lossy(&line).trim().to_owned())
}

/// Whether a line or the end of the input is typed within [`TICK`].
#[cfg(unix)]
fn is_line_typed() -> bool {
    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    let input = stdin();
    let mut fds = [PollFd::new(&input, PollFlags::IN)];
    let wait = Timespec {
        tv_sec: 0,
        tv_nsec: TICK.subsec_nanos().into(),
    };
    poll(&mut fds, Some(&wait)).is_ok_and(|count| count > 0)
}

/// Elsewhere, what is typed during a search is read after it.
#[cfg(not(unix))]
fn is_line_typed() -> bool {
    thread::sleep(TICK);
    false
}

//! The running task of a session, and the lines that wait for its end.

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::ugi::reply::Reply;

/// The size of the held lines, in bytes, from which no more lines are read.
const MAX_HELD: usize = 1 << 20;

/// The task that is running.
#[derive(Debug)]
pub(super) struct Running {
    stop: Arc<AtomicBool>,
    pub completion: Completion,
    /// Whether its last reply is `bestmove`.
    pub is_search: bool,
    /// Whether the lines that follow wait for the end of the task.
    pub hold: Hold,
    /// The last replies of a finished task that must not be sent before `stop`.
    pub deferred: Option<Vec<Reply>>,
    /// Whether the conversation ends with the task.
    pub is_last: bool,
}

/// When a task ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Completion {
    /// By itself.
    Bounded,
    /// By itself if it proves a win or has seen everything, which may take forever, or when it is stopped.
    UntilProof,
    /// When it is stopped; its last replies are deferred until then.
    UntilStopped,
}

/// Which of the following lines wait for the end of the task.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Hold {
    /// None.
    Nothing,
    /// All but a `stop`, after `wait`.
    AllButStop,
    /// All, after `stop`: the task is about to end.
    All,
}

impl Running {
    pub fn new(stop: Arc<AtomicBool>, completion: Completion, is_search: bool) -> Running {
        Running {
            stop,
            completion,
            is_search,
            hold: Hold::Nothing,
            deferred: None,
            is_last: false,
        }
    }

    /// Asks the task to end.
    pub fn stop(&self) {
        // Relaxed: the flag carries no other data, and the task reads it often.
        self.stop.store(true, Ordering::Relaxed);
    }

    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}

/// A line that waits for the end of the running task.
#[derive(Debug)]
pub(super) enum HeldLine {
    Text(Vec<u8>),
    /// The beginning of a line that is too long.
    TooLong(Vec<u8>),
    /// The end of the input.
    End,
}

/// The lines that wait, oldest first.
#[derive(Debug, Default)]
pub(super) struct HeldLines {
    lines: VecDeque<HeldLine>,
    bytes: usize,
}

impl HeldLines {
    pub fn push(&mut self, line: HeldLine) {
        self.bytes += line.size();
        self.lines.push_back(line);
    }

    pub fn pop(&mut self) -> Option<HeldLine> {
        let line = self.lines.pop_front()?;
        self.bytes -= line.size();
        Some(line)
    }

    pub fn is_full(&self) -> bool {
        self.bytes >= MAX_HELD
    }

    /// Whether one of the lines starts a task.
    pub fn start_task(&self) -> bool {
        self.lines.iter().any(|line| match line {
            HeldLine::Text(text) => matches!(first_word(text), b"go" | b"bench"),
            HeldLine::TooLong(_) | HeldLine::End => false,
        })
    }
}

impl HeldLine {
    /// The memory that it takes, roughly.
    fn size(&self) -> usize {
        match self {
            HeldLine::Text(text) | HeldLine::TooLong(text) => size_of::<HeldLine>() + text.len(),
            HeldLine::End => size_of::<HeldLine>(),
        }
    }
}

/// The first word of a line; empty for a blank one.
pub(super) fn first_word(line: &[u8]) -> &[u8] {
    line.split(u8::is_ascii_whitespace)
        .find(|word| !word.is_empty())
        .unwrap_or_default()
}

//! The text of one game of a stream, as yet unread, for formats whose games go over many lines.

use super::refused::RecordFault;
use super::source::{Line, MAX_LENGTH};

/// The text of a game, or why it cannot be read.
#[derive(Debug)]
pub(super) struct Chunk {
    /// The line in which it begins.
    line: usize,
    text: String,
    fault: Option<RecordFault>,
}

impl Chunk {
    /// The text of a game that begins in this line, still empty.
    pub fn new(line: usize) -> Chunk {
        Chunk {
            line,
            text: String::new(),
            fault: None,
        }
    }

    /// The line in which it begins.
    pub fn line(&self) -> usize {
        self.line
    }

    /// Its lines, each with its line feed.
    ///
    /// # Errors
    /// What was wrong first.
    pub fn text(&self) -> Result<&str, RecordFault> {
        match &self.fault {
            Some(fault) => Err(fault.clone()),
            None => Ok(&self.text),
        }
    }

    /// Whether it cannot be read.
    pub fn is_refused(&self) -> bool {
        self.fault.is_some()
    }

    /// Refuses it, if that has not been done before.
    pub fn refuse(&mut self, fault: RecordFault) {
        self.fault.get_or_insert(fault);
    }

    /// Adds a line. One that is no good text refuses the game.
    pub fn push(&mut self, line: &Line) {
        if let Some(fault) = line.fault {
            self.refuse(RecordFault::new(line.number, "", fault.reason()));
        } else if self.text.len() + line.text.len() > MAX_LENGTH {
            let reason = format!("a game of more than {} MiB", MAX_LENGTH >> 20);
            self.refuse(RecordFault::new(line.number, "", reason));
        }
        if self.fault.is_none() {
            self.text.push_str(&line.text);
            self.text.push('\n');
        }
    }
}

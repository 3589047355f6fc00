//! The raw text of one game of a stream, for formats whose games span several lines.

use std::io::{self, BufRead};

use super::refused::RecordFault;
use super::source::{Line, MAX_LENGTH, Source};

/// The number of line feeds in a text before its end `rest`.
pub(super) fn line_feeds(text: &str, rest: &str) -> usize {
    let before = text.get(..text.len().saturating_sub(rest.len()));
    before.unwrap_or_default().matches('\n').count()
}

/// Takes the next line that is a game: not an empty one, and not a comment.
pub(super) fn line<R: BufRead>(source: &mut Source<R>) -> io::Result<Option<Chunk>> {
    while let Some(line) = source.line()? {
        let text = line.text.trim();
        if line.fault.is_some() || !(text.is_empty() || text.starts_with('#')) {
            let mut chunk = Chunk::new(line.number);
            chunk.push(&line);
            return Ok(Some(chunk));
        }
    }
    Ok(None)
}

/// Takes the text of the next game of a format in which a line for which `begins` holds begins a game.
pub(super) fn until_next<R: BufRead>(
    source: &mut Source<R>,
    begins: fn(&str) -> bool,
) -> io::Result<Option<Chunk>> {
    let mut chunk: Option<Chunk> = None;
    while let Some(line) = source.line()? {
        if chunk.is_none() && line.text.trim().is_empty() {
            continue;
        }
        if chunk.is_some() && begins(&line.text) {
            source.give_back(line);
            break;
        }
        chunk
            .get_or_insert_with(|| Chunk::new(line.number))
            .push(&line);
    }
    Ok(chunk)
}

/// The text of a game, or why it cannot be read.
#[derive(Debug)]
pub(super) struct Chunk {
    /// The number of its first line.
    line: usize,
    text: String,
    fault: Option<RecordFault>,
}

impl Chunk {
    /// The empty text of a game that begins in this line.
    pub fn new(line: usize) -> Chunk {
        Chunk {
            line,
            text: String::new(),
            fault: None,
        }
    }

    /// The number of the first line.
    pub fn line(&self) -> usize {
        self.line
    }

    /// The lines of the game, each with a line feed.
    ///
    /// # Errors
    /// The first fault.
    pub fn text(&self) -> Result<&str, RecordFault> {
        match &self.fault {
            Some(fault) => Err(fault.clone()),
            None => Ok(&self.text),
        }
    }

    /// Whether the text has a fault.
    pub fn is_refused(&self) -> bool {
        self.fault.is_some()
    }

    /// Refuses the game, unless it already has a fault.
    pub fn refuse(&mut self, fault: RecordFault) {
        self.fault.get_or_insert(fault);
    }

    /// Adds a line. A line that is not valid text refuses the game.
    pub fn push(&mut self, line: &Line) {
        if let Some(fault) = line.fault {
            self.refuse(RecordFault::new(line.number, "", fault.reason()));
        } else if self.text.len() + line.text.len() > MAX_LENGTH {
            let reason = format!(
                "the game is too long: at most {} MiB are allowed",
                MAX_LENGTH >> 20
            );
            self.refuse(RecordFault::new(line.number, "", reason));
        }
        if self.fault.is_none() {
            self.text.push_str(&line.text);
            self.text.push('\n');
        }
    }
}

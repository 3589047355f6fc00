//! The raw text of one game of a stream, for formats whose games span several lines.

use std::io::{self, BufRead};

use super::refused::RecordFault;
use super::source::{Line, MAX_LENGTH, Source};

/// The number of line feeds in a text before its end `rest`.
pub(super) fn line_feeds(text: &str, rest: &str) -> usize {
    let before = text.get(..text.len().saturating_sub(rest.len()));
    before.unwrap_or_default().matches('\n').count()
}

/// What a line is to the game whose text is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LineRole {
    /// Not part of a game.
    Skipped,
    /// Part of the game.
    Inside,
    /// The game ends before this offset of the line; the rest of the line belongs to the next one.
    Last(usize),
    /// The line does not belong to this game.
    Next,
}

/// Takes the text of the next game. `role` names the role of each line; it also gets whether the game has no line yet.
pub(super) fn take<R: BufRead>(
    source: &mut Source<R>,
    mut role: impl FnMut(&mut Line, bool) -> LineRole,
) -> io::Result<Option<Chunk>> {
    let mut chunk: Option<Chunk> = None;
    while let Some(mut line) = source.line()? {
        let end = match role(&mut line, chunk.is_none()) {
            LineRole::Skipped => continue,
            LineRole::Next => {
                source.give_back(line);
                break;
            }
            LineRole::Inside => None,
            LineRole::Last(end) => Some(line.text.split_off(end)),
        };
        chunk
            .get_or_insert_with(|| Chunk::new(line.number))
            .push(&line);
        if let Some(text) = end {
            if !text.trim().is_empty() {
                source.give_back(Line { text, ..line });
            }
            break;
        }
    }
    Ok(chunk)
}

/// The role of a line in a format with one game per line: empty lines and comments are skipped.
pub(super) fn single_line(line: &mut Line, _: bool) -> LineRole {
    let text = line.text.trim();
    let is_game = line.fault.is_some() || !(text.is_empty() || text.starts_with('#'));
    match is_game {
        true => LineRole::Last(line.text.len()),
        false => LineRole::Skipped,
    }
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
    fn new(line: usize) -> Chunk {
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

    /// Adds a line. A line that is not valid text refuses the game.
    fn push(&mut self, line: &Line) {
        let too_long = self.text.len() + line.text.len() > MAX_LENGTH;
        let reason = match line.fault {
            _ if self.fault.is_some() => return,
            Some(fault) => fault.reason(),
            None if too_long => format!(
                "the game is too long: at most {} MiB are allowed",
                MAX_LENGTH >> 20
            ),
            None => {
                self.text.push_str(&line.text);
                self.text.push('\n');
                return;
            }
        };
        self.fault = Some(RecordFault::new(line.number, "", reason));
    }
}

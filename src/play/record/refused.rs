//! Why a game of a file was refused, and why a file cannot be read on.

use std::fmt;
use std::io;

use super::game::GameRecord;
use crate::rules::{MoveError, quote};

/// Why a game was refused. The others of its file are not touched by it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused {
    /// The number of the game in its file, from 1.
    pub game: usize,
    /// The line, from 1.
    pub line: usize,
    /// The offending word.
    pub word: String,
    /// What was expected, or why the word cannot be taken.
    pub reason: String,
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Refused {
            game,
            line,
            word,
            reason,
        } = self;
        write!(f, "game {game}, line {line}: ")?;
        if word.is_empty() {
            f.write_str(reason)
        } else {
            write!(f, "'{}': {reason}", quote(word))
        }
    }
}

impl std::error::Error for Refused {}

/// What a reader gives in place of a game.
#[derive(Debug)]
pub enum ReadError {
    /// A game was refused; the next one may be read.
    Refused(Refused),
    /// The text is no file of games; nothing more comes.
    NoGames(String),
    /// The file could not be read; nothing more comes.
    File(io::Error),
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReadError::Refused(refused) => refused.fmt(f),
            ReadError::NoGames(reason) => f.write_str(reason),
            ReadError::File(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for ReadError {}

/// A fault inside a game, before the game has a number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Fault {
    pub line: usize,
    pub word: String,
    pub reason: String,
    /// The game with its first moves, if they are legal; the rest is a comment.
    pub kept: Option<Box<GameRecord>>,
}

impl Fault {
    /// The same fault with the game that can be kept.
    pub fn keeping(self, kept: Option<GameRecord>) -> Fault {
        Fault {
            kept: kept.map(Box::new),
            ..self
        }
    }

    pub fn new(line: usize, word: &str, reason: impl Into<String>) -> Fault {
        Fault {
            line,
            word: word.to_owned(),
            reason: reason.into(),
            kept: None,
        }
    }

    /// A turn that is not legal; `ply` is its number, from 1.
    pub fn illegal(line: usize, word: &str, ply: usize, error: &MoveError) -> Fault {
        let (found, problem) = (error.found(), error.problem());
        let part = if found == word {
            String::new()
        } else {
            format!("'{}': ", quote(found))
        };
        Fault::new(line, word, format!("{part}{problem} at ply {ply}"))
    }

    pub fn in_game(self, game: usize) -> Refused {
        let Fault {
            line, word, reason, ..
        } = self;
        Refused {
            game,
            line,
            word,
            reason,
        }
    }
}

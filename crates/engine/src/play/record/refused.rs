//! The errors of readers: refused games and unreadable files.

use std::io;

use thiserror::Error;

use super::game::GameRecord;
use crate::rules::{FenError, MoveError, excerpt};

/// A refused game. The other games of the file are still read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("game {game}, line {line}: {}{reason}", in_quotes(.word))]
pub struct RefusedGame {
    /// The number of the game in its file, from 1.
    pub game: usize,
    /// The line, from 1.
    pub line: usize,
    /// The offending word.
    pub word: String,
    /// The reason.
    pub reason: String,
}

fn in_quotes(word: &str) -> String {
    match word {
        "" => String::new(),
        word => format!("'{}': ", excerpt(word)),
    }
}

/// The error of a reader in place of a game.
#[derive(Debug, Error)]
pub enum ReadError {
    /// A game was refused; the next one may be read.
    #[error(transparent)]
    Refused(RefusedGame),
    /// The text is not a file of games. The reader ends.
    #[error("{0}")]
    NoGames(String),
    /// The file cannot be read. The reader ends.
    #[error(transparent)]
    File(io::Error),
}

/// A fault in a game whose number is not yet known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct RecordFault {
    pub line: usize,
    pub word: String,
    pub reason: String,
    /// The game with its first moves, if they are legal; the rest is a comment.
    pub partial_game: Option<Box<GameRecord>>,
    /// How far the game was read before the fault. Of several attempts, the one that came farthest is reported.
    pub progress: usize,
    /// Whether the first word of the moves is no move of the game.
    pub is_foreign: bool,
}

impl RecordFault {
    /// The same fault with the game before it.
    pub fn with_partial_game(self, partial_game: Option<GameRecord>) -> RecordFault {
        RecordFault {
            partial_game: partial_game.map(Box::new),
            ..self
        }
    }

    /// The same fault after this number of words.
    pub fn after(self, progress: usize) -> RecordFault {
        RecordFault { progress, ..self }
    }

    pub fn new(line: usize, word: &str, reason: impl Into<String>) -> RecordFault {
        RecordFault {
            line,
            word: word.to_owned(),
            reason: reason.into(),
            partial_game: None,
            progress: 0,
            is_foreign: false,
        }
    }

    /// A first position that cannot be read.
    pub fn position(line: usize, error: &FenError) -> RecordFault {
        let (field, found) = (error.field(), excerpt(error.found()));
        let fault = RecordFault::new(line, "", format!("{field} '{found}': {}", error.problem()));
        match error {
            FenError::Syntax { .. } => fault,
            // The text is a position of the game.
            FenError::Illegal { .. } => fault.after(1),
        }
    }

    /// An illegal move; `ply` is its number, from 1.
    pub fn illegal(line: usize, word: &str, ply: usize, error: &MoveError) -> RecordFault {
        let (found, problem) = (error.found(), error.problem());
        // Some formats do not distinguish upper and lower case.
        let part = if found.eq_ignore_ascii_case(word) {
            String::new()
        } else {
            format!("'{}': ", excerpt(found))
        };
        RecordFault {
            is_foreign: ply == 1,
            ..RecordFault::new(line, word, format!("{part}{problem} (ply {ply})"))
        }
    }

    pub fn in_game(self, game: usize) -> RefusedGame {
        let RecordFault {
            line, word, reason, ..
        } = self;
        RefusedGame {
            game,
            line,
            word,
            reason,
        }
    }
}

//! What can be wrong with the games that are learned from.

use std::fmt;

use super::names;
use crate::play::history::IllegalMove;
use crate::rules::{FenError, ParseValueError, quote};

/// Why nothing could be learned.
#[derive(Clone, Debug, PartialEq)]
pub enum TuneError {
    /// No model has this name.
    Model(String),
    /// No rule set of the model's game has this id.
    RuleSet {
        /// The name of the model.
        model: &'static str,
        /// The id.
        id: String,
    },
    /// The lines of a file are wrong.
    File {
        /// What the file is called.
        file: String,
        /// What is wrong with them.
        error: Box<TuneError>,
    },
    /// A line is no FEN with a result and a score.
    Line {
        /// The number of the line, from 1.
        number: usize,
        /// The line.
        text: String,
    },
    /// A game does not begin with a result.
    Result {
        /// The number of the line, from 1.
        number: usize,
        /// What is wrong with the word.
        error: ParseValueError,
    },
    /// The moves of a game cannot be played.
    Moves {
        /// The number of the line, from 1.
        number: usize,
        /// What is wrong with them.
        error: IllegalMove,
    },
    /// The FEN of a line is refused.
    Fen {
        /// The number of the line, from 1.
        number: usize,
        /// What is wrong with it.
        error: FenError,
    },
    /// A search refused a position of its own game; holds its words.
    Search(String),
    /// No scale between these two, in centipawns, is better than all others there.
    NoScale(f32, f32),
    /// The model of this name has no network.
    NoNetwork(&'static str),
    /// There are too few positions to hold some back.
    TooFew,
    /// The network to begin with has another number of hidden units or output rows, or more inputs.
    Start {
        /// The name of the model.
        model: &'static str,
        /// The size of the file in bytes.
        size: usize,
    },
}

impl fmt::Display for TuneError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TuneError::Model(name) => {
                write!(
                    f,
                    "model '{}': expected {}",
                    quote(name),
                    names().join(", ")
                )
            }
            TuneError::RuleSet { model, id } => {
                write!(
                    f,
                    "rule set '{}': expected one of the game of {model}",
                    quote(id)
                )
            }
            TuneError::File { file, error } => write!(f, "{}: {error}", quote(file)),
            TuneError::Line { number, text } => write!(
                f,
                "line {number} '{}': expected a FEN, a result (1, 0.5, 0) and a score",
                quote(text)
            ),
            TuneError::Result { number, error } => write!(f, "line {number}: {error}"),
            TuneError::Moves { number, error } => write!(f, "line {number}: {error}"),
            TuneError::Fen { number, error } => write!(f, "line {number}: {error}"),
            TuneError::Search(words) => write!(f, "a game of the engine: {words}"),
            TuneError::Start { model, size } => write!(
                f,
                "network of {size} bytes to begin with: expected as many hidden units and output rows as \
                 {model} has, and no more inputs"
            ),
            TuneError::NoScale(least, most) => write!(
                f,
                "no best scale within {least} to {most} centipawns: the loss falls up to a bound"
            ),
            TuneError::NoNetwork(model) => write!(f, "model {model} has no network to train"),
            TuneError::TooFew => f.write_str("too few positions: some hundred thousand are wanted"),
        }
    }
}

impl std::error::Error for TuneError {}

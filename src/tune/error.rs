//! The errors of training and measurements.

use std::fmt;

use super::names;
use crate::play::history::IllegalMove;
use crate::rules::{FenError, ParseValueError, quote};

/// Why a task failed.
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
    /// A file has an error.
    File {
        /// The name of the file.
        file: String,
        /// The error.
        error: Box<TuneError>,
    },
    /// A line is not a FEN with a result and a score.
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
        /// The problem with the word.
        error: ParseValueError,
    },
    /// The moves of a game cannot be played.
    Moves {
        /// The number of the line, from 1.
        number: usize,
        /// The first illegal move.
        error: IllegalMove,
    },
    /// A line has an invalid FEN.
    Fen {
        /// The number of the line, from 1.
        number: usize,
        /// The problem.
        error: FenError,
    },
    /// A search refused a legal position, with the error.
    Search(String),
    /// The loss has no minimum between these two scales, in centipawns.
    NoScale(f32, f32),
    /// The model with this name has no network.
    NoNetwork(&'static str),
    /// There are too few positions for a validation set.
    TooFew,
    /// The initial network has another number of hidden units or output rows, or more inputs.
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
            TuneError::Search(error) => write!(f, "a game of the engine: {error}"),
            TuneError::Start { model, size } => write!(
                f,
                "the initial network of {size} bytes does not fit: expected the hidden units and output rows of \
                 {model}, and at most its inputs"
            ),
            TuneError::NoScale(min, max) => write!(
                f,
                "no best scale from {min} to {max} centipawns: the loss is smallest at a bound"
            ),
            TuneError::NoNetwork(model) => write!(f, "model {model} has no network to train"),
            TuneError::TooFew => {
                f.write_str("too few positions: several hundred thousand are needed")
            }
        }
    }
}

impl std::error::Error for TuneError {}

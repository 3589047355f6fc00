//! The errors of training and measurements.

use thiserror::Error;

use super::names;
use ringstack_engine::play::history::IllegalMove;
use ringstack_engine::rules::{FenError, ParseValueError, quote};

/// Why a task failed.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum TuneError {
    /// No model has this name.
    #[error("model '{}': expected {}", quote(.0), names().join(", "))]
    Model(String),
    /// No rule set of the model's game has this id.
    #[error("rule set '{}': expected one of the game of {model}", quote(.id))]
    RuleSet {
        /// The name of the model.
        model: &'static str,
        /// The id.
        id: String,
    },
    /// A file has an error.
    #[error("{}: {error}", quote(.file))]
    File {
        /// The name of the file.
        file: String,
        /// The error.
        error: Box<TuneError>,
    },
    /// A line is not a FEN with a result and a score.
    #[error("line {number} '{}': expected a FEN, a result (1, 0.5, 0) and a score", quote(.text))]
    Line {
        /// The number of the line, from 1.
        number: usize,
        /// The line.
        text: String,
    },
    /// A game does not begin with a result.
    #[error("line {number}: {error}")]
    Result {
        /// The number of the line, from 1.
        number: usize,
        /// The problem with the word.
        error: ParseValueError,
    },
    /// The moves of a game cannot be played.
    #[error("line {number}: {error}")]
    Moves {
        /// The number of the line, from 1.
        number: usize,
        /// The first illegal move.
        error: IllegalMove,
    },
    /// A line has an invalid FEN.
    #[error("line {number}: {error}")]
    Fen {
        /// The number of the line, from 1.
        number: usize,
        /// The problem.
        error: FenError,
    },
    /// A search refused a legal position, with the error.
    #[error("a game of the engine: {0}")]
    Search(String),
    /// The loss has no minimum between these two scales, in centipawns.
    #[error("no best scale from {0} to {1} centipawns: the loss is smallest at a bound")]
    NoScale(f32, f32),
    /// The model with this name has no network.
    #[error("model {0} has no network to train")]
    NoNetwork(&'static str),
    /// There are too few positions for a validation set.
    #[error("too few positions: several hundred thousand are needed")]
    TooFew,
    /// The initial network has another number of hidden units or output rows, or more inputs.
    #[error(
        "the initial network of {size} bytes does not fit: expected the hidden units and output rows of {model}, and at \
         most its inputs"
    )]
    Start {
        /// The name of the model.
        model: &'static str,
        /// The size of the file in bytes.
        size: usize,
    },
}

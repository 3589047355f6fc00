//! The errors of engines.

use thiserror::Error;

use ringstack_engine::rules::quote;
use ringstack_engine::ugi::grammar::ReplyError;

use super::MAX_LINE;
use super::settings::{MAX_BYTES, MAX_OPTIONS};

/// Why an engine gave no usable answer.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum EngineError {
    /// It could not be started.
    #[error("cannot start '{program}': {cause}")]
    Start {
        /// The program.
        program: String,
        /// The error of the operating system.
        cause: String,
    },
    /// The engine closed its output or exited.
    #[error("{} while {awaited} was expected{}", ending(.status.as_deref()), on_stderr(.stderr.as_deref()))]
    Gone {
        /// What was awaited.
        awaited: String,
        /// How the process ended, if known.
        status: Option<String>,
        /// The last lines on stderr.
        stderr: Option<String>,
    },
    /// There was no answer in time.
    #[error("no {awaited} for {millis} ms")]
    Silent {
        /// What was awaited.
        awaited: String,
        /// The time limit, in milliseconds.
        millis: u128,
    },
    /// A line of more than [`MAX_LINE`] bytes.
    #[error("a line of more than {MAX_LINE} bytes while {awaited} was expected")]
    LongLine {
        /// What was awaited.
        awaited: String,
    },
    /// More than [`MAX_OPTIONS`] options, or more than [`MAX_BYTES`] bytes of options, before `ugiok`.
    #[error(
        "too many options before ugiok: at most {MAX_OPTIONS} with {MAX_BYTES} bytes are allowed"
    )]
    ManyOptions,
    /// A malformed reply.
    #[error(transparent)]
    BadLine(ReplyError),
    /// The engine does not have an option.
    #[error("option '{}': unknown; expected one of {known}", quote(.name))]
    NoOption {
        /// The name of the option.
        name: String,
        /// The options that the engine has.
        known: String,
    },
    /// A value that the engine's option does not accept.
    #[error("option '{}': value '{}': expected {expected}", quote(.name), quote(.value))]
    BadValue {
        /// The name of the option.
        name: String,
        /// The value.
        value: String,
        /// The accepted values.
        expected: String,
    },
    /// The engine reported an error after the options were set.
    #[error("refuses its options: {}", shown(.text))]
    Refused {
        /// The text of the error.
        text: String,
    },
    /// The engine does not play the game.
    #[error("does not play '{game}'")]
    NoGame {
        /// The id of the game.
        game: String,
    },
}

/// An engine that could not be made ready.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{error}{}", on_stderr(.stderr.as_deref()))]
pub struct StartFailure {
    /// The error.
    pub error: EngineError,
    /// The last lines on stderr, unless the error contains them.
    pub stderr: Option<String>,
    /// The conversation so far.
    pub traffic: String,
}

impl StartFailure {
    /// The failure of an engine number that does not exist.
    #[must_use]
    pub fn unknown(number: usize) -> StartFailure {
        StartFailure {
            error: EngineError::Start {
                program: format!("engine {number}"),
                cause: "there is no such engine".to_owned(),
            },
            stderr: None,
            traffic: String::new(),
        }
    }
}

/// How an engine ended, as the beginning of a sentence.
fn ending(status: Option<&str>) -> String {
    status.map_or("closed its output".to_owned(), |status| {
        format!("ended ({status})")
    })
}

fn on_stderr(line: Option<&str>) -> String {
    line.map_or(String::new(), |line| format!("; stderr: {}", shown(line)))
}

/// A text of an engine for a message, without control characters. It may be longer than a quoted word.
pub(crate) fn shown(text: &str) -> String {
    const MAX_LENGTH: usize = 300;
    let plain = |c: char| if c.is_control() { ' ' } else { c };
    text.chars().take(MAX_LENGTH).map(plain).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refusal_is_reported_in_one_line_of_printable_characters() {
        let text = format!("not\x1b[2J\0today{}", "!".repeat(1000));
        let message = EngineError::Refused { text }.to_string();
        assert!(
            message.starts_with("refuses its options: not [2J today!"),
            "{message}"
        );
        assert!(message.len() < 400, "{message}");
    }
}

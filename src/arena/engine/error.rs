//! The errors of engines.

use std::fmt;

use crate::rules::quote;
use crate::ugi::grammar::ReplyError;

use super::MAX_LINE;
use super::settings::{MAX_BYTES, MAX_OPTIONS};

/// Why an engine gave no usable answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EngineError {
    /// It could not be started.
    Start {
        /// The program.
        program: String,
        /// The error of the operating system.
        cause: String,
    },
    /// The engine closed its output or exited.
    Gone {
        /// What was awaited.
        awaited: String,
        /// How the process ended, if known.
        status: Option<String>,
        /// The last lines on stderr.
        stderr: Option<String>,
    },
    /// There was no answer in time.
    Silent {
        /// What was awaited.
        awaited: String,
        /// The time limit, in milliseconds.
        millis: u128,
    },
    /// A line of more than [`MAX_LINE`] bytes.
    LongLine {
        /// What was awaited.
        awaited: String,
    },
    /// More than [`MAX_OPTIONS`] options, or more than [`MAX_BYTES`] bytes of options, before `ugiok`.
    ManyOptions,
    /// A malformed reply.
    BadLine(ReplyError),
    /// The engine does not have an option.
    NoOption {
        /// The name of the option.
        name: String,
        /// The options that the engine has.
        known: String,
    },
    /// A value that the engine's option does not accept.
    BadValue {
        /// The name of the option.
        name: String,
        /// The value.
        value: String,
        /// The accepted values.
        expected: String,
    },
    /// The engine reported an error after the options were set.
    Refused {
        /// The text of the error.
        text: String,
    },
    /// The engine does not play the game.
    NoGame {
        /// The id of the game.
        game: String,
    },
}

impl fmt::Display for EngineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EngineError::Start { program, cause } => write!(f, "cannot start '{program}': {cause}"),
            EngineError::Gone {
                awaited,
                status,
                stderr,
            } => {
                match status {
                    Some(status) => write!(f, "ended ({status}) while {awaited} was expected"),
                    None => write!(f, "closed its output while {awaited} was expected"),
                }?;
                write_stderr(f, stderr.as_deref())
            }
            EngineError::Silent { awaited, millis } => {
                write!(f, "no {awaited} for {millis} ms")
            }
            EngineError::LongLine { awaited } => write!(
                f,
                "a line of more than {MAX_LINE} bytes while {awaited} was expected"
            ),
            EngineError::ManyOptions => write!(
                f,
                "too many options before ugiok: at most {MAX_OPTIONS} with {MAX_BYTES} bytes are allowed"
            ),
            EngineError::BadLine(error) => error.fmt(f),
            EngineError::NoOption { name, known } => {
                write!(
                    f,
                    "option '{}': unknown; expected one of {known}",
                    quote(name)
                )
            }
            EngineError::BadValue {
                name,
                value,
                expected,
            } => write!(
                f,
                "option '{}': value '{}': expected {expected}",
                quote(name),
                quote(value)
            ),
            EngineError::Refused { text } => write!(f, "refuses its options: {}", shown(text)),
            EngineError::NoGame { game } => write!(f, "does not play '{game}'"),
        }
    }
}

impl std::error::Error for EngineError {}

/// An engine that could not be made ready.
#[derive(Clone, Debug, PartialEq, Eq)]
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

impl fmt::Display for StartFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.error.fmt(f)?;
        write_stderr(f, self.stderr.as_deref())
    }
}

impl std::error::Error for StartFailure {}

fn write_stderr(f: &mut fmt::Formatter<'_>, line: Option<&str>) -> fmt::Result {
    match line {
        Some(line) => write!(f, "; stderr: {}", shown(line)),
        None => Ok(()),
    }
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

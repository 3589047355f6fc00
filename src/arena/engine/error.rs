//! Errors of engines.

use std::fmt;

use crate::rules::quote;
use crate::ugi::grammar::ReplyError;

use super::process::MAX_LINE;
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
    /// It has closed its output, or the process is gone.
    Gone {
        /// What was awaited.
        awaited: String,
        /// How the process ended, where that is known.
        status: Option<String>,
        /// The last lines it wrote to stderr.
        stderr: Option<String>,
    },
    /// No answer in time.
    Silent {
        /// What was awaited.
        awaited: String,
        /// The time given, in milliseconds.
        millis: u128,
    },
    /// A line of more than [`MAX_LINE`] bytes.
    LongLine {
        /// What was awaited.
        awaited: String,
    },
    /// More than [`MAX_OPTIONS`] options, or [`MAX_BYTES`] of them, before `ugiok`.
    ManyOptions,
    /// A line that starts like a reply but does not parse.
    BadLine(ReplyError),
    /// An option it does not have.
    NoOption {
        /// The name of the option.
        name: String,
        /// The options it has.
        has: String,
    },
    /// A value that an option cannot take, by what the engine says about it.
    BadValue {
        /// The name of the option.
        name: String,
        /// The value.
        value: String,
        /// What it can take.
        expected: String,
    },
    /// An error line after the options were set.
    Refused {
        /// Its text.
        text: String,
    },
    /// It does not play the game.
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
                "options: expected at most {MAX_OPTIONS}, of {MAX_BYTES} bytes together, before ugiok"
            ),
            EngineError::BadLine(error) => error.fmt(f),
            EngineError::NoOption { name, has } => {
                write!(f, "option '{}': expected one of {has}", quote(name))
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
    /// What went wrong.
    pub error: EngineError,
    /// The last lines it wrote to stderr, unless the error contains them.
    pub stderr: Option<String>,
    /// The conversation so far.
    pub traffic: String,
}

impl StartFailure {
    /// There is no engine of that number.
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

/// A sentence of an engine as it may stand in a message: longer than a quoted word, no control
/// characters.
pub(crate) fn shown(text: &str) -> String {
    const MAX_LENGTH: usize = 300;
    let plain = |c: char| if c.is_control() { ' ' } else { c };
    text.chars().take(MAX_LENGTH).map(plain).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refusal_is_told_in_one_line_of_letters_that_can_be_printed() {
        let text = format!("not\x1b[2J\0today{}", "!".repeat(1000));
        let told = EngineError::Refused { text }.to_string();
        assert!(
            told.starts_with("refuses its options: not [2J today!"),
            "{told}"
        );
        assert!(told.len() < 400, "{told}");
    }
}

//! Why a text was refused, and foreign text in messages.

use std::fmt;

/// Why a FEN was refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FenError {
    /// The field that is wrong: `board`, `side`, ...
    pub field: &'static str,
    /// The offending text.
    pub found: String,
    /// What was expected there.
    pub expected: String,
}

impl FenError {
    /// An error in `field`, which reads `found` and should be `expected`.
    pub fn new(field: &'static str, found: &str, expected: impl Into<String>) -> FenError {
        FenError {
            field,
            found: found.to_owned(),
            expected: expected.into(),
        }
    }
}

impl fmt::Display for FenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let FenError {
            field,
            found,
            expected,
        } = self;
        write!(f, "{field} '{}': expected {expected}", quote(found))
    }
}

impl std::error::Error for FenError {}

/// Why a move token was refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveError {
    /// The offending token or the part of it that is wrong.
    pub found: String,
    /// What was expected there.
    pub expected: String,
}

impl MoveError {
    /// An error about `found`, which should be `expected`.
    pub fn new(found: &str, expected: impl Into<String>) -> MoveError {
        MoveError {
            found: found.to_owned(),
            expected: expected.into(),
        }
    }

    /// An error about a token in a finished game.
    #[must_use]
    pub fn game_over(token: &str) -> MoveError {
        MoveError::new(token, "no move, the game is over")
    }
}

impl fmt::Display for MoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "move '{}': expected {}",
            quote(&self.found),
            self.expected
        )
    }
}

impl std::error::Error for MoveError {}

/// A word that is none of the few that can stand somewhere.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseValueError {
    /// The offending text.
    pub found: String,
    /// What was expected.
    pub expected: &'static str,
}

impl ParseValueError {
    /// An error about `found`, which should be `expected`.
    #[must_use]
    pub fn new(found: &str, expected: &'static str) -> ParseValueError {
        let found = found.to_owned();
        ParseValueError { found, expected }
    }
}

impl fmt::Display for ParseValueError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "'{}': expected {}", quote(&self.found), self.expected)
    }
}

impl std::error::Error for ParseValueError {}

/// `text` as it may stand in a message: printable ASCII, at most 60 characters.
#[must_use]
pub fn quote(text: &str) -> String {
    const MAX_LENGTH: usize = 60;
    let mut quoted = String::new();
    for c in text.chars() {
        let piece = c.escape_default().to_string();
        if quoted.len() + piece.len() > MAX_LENGTH {
            quoted.push_str("...");
            break;
        }
        // Quotes need no escape inside our message; everything else unusual does.
        quoted.push_str(if matches!(c, '\'' | '"') {
            if c == '"' { "\"" } else { "'" }
        } else {
            &piece
        });
    }
    quoted
}

/// `text` as it may be displayed: control characters and those that change the direction or the flow of
/// the text around them are escaped.
#[must_use]
pub fn printable(text: &str) -> String {
    let mut printable = String::new();
    for c in text.chars() {
        match c {
            '\u{61c}'
            | '\u{200e}'
            | '\u{200f}'
            | '\u{2028}'..='\u{202e}'
            | '\u{2066}'..='\u{2069}' => {
                printable.extend(c.escape_unicode());
            }
            c if c.is_control() => printable.extend(c.escape_default()),
            c => printable.push(c),
        }
    }
    printable
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_would_change_other_text_is_escaped() {
        assert_eq!(printable("Zoë's \\ 引擎"), "Zoë's \\ 引擎");
        assert_eq!(
            printable("a\u{1b}[2J\tb\u{9b}\u{202e}c"),
            "a\\u{1b}[2J\\tb\\u{9b}\\u{202e}c"
        );
    }
}

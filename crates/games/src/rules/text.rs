//! Errors of parsers, and foreign text in messages.

use std::fmt;

use super::{Outcome, Text};

/// Why a FEN was refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FenError {
    /// A field cannot be read.
    Syntax {
        /// The field: `board`, `side`, ...; `fen` for the whole text.
        field: &'static str,
        /// The offending text.
        found: String,
        /// The form of the field.
        expected: String,
    },
    /// Every field can be read, but no game reaches the position.
    Illegal {
        /// The field that contradicts the rules.
        field: &'static str,
        /// The offending text.
        found: String,
        /// The violated rule.
        problem: Box<Text>,
    },
}

impl FenError {
    /// An error in the text of `field`, which should have the form `expected`.
    pub fn syntax(field: &'static str, found: &str, expected: impl Into<String>) -> FenError {
        FenError::Syntax {
            field,
            found: found.to_owned(),
            expected: expected.into(),
        }
    }

    /// A readable `field` that contradicts the rules.
    pub fn illegal(field: &'static str, found: &str, problem: impl Into<Text>) -> FenError {
        FenError::Illegal {
            field,
            found: found.to_owned(),
            problem: Box::new(problem.into()),
        }
    }

    /// The field that is wrong.
    #[must_use]
    pub fn field(&self) -> &'static str {
        match self {
            FenError::Syntax { field, .. } | FenError::Illegal { field, .. } => field,
        }
    }

    /// The offending text.
    #[must_use]
    pub fn found(&self) -> &str {
        match self {
            FenError::Syntax { found, .. } | FenError::Illegal { found, .. } => found,
        }
    }

    /// The problem, without field and text.
    #[must_use]
    pub fn problem(&self) -> String {
        match self {
            FenError::Syntax { expected, .. } => format!("expected {expected}"),
            FenError::Illegal { problem, .. } => problem.text.clone(),
        }
    }
}

impl fmt::Display for FenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (field, found) = (self.field(), quote(self.found()));
        write!(f, "{field} '{found}': {}", self.problem())
    }
}

impl std::error::Error for FenError {}

/// Why a move token was refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MoveError {
    /// The token cannot be read as a move of this game.
    Syntax {
        /// The offending token or part of it.
        found: String,
        /// The form of a token.
        expected: String,
    },
    /// The token can be read, but the move is not legal here.
    Illegal {
        /// The offending token or part of it.
        found: String,
        /// The violated rule.
        reason: Box<Text>,
    },
    /// The game is over.
    GameOver {
        /// The token.
        found: String,
        /// The result.
        outcome: Outcome,
    },
}

impl MoveError {
    /// An error in the form of `found`, which should be `expected`.
    pub fn syntax(found: &str, expected: impl Into<String>) -> MoveError {
        MoveError::Syntax {
            found: found.to_owned(),
            expected: expected.into(),
        }
    }

    /// A readable move that violates a rule.
    pub fn illegal(found: &str, reason: impl Into<Text>) -> MoveError {
        MoveError::Illegal {
            found: found.to_owned(),
            reason: Box::new(reason.into()),
        }
    }

    /// A token in a game that has ended.
    #[must_use]
    pub fn game_over(token: &str, outcome: Outcome) -> MoveError {
        MoveError::GameOver {
            found: token.to_owned(),
            outcome,
        }
    }

    /// The offending token or part of it.
    #[must_use]
    pub fn found(&self) -> &str {
        match self {
            MoveError::Syntax { found, .. }
            | MoveError::Illegal { found, .. }
            | MoveError::GameOver { found, .. } => found,
        }
    }

    /// The problem, without the token.
    #[must_use]
    pub fn problem(&self) -> String {
        match self {
            MoveError::Syntax { expected, .. } => format!("expected {expected}"),
            MoveError::Illegal { reason, .. } => reason.text.clone(),
            MoveError::GameOver { outcome, .. } => format!("the game is over ({outcome})"),
        }
    }
}

impl fmt::Display for MoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "move '{}': {}", quote(self.found()), self.problem())
    }
}

impl std::error::Error for MoveError {}

/// A word that is not one of the allowed words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseValueError {
    /// The offending text.
    pub found: String,
    /// The allowed words.
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

/// `text` for use in a message of the protocol: printable ASCII, at most 60 characters.
#[must_use]
pub fn quote(text: &str) -> String {
    shortened(text.chars().map(|c| match c {
        // Quotes need no escape inside a message; other unusual characters do.
        '\'' | '"' => c.to_string(),
        c => c.escape_default().to_string(),
    }))
}

/// `text` for use in a message to users: printable, at most 60 characters.
#[must_use]
pub fn excerpt(text: &str) -> String {
    shortened(text.chars().map(printable_char))
}

fn shortened(pieces: impl Iterator<Item = String>) -> String {
    const MAX_LENGTH: usize = 60;
    let (mut text, mut length) = (String::new(), 0);
    for piece in pieces {
        length += piece.chars().count();
        if length > MAX_LENGTH {
            text.push_str("...");
            break;
        }
        text.push_str(&piece);
    }
    text
}

/// `text` for display: escapes control characters and characters that change the direction or the flow
/// of the text around them.
#[must_use]
pub fn printable(text: &str) -> String {
    text.chars().map(printable_char).collect()
}

fn printable_char(c: char) -> String {
    match c {
        '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => {
            c.escape_unicode().to_string()
        }
        c if c.is_control() => c.escape_default().to_string(),
        c => c.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_that_affect_other_text_are_escaped() {
        assert_eq!(printable("Zoë's \\ 引擎"), "Zoë's \\ 引擎");
        assert_eq!(
            printable("a\u{1b}[2J\tb\u{9b}\u{202e}c"),
            "a\\u{1b}[2J\\tb\\u{9b}\\u{202e}c"
        );
    }

    #[test]
    fn messages_show_the_beginning_of_a_text() {
        let text = "½–\"é'\u{202e}";
        assert_eq!(excerpt(text), "½–\"é'\\u{202e}");
        assert_eq!(quote(text), "\\u{bd}\\u{2013}\"\\u{e9}'\\u{202e}");
        let long = "é".repeat(61);
        assert_eq!(excerpt(&long), format!("{}...", "é".repeat(60)));
    }
}

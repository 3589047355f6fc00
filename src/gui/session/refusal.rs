//! Why a request was refused.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;

use serde::Serialize;

use crate::play::record::{ReadError, RefusedGame};
use crate::rules::{FenError, MoveError, Text};

/// Why a request was refused, for users.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum Refusal {
    /// An English text without variable parts.
    Plain(String),
    /// An English text, with the key and the arguments of its translations.
    Keyed {
        text: String,
        key: Cow<'static, str>,
        args: BTreeMap<Cow<'static, str>, String>,
        /// The game whose texts have the key; otherwise the page has it.
        game: Option<String>,
    },
}

impl Refusal {
    /// A refusal with the key of its translation and the arguments.
    pub(super) fn new(
        text: impl Into<String>,
        key: impl Into<Cow<'static, str>>,
        args: &[(&'static str, String)],
    ) -> Refusal {
        let args = args
            .iter()
            .map(|(name, value)| ((*name).into(), value.clone()));
        Refusal::Keyed {
            text: text.into(),
            key: key.into(),
            args: args.collect(),
            game: None,
        }
    }

    /// The refusal of a position or a move of a game because of `rule`.
    fn by_rule(text: String, rule: &Text, game: &str) -> Refusal {
        Refusal::Keyed {
            text,
            key: rule.key.clone(),
            args: rule.args.clone(),
            game: Some(game.to_owned()),
        }
    }

    /// The refusal of a FEN of a game.
    pub(super) fn fen(error: &FenError, game: &str) -> Refusal {
        match error {
            FenError::Syntax { found, .. } => {
                Refusal::new(error.to_string(), "fen.form", &[("found", found.clone())])
            }
            FenError::Illegal { problem, .. } => Refusal::by_rule(error.to_string(), problem, game),
        }
    }

    /// The refusal of a move of a game.
    pub(super) fn of_move(error: &MoveError, game: &str) -> Refusal {
        let key = match error {
            MoveError::Illegal { reason, .. } => {
                return Refusal::by_rule(error.to_string(), reason, game);
            }
            MoveError::Syntax { .. } => "move.form",
            MoveError::GameOver { .. } => "move.over",
        };
        let found = error.found().to_owned();
        Refusal::new(error.to_string(), key, &[("found", found)])
    }
}

/// The refusal of a file that cannot be read as a game.
pub(super) fn unreadable(file: &str, error: &str) -> Refusal {
    let text = format!("{file}: {error}");
    Refusal::new(text, "file.unreadable", &[("file", file.to_owned())])
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (Refusal::Plain(text) | Refusal::Keyed { text, .. }) = self;
        f.write_str(text)
    }
}

impl From<String> for Refusal {
    fn from(text: String) -> Refusal {
        Refusal::Plain(text)
    }
}

impl From<&str> for Refusal {
    fn from(text: &str) -> Refusal {
        text.to_owned().into()
    }
}

impl From<Refusal> for String {
    fn from(refusal: Refusal) -> String {
        refusal.to_string()
    }
}

impl From<&RefusedGame> for Refusal {
    fn from(refused: &RefusedGame) -> Refusal {
        let RefusedGame {
            game, line, word, ..
        } = refused;
        let mut args = vec![("game", game.to_string()), ("line", line.to_string())];
        let key = if word.is_empty() {
            "record.line"
        } else {
            args.push(("word", word.clone()));
            "record.word"
        };
        Refusal::new(refused.to_string(), key, &args)
    }
}

impl From<&ReadError> for Refusal {
    fn from(error: &ReadError) -> Refusal {
        match error {
            ReadError::Refused(refused) => refused.into(),
            error => Refusal::new(error.to_string(), "record.none", &[]),
        }
    }
}

//! Why a request was refused.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;

use serde::Serialize;

use crate::play::record::{ReadError, RefusedGame};
use crate::rules::{FenError, MoveError, Text};

/// Why a request was refused, for users: an English text. A page in another language needs the key and the
/// arguments of a text with variable parts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(with = "RefusalForm"))]
#[serde(into = "RefusalForm")]
pub(super) struct Refusal {
    text: String,
    key: Option<Key>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Key {
    key: Cow<'static, str>,
    args: BTreeMap<Cow<'static, str>, String>,
    /// The game whose texts have the key; otherwise the page has it.
    game: Option<String>,
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
        Refusal {
            text: text.into(),
            key: Some(Key {
                key: key.into(),
                args: args.collect(),
                game: None,
            }),
        }
    }

    /// The refusal of a position or a move of a game because of `rule`.
    fn by_rule(text: String, rule: &Text, game: &str) -> Refusal {
        Refusal {
            text,
            key: Some(Key {
                key: rule.key.clone(),
                args: rule.args.clone(),
                game: Some(game.to_owned()),
            }),
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
        f.write_str(&self.text)
    }
}

/// The serde form of [`Refusal`]: a text without a key is a string.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(untagged)]
enum RefusalForm {
    Plain(String),
    Keyed {
        text: String,
        key: Cow<'static, str>,
        args: BTreeMap<Cow<'static, str>, String>,
        /// The game whose texts have the key; otherwise the page has it.
        game: Option<String>,
    },
}

impl From<Refusal> for RefusalForm {
    fn from(Refusal { text, key }: Refusal) -> RefusalForm {
        match key {
            None => RefusalForm::Plain(text),
            Some(Key { key, args, game }) => RefusalForm::Keyed {
                text,
                key,
                args,
                game,
            },
        }
    }
}

impl From<String> for Refusal {
    fn from(text: String) -> Refusal {
        Refusal { text, key: None }
    }
}

impl From<&str> for Refusal {
    fn from(text: &str) -> Refusal {
        text.to_owned().into()
    }
}

impl From<Refusal> for String {
    fn from(refusal: Refusal) -> String {
        refusal.text
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

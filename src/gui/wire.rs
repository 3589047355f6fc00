//! What the page says. Read here and nowhere else: sizes, shapes and control characters are checked
//! at this one point, so that no word of a page can become a second command to an engine.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::clock::TimeControls;
use super::tree::NodeId;
use crate::play::record::Drawing;
use crate::rules::Side;

/// The version of the messages; a page of another one is told to load itself anew.
pub const VERSION: u32 = 1;

/// The longest message, in bytes: a large record has to fit in.
pub const LONGEST_MESSAGE: usize = 4 << 20;

/// Who plays a side.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase", deny_unknown_fields)]
pub enum Seat {
    /// Somebody at a window.
    Person,
    /// An engine.
    Engine {
        /// Which one, from 0.
        engine: usize,
        /// Its strength, where it can be set.
        level: Option<i64>,
    },
}

/// A game to be begun.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NewGame {
    /// The id of the game; that of the table when left out.
    pub game: Option<String>,
    /// Where it begins; the start position when left out.
    pub fen: Option<String>,
    /// Who plays, player 1 first.
    pub players: [Seat; 2],
    /// How much time there is.
    pub time: TimeControls,
    /// How many games follow by themselves, sides changed each time.
    #[serde(default)]
    pub series: u32,
}

/// What a page wants.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(tag = "t", rename_all = "snake_case", deny_unknown_fields)]
pub enum Intent {
    /// The first word.
    Hello {
        /// The version of the messages it speaks.
        version: u32,
    },
    /// To see a node: its scene, its first touches, the turn that led to it.
    View {
        /// The node.
        node: NodeId,
    },
    /// To go on with a turn.
    Touch {
        /// Comes back with the answer.
        id: u64,
        /// The node.
        node: NodeId,
        /// What has been touched so far.
        touches: Vec<String>,
    },
    /// To know what a line does.
    Trace {
        /// Comes back with the answer.
        id: u64,
        /// The node.
        node: NodeId,
        /// The turns of the line.
        tokens: Vec<String>,
    },
    /// To see the position at the end of a line.
    Peek {
        /// Comes back with the answer.
        id: u64,
        /// The node.
        node: NodeId,
        /// The turns of the line.
        tokens: Vec<String>,
    },
    /// To know what a position becomes when some of it is set anew; nothing changes at the table.
    Edit {
        /// Comes back with the answer.
        id: u64,
        /// The id of the game; that of the table when left out.
        game: Option<String>,
        /// The position that is changed; the start position when left out.
        fen: Option<String>,
        /// The node whose position is changed, whatever game and FEN say.
        node: Option<NodeId>,
        /// What is set.
        items: Vec<String>,
    },
    /// To play a turn.
    Play {
        /// The node.
        node: NodeId,
        /// The turn.
        token: String,
        /// Whether it is meant as a turn of the game; elsewhere it begins a variation.
        game: bool,
    },
    /// To begin a game.
    New(NewGame),
    /// To change who plays a side.
    Seat {
        /// The side.
        side: Side,
        /// Who plays it from now on.
        seat: Seat,
    },
    /// To go on from this node.
    Live {
        /// The node.
        node: NodeId,
    },
    /// To take the last turn of a person back.
    Takeback,
    /// To give the game up.
    Resign {
        /// The side that does.
        side: Side,
    },
    /// To stop the game for a while, or to go on.
    Pause {
        /// Whether it is to stand.
        on: bool,
    },
    /// To let an engine play one turn in a paused game.
    Step,
    /// To have the engine's turn at once.
    MoveNow,
    /// To remove a node with all that follows.
    Remove {
        /// The node.
        node: NodeId,
    },
    /// To make a line the main line.
    Promote {
        /// Its last node.
        node: NodeId,
    },
    /// To write a remark.
    Comment {
        /// The node.
        node: NodeId,
        /// The remark.
        text: String,
    },
    /// To draw arrows and circles at a position, in the place of those that are there.
    Draw {
        /// The node.
        node: NodeId,
        /// All that is drawn there from now on.
        drawn: Vec<Drawing>,
    },
    /// To mark a turn.
    Mark {
        /// The node.
        node: NodeId,
        /// `!`, `?`, `!!`, `??`, `!?`, `?!` or nothing.
        mark: String,
    },
    /// To take the last change of the record back.
    Undo,
    /// To have a position analysed, or to end that.
    Analyse {
        /// Whether to go on.
        on: bool,
        /// The node.
        node: NodeId,
        /// Which engine.
        engine: usize,
        /// How many lines.
        lines: u32,
        /// For how long, in milliseconds; 0 for as long as wanted.
        ms: u64,
        /// Only these turns; all when empty.
        only: Vec<String>,
    },
    /// To have every position of the main line judged, or to end that.
    Review {
        /// Whether to go on.
        on: bool,
        /// Which engine.
        engine: usize,
        /// Milliseconds a position.
        ms: u64,
    },
    /// To set an option of an engine.
    Option {
        /// Which engine.
        engine: usize,
        /// The option.
        name: String,
        /// Its value; none for a button.
        value: Option<String>,
    },
    /// To start an engine anew.
    Restart {
        /// Which engine.
        engine: usize,
    },
    /// To see what was said with an engine.
    Traffic {
        /// Which engine.
        engine: usize,
    },
    /// To open a record.
    Import {
        /// The record.
        text: String,
    },
    /// To get the record as a file, or the position.
    Export {
        /// The node whose position is asked for.
        node: NodeId,
    },
    /// To read the rules of a game.
    About {
        /// The id of the game.
        game: String,
    },
    /// To go on with the game of an earlier run, or to leave it.
    Continue {
        /// Whether to go on with it.
        yes: bool,
    },
}

/// Texts of these fields may have several lines: they never reach an engine.
const FREE_TEXT: [(&str, &str); 2] = [("import", "text"), ("comment", "text")];

/// Reads a message of a page.
///
/// # Errors
/// What is wrong with it.
pub fn read(text: &str) -> Result<Intent, String> {
    let value: Value =
        serde_json::from_str(text).map_err(|error| format!("the message is no JSON: {error}"))?;
    let kind = value.get("t").and_then(Value::as_str).unwrap_or_default();
    let kind = kind.to_owned();
    if let Value::Object(fields) = &value {
        for (name, field) in fields {
            let free = FREE_TEXT.contains(&(kind.as_str(), name.as_str()));
            check(name, field, free)?;
        }
    }
    serde_json::from_value(value).map_err(|error| format!("the message is not understood: {error}"))
}

fn check(name: &str, value: &Value, free: bool) -> Result<(), String> {
    match value {
        Value::String(text) => {
            let bad = |c: char| c.is_control() && !(free && matches!(c, '\n' | '\r' | '\t'));
            match text.chars().find(|&c| bad(c)) {
                Some(c) => Err(format!(
                    "{name}: expected text without control characters, found U+{:04X}",
                    u32::from(c)
                )),
                None => Ok(()),
            }
        }
        Value::Array(items) => items.iter().try_for_each(|item| check(name, item, free)),
        Value::Object(fields) => fields
            .iter()
            .try_for_each(|(name, field)| check(name, field, free)),
        _ => Ok(()),
    }
}

/// Whether a word may stand in a command as one token.
#[must_use]
pub fn is_token(word: &str) -> bool {
    (1..=4000).contains(&word.len()) && word.bytes().all(|byte| byte.is_ascii_graphic())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_word_holds_a_second_command() {
        for text in [
            r#"{"t":"new","fen":"x\nquit","players":[{"kind":"person"},{"kind":"person"}],"time":{"kind":"none"}}"#,
            r#"{"t":"play","node":1,"token":"a\u0000b","game":true}"#,
            r#"{"t":"touch","id":1,"node":1,"touches":["a","b\rgo"]}"#,
            r#"{"t":"comment","node":1,"text":"bell \u0007"}"#,
        ] {
            let error = read(text).expect_err("a control character");
            assert!(error.contains("control characters"), "{error}");
        }
        let remark = read(r#"{"t":"comment","node":1,"text":"two\nlines"}"#);
        assert!(remark.is_ok(), "{remark:?}");
        for word in ["", "a b", "a\u{e9}", "a\tb"] {
            assert!(!is_token(word), "{word:?}");
        }
        assert!(is_token("w^b2/1w^3"));
    }

    #[test]
    fn what_is_not_understood_is_named() {
        for (text, part) in [
            ("hello", "no JSON"),
            ("[1]", "not understood"),
            (r#"{"t":"shell","command":"rm"}"#, "shell"),
            (
                r#"{"t":"play","node":"one","token":"a","game":true}"#,
                "one",
            ),
            (r#"{"t":"takeback","extra":1}"#, ""),
        ] {
            match read(text) {
                Err(error) => assert!(error.contains(part), "{error}"),
                Ok(intent) => assert_eq!(intent, Intent::Takeback),
            }
        }
    }
}

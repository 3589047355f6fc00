//! The end of a game, and its place in the tree.

use serde::Serialize;

use super::super::messages::NodeId;
use ringstack_engine::picture::{SceneResult, Text, Winner};
use ringstack_engine::play::record::Termination;
use ringstack_engine::rules::Outcome;

/// The end of a game.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(with = "EndForm"))]
#[serde(into = "EndForm")]
pub struct GameEnd {
    pub outcome: Outcome,
    /// How the game ended, if known.
    pub termination: Option<Termination>,
    /// The result by the rules, if they ended the game.
    pub rules: Option<SceneResult>,
}

impl GameEnd {
    pub fn by(outcome: Outcome, termination: Termination) -> GameEnd {
        GameEnd {
            outcome,
            termination: Some(termination),
            rules: None,
        }
    }
}

/// The serde form of [`GameEnd`].
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct EndForm {
    winner: Winner,
    /// How the game ended, as a word.
    reason: String,
    /// The same as a sentence, if the rules ended the game.
    text: Option<Text>,
}

impl From<GameEnd> for EndForm {
    fn from(end: GameEnd) -> EndForm {
        match end.rules {
            Some(result) => EndForm {
                winner: result.outcome.into(),
                reason: result.reason.to_owned(),
                text: Some(result.text),
            },
            None => EndForm {
                winner: end.outcome.into(),
                reason: end
                    .termination
                    .map_or_else(String::new, |termination| termination.to_string()),
                text: None,
            },
        }
    }
}

/// The current node of the game, and its end if it ended there.
#[derive(Clone, Debug)]
pub struct GamePlace {
    pub live: NodeId,
    pub ending: Option<GameEnd>,
}

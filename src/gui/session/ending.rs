//! The end of a game, and its place in the tree.

use serde::Serialize;
use serde_json::{Value, json};

use super::tree::NodeId;
use crate::picture::SceneResult;
use crate::play::record::Termination;
use crate::rules::Outcome;

/// The end of a game.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct GameEnd {
    pub(super) outcome: Outcome,
    /// How the game ended, if known.
    pub(super) termination: Option<Termination>,
    /// The result by the rules, if they ended the game.
    pub(super) rules: Option<SceneResult>,
}

impl GameEnd {
    pub(super) fn by(outcome: Outcome, termination: Termination) -> GameEnd {
        GameEnd {
            outcome,
            termination: Some(termination),
            rules: None,
        }
    }
}

impl Serialize for GameEnd {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let value: Value = match &self.rules {
            Some(result) => json!(result),
            None => {
                let winner = match self.outcome {
                    Outcome::Win(side) => side.word(),
                    Outcome::Draw => "draw",
                };
                let reason = self.termination.as_ref().map(Termination::to_string);
                json!({"winner": winner, "reason": reason.unwrap_or_default(), "text": null})
            }
        };
        value.serialize(serializer)
    }
}

/// The current node of the game, and its end if it ended there.
#[derive(Clone, Debug)]
pub(super) struct GamePlace {
    pub(super) live: NodeId,
    pub(super) ending: Option<GameEnd>,
}

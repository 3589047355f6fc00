//! The rules that forbid a move or a position. `texts.json` has their texts.

use serde::Serialize;

use super::TEXTS;
use crate::rules::Text;

/// Why a move is not legal. The two games have their own reasons.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Violation {
    Answer,
    InChallenge,
    NoAnnouncement,
    NoChallenge,
}

impl From<Violation> for Text {
    fn from(violation: Violation) -> Text {
        TEXTS.of_variant("reason", &violation)
    }
}

/// Why no game reaches a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Problem {
    ChallengeOver,
    JumpNotLegal,
    NoChallenge,
    NotAJump,
}

impl From<Problem> for Text {
    fn from(problem: Problem) -> Text {
        TEXTS.of_variant("problem", &problem)
    }
}

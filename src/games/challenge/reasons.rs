//! The rules that forbid a move or a position. `texts.json` has their texts.

use serde::Serialize;

use super::TEXTS;
use crate::rules::texts_of;

/// Why a move is not legal. The two games have their own reasons.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Violation {
    Answer,
    InChallenge,
    NoAnnouncement,
    NoChallenge,
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

texts_of!(TEXTS, Violation => "reason", Problem => "problem");

//! The rules that forbid a move or a position. `texts.json` has their texts.

use serde::Serialize;

use super::TEXTS;
use crate::rules::impl_text_from;

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

impl_text_from!(TEXTS, Violation => "reason", Problem => "problem");

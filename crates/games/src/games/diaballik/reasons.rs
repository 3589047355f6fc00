//! The rules that forbid a move or a position. `texts.json` has their texts.

use serde::Serialize;

use super::TEXTS;
use crate::rules::impl_text_from;

/// Why a move is not legal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Violation {
    Antijeu,
    BallPassed,
    BallStraight,
    Blocked,
    InTheWay,
    NoReceiver,
    NoSupport,
    NotNeighbour,
    OwnSupport,
    SameSupport,
    Scored,
    SquareOccupied,
    SupportOfOpponent,
    TwoSteps,
}

/// Why no game reaches a position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Problem {
    BallOnGoal,
    BlackSupports { found: u32, balls: usize },
    Claim,
    WhiteSupports { found: u32, balls: usize },
}

impl_text_from!(TEXTS, Violation => "reason", Problem => "problem");

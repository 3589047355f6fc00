//! The rules that forbid a move or a position. `texts.json` has their texts.

use serde::Serialize;

use super::TEXTS;
use crate::rules::Text;

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

impl From<Violation> for Text {
    fn from(violation: Violation) -> Text {
        TEXTS.of_variant("reason", &violation)
    }
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

impl From<Problem> for Text {
    fn from(problem: Problem) -> Text {
        TEXTS.of_variant("problem", &problem)
    }
}

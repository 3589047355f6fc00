//! What an engine can do wrong in a game.

use crate::play::record::Termination;
use crate::rules::Side;

use super::engine::EngineError;

/// What ended a game against its rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameFault {
    /// Who loses by it; `None` when that cannot be said and the game is void.
    pub side: Option<Side>,
    /// What it is called in the record.
    pub termination: Termination,
    /// What happened.
    pub detail: String,
}

impl GameFault {
    /// A fault of `side`.
    #[must_use]
    pub fn by(side: Side, termination: Termination, detail: String) -> GameFault {
        let side = Some(side);
        GameFault {
            side,
            termination,
            detail,
        }
    }

    /// A fault for which no side is to blame.
    #[must_use]
    pub fn without_culprit(termination: Termination, detail: String) -> GameFault {
        let side = None;
        GameFault {
            side,
            termination,
            detail,
        }
    }

    /// What the engine of `side` did instead of answering.
    #[must_use]
    pub fn of(side: Side, error: &EngineError) -> GameFault {
        let termination = match error {
            EngineError::Gone { .. } => Termination::Crash,
            EngineError::Silent { .. } => Termination::Stall,
            EngineError::LongLine { .. } | EngineError::ManyOptions | EngineError::BadLine(_) => {
                Termination::Protocol
            }
            EngineError::Start { .. }
            | EngineError::NoOption { .. }
            | EngineError::BadValue { .. }
            | EngineError::Refused { .. }
            | EngineError::NoGame { .. } => Termination::Start,
        };
        GameFault::by(side, termination, error.to_string())
    }
}

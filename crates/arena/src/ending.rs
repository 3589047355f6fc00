//! How an engine can fail in a game.

use ringstack_engine::play::record::Termination;
use ringstack_engine::rules::Side;

use super::engine::EngineError;

/// A fault that ended a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameFault {
    /// The side that loses; `None` if the culprit is unknown and the game is void.
    pub side: Option<Side>,
    /// The termination in the record.
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

    /// A fault that cannot be attributed to a side.
    #[must_use]
    pub fn without_culprit(termination: Termination, detail: String) -> GameFault {
        let side = None;
        GameFault {
            side,
            termination,
            detail,
        }
    }

    /// The fault of `side` whose engine failed with this error.
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

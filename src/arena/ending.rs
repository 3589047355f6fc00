//! How games end: by their rules, from outside, or by what an engine did wrong.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::rules::{Outcome, Side};

use super::engine::EngineError;

/// How a game ended, in one word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reason {
    /// By its rules.
    Rules,
    /// As a draw by the greatest number of plies.
    MaxPlies,
    /// By agreement of the scores.
    Agreement,
    /// By an illegal move.
    Illegal,
    /// Because an engine ended or closed its output.
    Crash,
    /// Because an engine did not answer at all.
    Stall,
    /// Because an answer came too late.
    Time,
    /// Because of a line that breaks the protocol.
    Protocol,
    /// Because an engine could not be started.
    Start,
    /// Because an engine has a wrong idea of the result.
    WrongResult,
    /// Because the engines do not agree on a game whose rules we do not know.
    Disagreement,
}

impl Reason {
    /// Whether an engine failed.
    #[must_use]
    pub fn is_failure(self) -> bool {
        !matches!(self, Reason::Rules | Reason::MaxPlies | Reason::Agreement)
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Reason::Rules => "rules",
            Reason::MaxPlies => "max-plies",
            Reason::Agreement => "agreement",
            Reason::Illegal => "illegal",
            Reason::Crash => "crash",
            Reason::Stall => "stall",
            Reason::Time => "time",
            Reason::Protocol => "protocol",
            Reason::Start => "start",
            Reason::WrongResult => "wrong-result",
            Reason::Disagreement => "disagreement",
        })
    }
}

/// What ended a game against its rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// Who loses by it; `None` when that cannot be said and the game is void.
    pub side: Option<Side>,
    /// What it is called.
    pub reason: Reason,
    /// What happened.
    pub detail: String,
}

impl Fault {
    /// A fault of `side`.
    #[must_use]
    pub fn by(side: Side, reason: Reason, detail: String) -> Fault {
        let side = Some(side);
        Fault {
            side,
            reason,
            detail,
        }
    }

    /// A fault for which no side is to blame.
    #[must_use]
    pub fn nobodys(reason: Reason, detail: String) -> Fault {
        let side = None;
        Fault {
            side,
            reason,
            detail,
        }
    }

    /// What the engine of `side` did instead of answering.
    #[must_use]
    pub fn of(side: Side, error: &EngineError) -> Fault {
        let reason = match error {
            EngineError::Gone { .. } => Reason::Crash,
            EngineError::Silent { .. } => Reason::Stall,
            EngineError::LongLine { .. } | EngineError::ManyOptions | EngineError::BadLine(_) => {
                Reason::Protocol
            }
            EngineError::Start { .. }
            | EngineError::NoOption { .. }
            | EngineError::BadValue { .. }
            | EngineError::Refused { .. }
            | EngineError::NoGame { .. } => Reason::Start,
        };
        Fault::by(side, reason, error.to_string())
    }
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameEnd {
    /// The result; `None` for a void game.
    pub outcome: Option<Outcome>,
    /// In one reason.
    pub reason: Reason,
    /// Who failed.
    pub culprit: Option<Side>,
    /// What happened, if more than the reason says.
    pub detail: String,
}

impl GameEnd {
    /// An ending without a fault.
    #[must_use]
    pub fn sound(outcome: Outcome, reason: Reason) -> GameEnd {
        GameEnd {
            outcome: Some(outcome),
            reason,
            culprit: None,
            detail: String::new(),
        }
    }
}

/// Who is at fault loses; where nobody is, the game is void.
impl From<Fault> for GameEnd {
    fn from(fault: Fault) -> GameEnd {
        GameEnd {
            outcome: fault.side.map(|side| Outcome::Win(!side)),
            reason: fault.reason,
            culprit: fault.side,
            detail: fault.detail,
        }
    }
}

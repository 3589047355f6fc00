//! How a game ended.

use std::fmt;

use serde::{Deserialize, Serialize};

/// How a game ended. Unknown words in files are kept.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(from = "String", into = "String")]
pub enum Termination {
    /// By the rules of the game.
    Rules,
    /// As a draw by the maximum number of plies of a match.
    MaxPlies,
    /// The scores of both engines agreed.
    Agreement,
    /// By an illegal move.
    Illegal,
    /// An engine exited or closed its output.
    Crash,
    /// An engine did not answer.
    Stall,
    /// An answer came too late, or a clock ran out.
    Time,
    /// An engine broke the protocol.
    Protocol,
    /// An engine could not be started.
    Start,
    /// An engine claimed another result.
    WrongResult,
    /// The engines disagreed on an unknown game.
    Disagreement,
    /// A player resigned.
    Resignation,
    /// The players agreed on a draw.
    DrawAgreed,
    /// A third party decided.
    Adjudication,
    /// Any other way.
    Other(String),
}

/// Every termination with a defined word.
const KNOWN: [Termination; 14] = [
    Termination::Rules,
    Termination::MaxPlies,
    Termination::Agreement,
    Termination::Illegal,
    Termination::Crash,
    Termination::Stall,
    Termination::Time,
    Termination::Protocol,
    Termination::Start,
    Termination::WrongResult,
    Termination::Disagreement,
    Termination::Resignation,
    Termination::DrawAgreed,
    Termination::Adjudication,
];

impl Termination {
    /// The word in files.
    #[must_use]
    pub fn word(&self) -> &str {
        match self {
            Termination::Rules => "rules",
            Termination::MaxPlies => "max-plies",
            Termination::Agreement => "agreement",
            Termination::Illegal => "illegal",
            Termination::Crash => "crash",
            Termination::Stall => "stall",
            Termination::Time => "time",
            Termination::Protocol => "protocol",
            Termination::Start => "start",
            Termination::WrongResult => "wrong-result",
            Termination::Disagreement => "disagreement",
            Termination::Resignation => "resignation",
            Termination::DrawAgreed => "draw-agreed",
            Termination::Adjudication => "adjudication",
            Termination::Other(word) => word,
        }
    }

    /// Whether an engine of a match failed.
    #[must_use]
    pub fn is_failure(&self) -> bool {
        matches!(
            self,
            Termination::Illegal
                | Termination::Crash
                | Termination::Stall
                | Termination::Time
                | Termination::Protocol
                | Termination::Start
                | Termination::WrongResult
                | Termination::Disagreement
        )
    }

    /// Whether the outcome may differ from the board, because something else decided the game.
    #[must_use]
    pub fn overrules_the_board(&self) -> bool {
        !matches!(self, Termination::Rules)
    }
}

impl fmt::Display for Termination {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

impl From<&str> for Termination {
    /// Parses a word, or a sentence that cutegames writes.
    fn from(word: &str) -> Termination {
        match word {
            "Resigned" => Termination::Resignation,
            "time forfeit" | "Out of time" => Termination::Time,
            "Crashed" => Termination::Crash,
            "Illegal move" => Termination::Illegal,
            "Maximum game length" => Termination::MaxPlies,
            "Gameover mismatch" | "Result mismatch" => Termination::WrongResult,
            word => {
                let known = KNOWN.iter().find(|known| known.word() == word);
                known
                    .cloned()
                    .unwrap_or_else(|| Termination::Other(word.to_owned()))
            }
        }
    }
}

impl From<String> for Termination {
    fn from(word: String) -> Termination {
        Termination::from(word.as_str())
    }
}

impl From<Termination> for String {
    fn from(termination: Termination) -> String {
        termination.word().to_owned()
    }
}

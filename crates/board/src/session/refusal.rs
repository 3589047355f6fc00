//! Why a request was refused.

use std::fmt;

use serde::Serialize;

use crate::engine_driver::{EngineFailure, EngineFault};
use ringstack_engine::play::index::IndexError;
use ringstack_engine::play::record::{ReadError, RefusedGame};
use ringstack_engine::rules::{FenError, MoveError, Text};

/// Why a request was refused. The page has a text for each key in every language. The argument `text` is an English
/// text of another part of the program, and `error` one of the system.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(tag = "key", content = "args", rename_all = "kebab-case")]
#[rustfmt::skip] // a table
pub enum Refusal {
    GameOver,
    GameContinued,
    EngineToMove,
    EngineNotThinking,
    EngineNotRunning,
    EngineKeepsName { name: String },
    EngineNotStarted { engine: String, error: String },
    EngineEnded { engine: String },
    EngineSilent { engine: String },
    EngineGame { engine: String, game: String },
    EngineProtocol { engine: String, text: String },
    EngineMove { engine: String, token: String },
    EngineNoLine,
    EngineNoSetUp,
    ReviewRuns,
    NoHelp,
    NoTakeback,
    NoDraws,
    NoDrawOffer,
    NoEdit,
    NoPause,
    NoMoves,
    NoEarlierGame,
    FirstPosition,
    MoveOfGame,
    ResultOfRules,
    MoveGone,
    PositionGone,
    ProposalGone,
    AnswerFirst,
    OthersProposal,
    TwoDevices,
    OtherGameRequested,
    OpeningStopped,
    OnBoard,
    NotSaved,
    AddingGames,
    StorageFull,
    NoStorage,
    ProfileUnread { error: String },
    FileFailed { file: String, error: String },
    FileUnreadable { file: String, error: String },
    FriendToMove,
    OtherSide,
    SideTaken,
    NoSeat,
    LinkKeeps,
    LinkPeople,
    LinkDamaged,
    LinkMoves,
    LinkResult,
    LinkOwnMoves,
    NameLong { most: usize },
    MoveForm { found: String, text: String },
    FenForm { found: String, text: String },
    FenLong { most: usize },
    FenMoves,
    /// A position or a move violates a rule of the game.
    Rule { game: String, #[serde(flatten)] rule: Text },
    RecordEmpty,
    RecordLink,
    RecordKind { text: String },
    RecordNone { text: String },
    RecordLine { game: usize, line: usize, text: String },
    RecordWord { game: usize, line: usize, word: String, text: String },
    /// A reservation about a record that gives two results.
    RecordResults { tag: &'static str, last: &'static str, counts: &'static str },
    /// A reservation about a record that has only tags.
    RecordNoMoves,
    IndexDamaged,
    IndexVersion,
    /// A page sent a request that no user can make.
    Other { text: String },
}

impl Refusal {
    /// The refusal of a position or a move of a game because of `rule`.
    fn by_rule(rule: &Text, game: &str) -> Refusal {
        Refusal::Rule {
            game: game.to_owned(),
            rule: rule.clone(),
        }
    }

    /// Why the host cannot store files.
    pub fn of_storage(error: String) -> Refusal {
        match error.as_str() {
            "full" => Refusal::StorageFull,
            "none" => Refusal::NoStorage,
            _ => Refusal::Other { text: error },
        }
    }

    /// A file cannot be read as a game.
    pub fn unreadable(file: &str, error: String) -> Refusal {
        let file = file.to_owned();
        Refusal::FileUnreadable { file, error }
    }

    /// A file cannot be changed.
    pub fn failed(file: &str, error: String) -> Refusal {
        let file = file.to_owned();
        Refusal::FileFailed { file, error }
    }

    /// The refusal of a FEN of a game.
    pub fn fen(error: &FenError, game: &str) -> Refusal {
        match error {
            FenError::Syntax { found, .. } => Refusal::FenForm {
                found: found.clone(),
                text: error.to_string(),
            },
            FenError::Illegal { problem, .. } => Refusal::by_rule(problem, game),
        }
    }

    /// The refusal of a move of a game.
    pub fn of_move(error: &MoveError, game: &str) -> Refusal {
        match error {
            MoveError::Illegal { reason, .. } => Refusal::by_rule(reason, game),
            MoveError::Syntax { found, .. } => Refusal::MoveForm {
                found: found.clone(),
                text: error.to_string(),
            },
            MoveError::GameOver { .. } => Refusal::GameOver,
        }
    }
}

/// For the log and the command line; the page has texts of its own.
impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::Rule {
                rule: Text { text, .. },
                ..
            }
            | Refusal::FenForm { text, .. }
            | Refusal::Other { text } => f.write_str(text),
            Refusal::FenMoves => f.write_str("FEN: moves are not allowed"),
            other => write!(f, "{other:?}"),
        }
    }
}

impl From<Refusal> for String {
    fn from(refusal: Refusal) -> String {
        refusal.to_string()
    }
}

impl From<String> for Refusal {
    fn from(text: String) -> Refusal {
        Refusal::Other { text }
    }
}

impl From<&str> for Refusal {
    fn from(text: &str) -> Refusal {
        text.to_owned().into()
    }
}

impl From<EngineFailure> for Refusal {
    fn from(EngineFailure { engine, fault }: EngineFailure) -> Refusal {
        match fault {
            EngineFault::NotStarted(error) => Refusal::EngineNotStarted { engine, error },
            EngineFault::Ended => Refusal::EngineEnded { engine },
            EngineFault::Silent => Refusal::EngineSilent { engine },
            EngineFault::NoGame(game) => Refusal::EngineGame { engine, game },
            EngineFault::Protocol(text) => Refusal::EngineProtocol { engine, text },
        }
    }
}

impl From<&IndexError> for Refusal {
    fn from(error: &IndexError) -> Refusal {
        match error {
            IndexError::NotAnIndex | IndexError::Damaged => Refusal::IndexDamaged,
            IndexError::Version => Refusal::IndexVersion,
            IndexError::File(error) => Refusal::Other {
                text: error.to_string(),
            },
        }
    }
}

impl From<&RefusedGame> for Refusal {
    fn from(refused: &RefusedGame) -> Refusal {
        let (game, line, text) = (refused.game, refused.line, refused.to_string());
        match refused.word.clone() {
            word if word.is_empty() => Refusal::RecordLine { game, line, text },
            word => Refusal::RecordWord {
                game,
                line,
                word,
                text,
            },
        }
    }
}

impl From<&ReadError> for Refusal {
    fn from(error: &ReadError) -> Refusal {
        match error {
            ReadError::Refused(refused) => refused.into(),
            error => Refusal::RecordNone {
                text: error.to_string(),
            },
        }
    }
}

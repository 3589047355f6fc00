//! Commands to engines and their reports. The host runs the processes.

use std::fmt;
use std::time::Duration;

use serde::{Serialize, Serializer};

use ringstack_arena::engine::spec::EngineSpec;
use ringstack_engine::play::Start;
use ringstack_engine::play::random_setup::RandomSetup;
use ringstack_engine::search::{Bound, BoundedValue, Value};
use ringstack_engine::ugi::command::Go;
use ringstack_engine::ugi::reply::OptionLine;

/// The id of a running engine; never reused.
pub type EngineId = u64;

/// The maximum number of lines of an analysis.
pub const MAX_LINES: u32 = 5;

/// An engine that the host can run.
#[derive(Clone, Debug)]
pub struct OfferedEngine {
    /// The name.
    pub name: String,
    /// The options of the command line, by name and value.
    pub options: Vec<(String, String)>,
}

impl From<&EngineSpec> for OfferedEngine {
    fn from(spec: &EngineSpec) -> OfferedEngine {
        OfferedEngine {
            name: spec.name.clone(),
            options: spec.options.clone(),
        }
    }
}

/// A search to perform.
#[derive(Clone, Debug, PartialEq)]
pub struct SearchTask {
    /// The number that all reports about the search repeat.
    pub generation: u64,
    /// The id of the game.
    pub game: String,
    /// The number of the game; a different number announces a new game to the engine.
    pub game_number: u64,
    /// The first position.
    pub start: Start,
    /// The tokens played from there.
    pub moves: Vec<String>,
    /// The limits of the search.
    pub go: Go,
    /// Options to set first, by name and value. Options that the engine does not have are skipped.
    pub options: Vec<(String, String)>,
    /// The maximum time to wait for the best move; `None` for an unlimited search.
    pub timeout: Option<Duration>,
}

/// A command to an engine.
#[derive(Clone, Debug, PartialEq)]
pub enum EngineCommand {
    /// Prepare for the search of this generation in this game (its id and its number).
    Prepare(u64, String, u64),
    /// Search; ends the current search.
    Search(Box<SearchTask>),
    /// Find a random set-up of this game (its id). The reports repeat the number.
    SetUp(u64, String, RandomSetup),
    /// End the search and report the best move.
    Stop,
    /// Set an option, after the current search if any, and again after each start.
    Set(String, Option<String>),
    /// Start the process if it is not running.
    Start,
    /// Report the last lines in both directions.
    Traffic,
}

impl EngineCommand {
    /// The event that reports that the command cannot be carried out; `None` for commands without a reply.
    pub fn failed(&self, failure: EngineFailure) -> Option<EngineEvent> {
        let generation = match self {
            EngineCommand::Prepare(generation, ..) => Some(*generation),
            EngineCommand::Search(task) => Some(task.generation),
            EngineCommand::SetUp(generation, ..) => Some(*generation),
            EngineCommand::Start => None,
            EngineCommand::Stop | EngineCommand::Set(..) | EngineCommand::Traffic => return None,
        };
        Some(EngineEvent::Failed(generation, failure))
    }
}

/// A value for pages: `cp` or `mate`, and `bound` unless the value is exact.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ScoreFields {
    #[serde(skip_serializing_if = "Option::is_none")]
    cp: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    mate: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    bound: Option<&'static str>,
}

/// Writes a value as `ScoreFields`.
pub fn score_fields<S: Serializer>(score: &BoundedValue, to: S) -> Result<S::Ok, S::Error> {
    let (cp, mate) = match score.value {
        Value::Cp(cp) => (Some(cp), None),
        Value::Mate(plies) => (None, Some(plies)),
    };
    let bound = match score.bound {
        Bound::Exact => None,
        Bound::Lower => Some("lower"),
        Bound::Upper => Some("upper"),
    };
    ScoreFields { cp, mate, bound }.serialize(to)
}

/// One of the best lines of a search.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct SearchLine {
    /// The rank among the lines, from 1.
    pub rank: usize,
    /// Depth in plies.
    pub depth: i32,
    /// The length of the longest line, in plies, if the engine reports it.
    pub seldepth: Option<i32>,
    /// The value: an engine reports it for the player to move, pages get it for player 1.
    #[serde(flatten, serialize_with = "score_fields")]
    #[cfg_attr(test, schemars(with = "ScoreFields"))]
    pub score: BoundedValue,
    /// Centipawns of one unit of the logistic function from values to winning chances; `None` if the
    /// engine does not report it.
    pub scale: Option<f64>,
    /// The number of positions visited.
    pub nodes: u64,
    /// Positions per second.
    pub nps: u64,
    /// Milliseconds.
    pub time: u64,
    /// The moves.
    pub pv: Vec<String>,
}

/// Why an engine failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineFailure {
    /// The name of the engine.
    pub engine: String,
    /// What is wrong with it.
    pub fault: EngineFault,
}

/// What is wrong with an engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EngineFault {
    /// It cannot be started, with the cause.
    NotStarted(String),
    /// It ended.
    Ended,
    /// It does not answer.
    Silent,
    /// It does not play the game with this id.
    NoGame(String),
    /// It violates the protocol, as an English text.
    Protocol(String),
}

/// For the log.
impl fmt::Display for EngineFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let EngineFailure { engine, fault } = self;
        match fault {
            EngineFault::NotStarted(cause) => write!(f, "{engine} cannot be started: {cause}"),
            EngineFault::Ended => write!(f, "{engine} stopped unexpectedly."),
            EngineFault::Silent => write!(f, "{engine} does not answer."),
            EngineFault::NoGame(game) => write!(f, "{engine}: does not play '{game}'"),
            EngineFault::Protocol(text) => write!(f, "{engine}: {text}"),
        }
    }
}

/// A report of an engine.
#[derive(Clone, Debug, PartialEq)]
pub enum EngineEvent {
    /// The engine has started.
    Ready {
        /// The options of the engine.
        options: Vec<OptionLine>,
    },
    /// The engine is ready for the search of this generation.
    Prepared(u64),
    /// Lines of the search of this generation.
    Lines(u64, Vec<SearchLine>),
    /// The best move of the search of this generation.
    BestMove(u64, String),
    /// The FEN of the set-up with this number; `None` if there is none.
    SetUp(u64, Option<String>),
    /// The engine failed. The search of this generation has no best move.
    Failed(Option<u64>, EngineFailure),
    /// The last lines in both directions.
    Traffic(String),
}

//! What engines are asked and what they report. The driver has the processes.

use std::time::Duration;

use serde::Serialize;

use super::tree::score_fields;
use crate::play::Start;
use crate::search::BoundedValue;
use crate::ugi::command::Go;
use crate::ugi::reply::OptionLine;

/// An engine that runs; ids are never used twice.
pub type EngineId = u64;

/// The most lines of an analysis.
pub const MAX_LINES: u32 = 5;

/// A search.
#[derive(Clone, Debug, PartialEq)]
pub struct SearchTask {
    /// Comes back with all that is reported about it.
    pub generation: u64,
    /// The id of the game.
    pub game: String,
    /// Counts games: with another number the engine is prepared for a new game.
    pub game_number: u64,
    /// The first position.
    pub start: Start,
    /// The tokens played from there.
    pub moves: Vec<String>,
    /// The limits of the search.
    pub go: Go,
    /// Options to be set first, name and value; those the engine does not have are left out.
    pub options: Vec<(String, String)>,
    /// The longest time to wait for the answer; endless searches have none.
    pub timeout: Option<Duration>,
}

/// What an engine is asked to do.
#[derive(Clone, Debug, PartialEq)]
pub enum EngineCommand {
    /// Get ready for a search of this generation in this game: the id of the game, and its number.
    Prepare(u64, String, u64),
    /// Search; ends the present search.
    Search(Box<SearchTask>),
    /// End the search and answer.
    Stop,
    /// Set an option, after the present search if there is one, and after each start.
    Set(String, Option<String>),
    /// Start the process if it does not run.
    Start,
    /// Report the last lines both ways.
    Traffic,
}

impl EngineCommand {
    /// The event that reports that the command cannot be carried out; `None` for commands without a reply.
    pub fn failed(&self, error: String) -> Option<EngineEvent> {
        let generation = match self {
            EngineCommand::Prepare(generation, ..) => Some(*generation),
            EngineCommand::Search(task) => Some(task.generation),
            EngineCommand::Start => None,
            EngineCommand::Stop | EngineCommand::Set(..) | EngineCommand::Traffic => return None,
        };
        Some(EngineEvent::Failed(generation, error))
    }
}

/// One of the best lines.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SearchLine {
    /// Its place among them, from 1.
    pub rank: usize,
    /// Depth in plies.
    pub depth: i32,
    /// The value for the player to move.
    #[serde(flatten, serialize_with = "score_fields")]
    pub score: BoundedValue,
    /// Centipawns of one unit of the logistic function from values to winning chances; `None` if the
    /// engine does not report it.
    pub scale: Option<f64>,
    /// Positions visited.
    pub nodes: u64,
    /// Positions per second.
    pub nps: u64,
    /// Milliseconds.
    pub time: u64,
    /// The moves.
    pub pv: Vec<String>,
}

/// What an engine reports.
#[derive(Clone, Debug, PartialEq)]
pub enum EngineEvent {
    /// It has started.
    Ready {
        /// Its options.
        options: Vec<OptionLine>,
    },
    /// It is ready for the search of this generation.
    Prepared(u64),
    /// Lines of the search of this generation.
    Lines(u64, Vec<SearchLine>),
    /// The best move of the search of this generation.
    BestMove(u64, String),
    /// It has failed, in plain words; the search of this generation has no answer.
    Failed(Option<u64>, String),
    /// The last lines both ways.
    Traffic(String),
}

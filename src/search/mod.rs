//! The search: generic over the games, silent, without knowledge of the protocol.

use std::time::Duration;

mod alphabeta;
mod clock;
mod deepen;
mod history;
pub mod limits;
mod memory;
mod picker;
mod pool;
mod quiesce;
mod reduction;
pub mod room;
mod root;
pub mod score;
pub mod settings;
pub mod skill;
mod table;
mod verify;
mod worker;

pub use limits::Limits;
pub use memory::Memory;
pub use pool::run;
pub use score::Score;
pub use settings::Settings;
pub use table::TableError;
pub use verify::exhaustive;

use crate::rules::Judge;

/// What to search.
#[derive(Clone, Debug)]
pub struct Request<P: Judge> {
    /// The position.
    pub root: P,
    /// Keys of the positions before the root that may still occur again, oldest first.
    pub earlier: Vec<u64>,
    /// If not empty, only these root moves are searched.
    pub search_moves: Vec<P::Move>,
    /// How to search.
    pub settings: Settings,
}

/// Which side of the true value a score is on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// The value is the score.
    Exact,
    /// The value is the score or more (it failed high).
    Lower,
    /// The value is the score or less (it failed low).
    Upper,
}

/// The state of a search after a finished or interrupted iteration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report<M> {
    /// The depth of the last iteration in plies; 0 when none was finished.
    pub depth: i32,
    /// The longest line looked at, in plies.
    pub seldepth: i32,
    /// Which of the best root moves this is about, from 1.
    pub multi_pv: usize,
    /// The value for the player to move at the root.
    pub score: Score,
    /// Whether `score` is exact.
    pub bound: Bound,
    /// Positions visited so far by all threads.
    pub nodes: u64,
    /// Time since the search began.
    pub elapsed: Duration,
    /// Fill of the transposition table in thousandths.
    pub hashfull: u32,
    /// The line that both sides are expected to play.
    pub pv: Vec<M>,
}

/// The result of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict<M> {
    /// The move to play; `None` in a finished game.
    pub best: Option<M>,
    /// The last report about it.
    pub report: Report<M>,
    /// How many of the threads asked for the system did not give. If it gave none, `best` is just a
    /// legal move.
    pub missing_threads: usize,
}

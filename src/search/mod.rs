//! The search: generic over the games, silent, without knowledge of the protocol.
//!
//! # Map
//! | file | what it holds |
//! |---|---|
//! | [`settings`], [`limits`] | what is asked: how to search, and when to stop |
//! | `pool` | a whole search: the caller's thread, its helpers (Lazy SMP) and the last word |
//! | `deepen` | iterative deepening, aspiration windows, what is told |
//! | `root` | the moves of the root, and one iteration over them |
//! | `alphabeta` | the node: principal variation search, pruning, reductions |
//! | `quiesce` | the node beyond the depth limit |
//! | `node_type`, `window` | what a node is and what it is asked |
//! | `picker`, `history` | the order of moves, and what is learned for it |
//! | `reduction` | late-move reductions by depth and number |
//! | `worker` | a thread: its stack of plies, its count of nodes, the line it stands on |
//! | `table`, `memory` | the transposition table, and all that is kept from search to search |
//! | `repetition` | the table as one search sees it |
//! | `pv_from_tt` | the rest of a proven line, from the table |
//! | [`score`], [`value`], [`params`] | scores, values as they are written, the numbers that matches find |
//! | `clock`, [`skill`] | time, weaker play |
//! | `verify` | the search without its guesses, for tests |

use std::time::Duration;

mod alphabeta;
mod clock;
mod deepen;
mod history;
pub mod limits;
mod node_type;
pub mod params;
mod picker;
mod pool;
mod pv_from_tt;
mod quiesce;
mod reduction;
mod repetition;
mod root;
pub mod score;
pub mod settings;
pub mod skill;
mod state;
mod table;
pub mod value;
mod verify;
mod window;
mod worker;

pub use limits::Limits;
pub use pool::{STACK_SIZE, most_threads, run};
pub use score::Score;
pub use settings::Settings;
pub use state::SearchState;
pub use table::TableError;
pub use value::{BoundedValue, Value};
pub use verify::{exhaustive, order_of_moves};

use crate::rules::SearchSupport;

/// What to search.
#[derive(Clone, Debug)]
pub struct Request<P: SearchSupport> {
    /// The position.
    pub root: P,
    /// Keys of the positions before the root that may still occur again, oldest first.
    pub earlier: Vec<u64>,
    /// If not empty, only these root moves are searched.
    pub search_moves: Vec<P::Move>,
    /// How to search.
    pub settings: Settings,
}

impl<P: SearchSupport> Request<P> {
    /// The keys of the positions of the game that make a draw when they come once more.
    fn saturated(&self) -> Vec<u64> {
        let Some(limit) = P::REPETITION else {
            return Vec::new();
        };
        let mut keys = self.earlier.clone();
        keys.push(self.root.key());
        repetition::saturated(keys, limit)
    }
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

impl Bound {
    /// The bound as the other player sees it.
    #[must_use]
    pub const fn flipped(self) -> Bound {
        match self {
            Bound::Exact => Bound::Exact,
            Bound::Lower => Bound::Upper,
            Bound::Upper => Bound::Lower,
        }
    }
}

/// What is known of a line. Score, bound and depth belong together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report<M> {
    /// The depth that was searched for the score, in plies; 0 for a mere evaluation.
    pub depth: i32,
    /// The longest line looked at, in plies.
    pub seldepth: i32,
    /// Which of the best root moves this is about, from 1.
    pub multi_pv: usize,
    /// The value for the player to move at the root.
    pub score: Score,
    /// Whether `score` is exact. A lower bound can also mean that not every move was searched yet.
    pub bound: Bound,
    /// Positions visited so far by all threads.
    pub nodes: u64,
    /// Time since the search was asked for.
    pub elapsed: Duration,
    /// Fill of the transposition table in thousandths.
    pub hashfull: u32,
    /// The root move that is being searched and its number from 1, in the reports that come once per second.
    pub current: Option<(M, usize)>,
    /// The line that both sides are expected to play.
    pub pv: Vec<M>,
}

impl<M> Report<M> {
    /// The same with another line.
    #[must_use]
    pub fn with_line<N>(&self, pv: Vec<N>, current: Option<(N, usize)>) -> Report<N> {
        Report {
            depth: self.depth,
            seldepth: self.seldepth,
            multi_pv: self.multi_pv,
            score: self.score,
            bound: self.bound,
            nodes: self.nodes,
            elapsed: self.elapsed,
            hashfull: self.hashfull,
            current,
            pv,
        }
    }
}

/// The result of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchResult<M> {
    /// The move to play; `None` in a finished game.
    pub best: Option<M>,
    /// The last state of its line, which begins with it.
    pub report: Report<M>,
}

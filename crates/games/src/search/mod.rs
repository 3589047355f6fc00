//! The search. It is generic over the games, prints nothing and does not depend on the protocol.
//!
//! # Map
//! | file | content |
//! |---|---|
//! | [`settings`], [`limits`] | the parameters of one search: how to search and when to stop |
//! | `pool` | a complete search: the main thread, the helper threads (Lazy SMP) and the final report |
//! | `deepen` | iterative deepening, aspiration windows, reports |
//! | `root` | the root moves and one iteration over them |
//! | `alphabeta` | the inner node: principal variation search, pruning, reductions |
//! | `quiesce` | the quiescence search |
//! | `node_type`, `window` | node types and alpha-beta windows |
//! | `picker`, `history` | move ordering and its statistics |
//! | `completeness` | whether a list of moves proves a loss |
//! | `reduction` | late-move reductions by depth and move number |
//! | `worker` | a search thread: its stack of plies, its node count, its path from the root |
//! | `table`, `state` | the transposition table, and everything kept between searches |
//! | `repetition` | the transposition table of one search, separated by saturated positions |
//! | `pv_from_tt` | the rest of a proven line, from the transposition table |
//! | [`score`], [`value`], [`params`] | scores, values in text form, tunable constants |
//! | `clock`, [`skill`] | time management, skill levels |
//! | `verify` | the search without selectivity, for tests |

#![allow(
    clippy::indexing_slicing,
    reason = "plies, history indexes and list positions are in range by construction"
)]

use std::time::Duration;

mod alphabeta;
mod clock;
mod completeness;
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
pub use pool::{STACK_SIZE, max_threads, run};
pub use score::Score;
pub use settings::Settings;
pub use state::SearchState;
pub use table::TableError;
pub use value::{BoundedValue, Value};
pub use verify::{exhaustive, order_of_moves};

use crate::eval::Evaluated;

/// A search request.
#[derive(Clone, Debug)]
pub struct Request<P: Evaluated> {
    /// The position.
    pub root: P,
    /// Keys of the earlier positions that can still repeat, oldest first.
    pub earlier: Vec<u64>,
    /// If not empty, only these root moves are searched.
    pub search_moves: Vec<P::Move>,
    /// How to search.
    pub settings: Settings,
}

impl<P: Evaluated> Request<P> {
    /// The keys of the saturated positions: one more occurrence draws.
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
    /// The true value equals the score.
    Exact,
    /// The true value is at least the score (fail high).
    Lower,
    /// The true value is at most the score (fail low).
    Upper,
}

impl Bound {
    /// The bound from the other player's view.
    #[must_use]
    pub const fn flipped(self) -> Bound {
        match self {
            Bound::Exact => Bound::Exact,
            Bound::Lower => Bound::Upper,
            Bound::Upper => Bound::Lower,
        }
    }
}

/// The result of a line so far. Score, bound and depth belong together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report<M> {
    /// The depth of the search that found the score, in plies; 0 for a static evaluation.
    pub depth: i32,
    /// The selective depth: the length of the longest line searched, in plies.
    pub seldepth: i32,
    /// The rank of this line among the best root moves, from 1.
    pub multi_pv: usize,
    /// The score from the view of the player to move at the root.
    pub score: Score,
    /// Whether `score` is exact or a bound. A lower bound can also mean that not all moves were searched.
    pub bound: Bound,
    /// Nodes visited so far by all threads.
    pub nodes: u64,
    /// Time since the search was requested.
    pub elapsed: Duration,
    /// Usage of the transposition table in permille.
    pub hashfull: u32,
    /// The root move that is being searched and its number from 1, in the reports that come once per second.
    pub current: Option<(M, usize)>,
    /// The principal variation.
    pub pv: Vec<M>,
}

impl<M> Report<M> {
    /// The report in a finished game.
    #[must_use]
    pub const fn nothing() -> Report<M> {
        Report {
            depth: 0,
            seldepth: 0,
            multi_pv: 1,
            score: Score::ZERO,
            bound: Bound::Exact,
            nodes: 0,
            elapsed: Duration::ZERO,
            hashfull: 0,
            current: None,
            pv: Vec::new(),
        }
    }

    /// The move to play, once the search has ended: the first one of the line. `None` if the game is over.
    #[must_use]
    pub fn best(&self) -> Option<&M> {
        self.pv.first()
    }

    /// A copy of the report with `pv` as the principal variation.
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

//! The benchmark: a fixed search of fixed positions of every game. Its node count is the
//! fingerprint of a commit's search.

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use crate::games::{self, Game, Visitor};
use crate::play::history::GameHistory;
use crate::play::search::{self, SearchContext};
use crate::rules::RuleSet;
use crate::search::{Limits, SearchState, Settings, TableError};

/// The size of the hash table in MiB.
const HASH: usize = 16;

/// What a search of the benchmark took. Its text is a line about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BenchResult {
    /// The id of the rule set.
    pub id: &'static str,
    /// Positions visited.
    pub nodes: u64,
    /// The time it took.
    pub elapsed: Duration,
    /// The position.
    pub fen: String,
}

impl fmt::Display for BenchResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let BenchResult { id, nodes, fen, .. } = self;
        let millis = self.elapsed.as_millis();
        write!(f, "bench {id} nodes {nodes} time {millis} fen {fen}")
    }
}

/// What all searches of the benchmark took together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BenchTotal {
    /// Positions visited.
    pub nodes: u64,
    /// The time it took.
    pub elapsed: Duration,
}

/// Searches every position with one thread, to `depth` plies or the usual depth of its game, and tells
/// `tell` after each one; `None` when `stop` was raised. With the id of a rule set in `only`, its
/// positions alone.
///
/// # Errors
/// When there is no memory for the hash table.
pub fn run(
    depth: Option<u32>,
    only: Option<&str>,
    stop: &AtomicBool,
    tell: &mut dyn FnMut(BenchResult),
) -> Result<Option<BenchTotal>, TableError> {
    let mut bench = Bench {
        depth,
        memory: SearchState::new(HASH)?,
        stop,
        tell,
        total: BenchTotal::default(),
    };
    match only {
        Some(id) => games::visit(id, &mut bench).unwrap_or_default(),
        None => drop(games::visit_all(&mut bench)),
    }
    Ok((!stop.load(Relaxed)).then_some(bench.total))
}

struct Bench<'a> {
    depth: Option<u32>,
    memory: SearchState,
    stop: &'a AtomicBool,
    tell: &'a mut dyn FnMut(BenchResult),
    total: BenchTotal,
}

impl Visitor for Bench<'_> {
    type Output = ();

    fn visit<P: Game>(&mut self, variant: P::Variant) {
        for root in positions::<P>(variant) {
            if self.stop.load(Relaxed) {
                return;
            }
            self.search(variant.id(), root);
        }
    }
}

/// The positions of a rule set; its start where the game names none.
fn positions<P: Game>(variant: P::Variant) -> Vec<P> {
    let named = P::BENCH.iter().filter(|(id, _)| *id == variant.id());
    let mut roots: Vec<P> = named
        .filter_map(|(_, fen)| P::from_fen(variant, fen).ok())
        .collect();
    if roots.is_empty() {
        roots.push(P::start(variant));
    }
    roots
}

impl Bench<'_> {
    fn search<P: Game>(&mut self, id: &'static str, root: P) {
        self.memory.clear();
        let fen = root.fen();
        let depth = self.depth.unwrap_or(P::BENCH_DEPTH);
        let settings = Settings::from(Limits {
            depth: Some(i32::try_from(depth.max(1)).unwrap_or(i32::MAX)),
            ..Limits::default()
        });
        let means = SearchContext {
            stop: self.stop,
            ..SearchContext::quiet(&self.memory)
        };
        let begun = Instant::now();
        let thought = search::search(&GameHistory::new(root), &settings, Vec::new(), means);
        let elapsed = begun.elapsed();
        self.total.nodes += thought.nodes;
        self.total.elapsed += elapsed;
        (self.tell)(BenchResult {
            id,
            nodes: thought.nodes,
            elapsed,
            fen,
        });
    }
}

//! The benchmark: fixed searches of fixed positions of every game. The node count identifies the search of
//! a commit.

use ringstack_games::clock;
use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

use crate::history::GameHistory;
use crate::search::{self, SearchContext};
use ringstack_games::games::{self, Game, Visitor};
use ringstack_games::rules::RuleSet;
use ringstack_games::search::{Limits, SearchState, Settings, TableError};

/// The size of the hash table in MiB.
const HASH: usize = 16;

/// The result of one search of the benchmark. Its text is a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BenchResult {
    /// The id of the rule set.
    pub id: &'static str,
    /// The number of visited positions.
    pub nodes: u64,
    /// The elapsed time.
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

/// The totals of all searches of the benchmark.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BenchTotal {
    /// The number of visited positions.
    pub nodes: u64,
    /// The elapsed time.
    pub elapsed: Duration,
}

/// Searches every position with one thread, to `depth` plies or the default depth of its game, and passes
/// each result to `report`. `only` restricts the positions to one rule set. Returns `None` if `stop` was set.
///
/// # Errors
/// There is not enough memory for the hash table.
pub fn run(
    depth: Option<u32>,
    only: Option<&str>,
    stop: &AtomicBool,
    report: &mut dyn FnMut(BenchResult),
) -> Result<Option<BenchTotal>, TableError> {
    let mut bench = Bench {
        depth,
        search_state: SearchState::new(HASH)?,
        stop,
        report,
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
    search_state: SearchState,
    stop: &'a AtomicBool,
    report: &'a mut dyn FnMut(BenchResult),
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

/// The positions of a rule set; its start position if the game has no list.
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
        self.search_state.clear();
        let fen = root.fen();
        let depth = self.depth.unwrap_or(P::BENCH_DEPTH);
        let settings = Settings::from(Limits {
            depth: Some(i32::try_from(depth.max(1)).unwrap_or(i32::MAX)),
            ..Limits::default()
        });
        let context = SearchContext {
            stop: self.stop,
            ..SearchContext::quiet(&self.search_state)
        };
        let begun = clock::now();
        let report = search::search(&GameHistory::new(root), &settings, Vec::new(), context);
        let elapsed = begun.elapsed();
        self.total.nodes += report.nodes;
        self.total.elapsed += elapsed;
        (self.report)(BenchResult {
            id,
            nodes: report.nodes,
            elapsed,
            fen,
        });
    }
}

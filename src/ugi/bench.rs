//! The benchmark: a fixed search of fixed positions of every game. Its node count is the
//! fingerprint of a commit's search.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::games::{self, Game, Visitor};
use crate::rules::RuleSet;
use crate::search::{self, Limits, Memory, Request, Settings};
use crate::ugi::job::{Job, Say};
use crate::ugi::reply::{Reply, per_second};

/// The usual depth in plies.
pub const DEPTH: u32 = 5;

/// The size of the hash table in MiB.
const HASH: usize = 16;

/// The benchmark as a job; `stop` ends it without a result.
#[must_use]
pub fn job(depth: u32, stop: Arc<AtomicBool>) -> Job {
    let fallback = vec![Reply::Text("the benchmark failed".to_owned())];
    Job::new(fallback, move |say| run(depth, &stop, say))
}

fn run(depth: u32, stop: &AtomicBool, say: Say) -> Vec<Reply> {
    let memory = match Memory::new(HASH) {
        Ok(memory) => memory,
        Err(error) => return vec![Reply::Text(error.to_string())],
    };
    let mut bench = Bench {
        depth,
        memory,
        stop,
        say,
        nodes: 0,
        elapsed: Duration::ZERO,
    };
    games::visit_all(&mut bench);
    if stop.load(Ordering::Relaxed) {
        return vec![Reply::Text("the benchmark was stopped".to_owned())];
    }
    vec![Reply::BenchTotal {
        nodes: bench.nodes,
        nps: per_second(bench.nodes, bench.elapsed),
    }]
}

struct Bench<'a> {
    depth: u32,
    memory: Memory,
    stop: &'a AtomicBool,
    say: Say<'a>,
    nodes: u64,
    elapsed: Duration,
}

impl Visitor for Bench<'_> {
    type Output = ();

    fn visit<P: Game>(&mut self, variant: P::Variant) {
        for root in positions::<P>(variant) {
            if self.stop.load(Ordering::Relaxed) {
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
    fn search<P: Game>(&mut self, id: &str, root: P) {
        self.memory.clear();
        let fen = root.fen();
        let request = Request {
            root,
            earlier: Vec::new(),
            search_moves: Vec::new(),
            settings: Settings::from(Limits {
                depth: Some(i32::try_from(self.depth.max(1)).unwrap_or(i32::MAX)),
                ..Limits::default()
            }),
        };
        let begun = Instant::now();
        let verdict = search::run(&request, &self.memory, self.stop, &|_| {});
        let elapsed = begun.elapsed();
        let nodes = verdict.report.nodes;
        self.nodes += nodes;
        self.elapsed += elapsed;
        let millis = elapsed.as_millis();
        (self.say)(Reply::Text(format!(
            "bench {id} nodes {nodes} time {millis} fen {fen}"
        )));
    }
}

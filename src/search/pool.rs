//! A whole search: its threads, its limits, its last word.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::rules::Judge;

use super::clock::Deadlines;
use super::deepen::Progress;
use super::history::History;
use super::room::{self, is_room_for};
use super::root::root_moves;
use super::skill;
use super::worker::{Method, Shared, Worker};
use super::{Bound, Memory, Report, Request, Score, Verdict};

const REPORT_EVERY: Duration = Duration::from_millis(900);

/// Searches `request.root` until a limit is reached or `stop` is raised, and reports to `watch`
/// after each iteration and at least once a second.
pub fn run<P: Judge>(
    request: &Request<P>,
    memory: &Memory,
    stop: &AtomicBool,
    watch: &(dyn Fn(&Report<P::Move>) + Sync),
) -> Verdict<P::Move> {
    let start = request.settings.asked.unwrap_or_else(Instant::now);
    let moves = root_moves(request);
    let mut last = first_report(&moves.first().map(|r| r.m));
    if moves.is_empty() {
        return Verdict {
            best: None,
            report: last,
            missing_threads: 0,
        };
    }
    memory.table.grow_older();
    let shared = Shared {
        table: &memory.table,
        stop,
        over: AtomicBool::new(false),
        nodes: AtomicU64::new(0),
        deadlines: Deadlines::plan(&request.settings.limits, start),
        node_limit: skill::node_limit(request),
        threads: request.settings.threads.max(1),
    };
    let progress = Mutex::new(Progress {
        moves: moves.clone(),
        depth: 0,
    });
    let told = Mutex::new(last.clone());
    let mut missing_threads = 0;
    let mut histories = memory.take_histories::<P>(shared.threads);
    let (first_history, other_histories) = histories.split_at_mut(1);
    std::thread::scope(|scope| {
        let builder = || std::thread::Builder::new().stack_size(room::STACK);
        // The first thread first: without it the others are of no use.
        let main = builder().spawn_scoped(scope, || {
            let history = &mut first_history[0];
            search_first(request, &shared, history, &progress, &told, watch);
            shared.over.store(true, Relaxed);
        });
        let main = match main {
            Ok(main) => main,
            Err(error) => {
                log::error!("the search thread could not be started: {error}");
                missing_threads = shared.threads;
                return;
            }
        };
        for (number, history) in (1..).zip(other_histories) {
            if !is_room_for(room::HELPER) {
                missing_threads = shared.threads - number;
                break;
            }
            let (shared, moves) = (&shared, moves.clone());
            let helper = builder().spawn_scoped(scope, move || {
                let (root, earlier) = (&request.root, &request.earlier);
                let mut worker = Worker::new(shared, root, earlier, Method::Selective, history);
                let mut progress = Progress { moves, depth: 0 };
                worker.deepen(request, &mut progress, (number % 2) as i32, &mut |_| {});
            });
            if let Err(error) = helper {
                log::warn!("search thread {number} could not be started: {error}");
                missing_threads = shared.threads - number;
                break;
            }
        }
        if main.join().is_err() {
            log::error!("the search thread died; the last finished iteration is played");
        }
        shared.over.store(true, Relaxed);
    });
    memory.keep_histories(histories);
    let progress = progress
        .into_inner()
        .unwrap_or_else(PoisonError::into_inner);
    last.clone_from(&lock(&told));
    last.nodes = shared.nodes.load(Relaxed);
    last.elapsed = shared.deadlines.elapsed();
    if let Some(best) = progress.moves.first()
        && last.pv.first() != Some(&best.m)
    {
        // The interrupted iteration had already found a better move.
        last.pv.clone_from(&best.pv);
        last.score = Score(best.score);
    }
    last.multi_pv = 1;
    let best = skill::choose(request, &progress.moves);
    Verdict {
        best,
        report: last,
        missing_threads,
    }
}

/// The first thread: deepens, looks at the limits, reports.
fn search_first<P: Judge>(
    request: &Request<P>,
    shared: &Shared<'_>,
    history: &mut History<P>,
    progress: &Mutex<Progress<P::Move>>,
    told: &Mutex<Report<P::Move>>,
    watch: &(dyn Fn(&Report<P::Move>) + Sync),
) {
    let mut next_report = REPORT_EVERY;
    let mut watchman = |nodes: u64| {
        if nodes >= shared.node_limit || shared.deadlines.is_over() {
            shared.over.store(true, Relaxed);
        }
        let elapsed = shared.deadlines.elapsed();
        if elapsed >= next_report {
            next_report = elapsed + REPORT_EVERY;
            let mut report = lock(told).clone();
            report.nodes = nodes;
            report.elapsed = elapsed;
            watch(&report);
        }
    };
    let (root, earlier) = (&request.root, &request.earlier);
    let mut worker = Worker::new(shared, root, earlier, Method::Selective, history);
    worker.watchman = Some(&mut watchman);
    // Only this thread holds the lock until it ends or dies; then the last state is taken over.
    let mut progress = lock(progress);
    worker.deepen(request, &mut progress, 0, &mut |report| {
        if report.multi_pv == 1 {
            lock(told).clone_from(report);
        }
        watch(report);
    });
    worker.settle_nodes();
}

fn first_report<M: Copy>(m: &Option<M>) -> Report<M> {
    Report {
        depth: 0,
        seldepth: 0,
        multi_pv: 1,
        score: Score::ZERO,
        bound: Bound::Exact,
        nodes: 0,
        elapsed: Duration::ZERO,
        hashfull: 0,
        pv: m.iter().copied().collect(),
    }
}

/// Locks; a thread that died while holding the lock left a state that is still good to play from.
fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

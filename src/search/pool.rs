//! A whole search: it runs on the caller's thread, with helper threads where more are asked for (Lazy
//! SMP).

#![allow(
    clippy::indexing_slicing,
    reason = "there is a history for each thread"
)]

use std::cell::RefCell;
use std::num::NonZeroUsize;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::thread::{self, Builder, Scope};
use std::time::{Duration, Instant};

use crate::rules::{EVAL_LIMIT, SearchSupport};

use super::clock::Deadlines;
use super::history::History;
use super::repetition::TableView;
use super::root::RootMoves;
use super::score::MAX_PLY;
use super::skill;
use super::worker::{Shared, Worker};
use super::{Bound, Report, Request, Score, SearchResult, SearchState};

/// The stack of threads that search, in bytes, as on the main thread of most systems. A ply takes up to
/// 3.4 KiB of it with little optimisation, so [`MAX_PLY`] plies take less than 1 MiB.
pub const STACK_SIZE: usize = 8 << 20;

/// The number of search threads for each processor above which more only delay each other and the
/// answer.
const THREADS_PER_PROCESSOR: usize = 4;

/// So many threads search in any case when they are asked for.
const FEW_THREADS: usize = 8;

const REPORT_EVERY: Duration = Duration::from_millis(900);

/// The most threads that search here, however many are asked for.
#[must_use]
pub fn most_threads() -> usize {
    static MAX_COUNT: OnceLock<usize> = OnceLock::new();
    *MAX_COUNT.get_or_init(|| {
        let processors = thread::available_parallelism().map_or(1, NonZeroUsize::get);
        (THREADS_PER_PROCESSOR * processors).max(FEW_THREADS)
    })
}

/// Searches `request.root` until a limit is reached or `stop` is raised, and reports to `watch`
/// whatever becomes known of a line, and at least once a second.
pub fn run<P: SearchSupport>(
    request: &Request<P>,
    memory: &SearchState,
    stop: &AtomicBool,
    watch: Watch<P::Move>,
) -> SearchResult<P::Move> {
    let settings = &request.settings;
    let start = settings.asked.unwrap_or_else(Instant::now);
    let moves = RootMoves::new(request);
    let most = settings.limits.nodes.unwrap_or(u64::MAX).max(1);
    let play = |moves, most| search(request, moves, (start, most), memory, stop, watch);
    let sees_wins = skill::sees_wins(settings);
    if sees_wins && let Some(index) = skill::winning_move(&request.root, &moves.list) {
        return play(moves.only(&[index]), most);
    }
    if skill::notices_all(settings) {
        return play(moves, most);
    }
    // What the game thinks worth a search is more than a person knows.
    let legal = RootMoves::legal(request);
    let noticed = skill::noticed(request, legal.list.len());
    let mut left = most;
    if sees_wins {
        // Nothing is told of a look at all moves unless it finds a win.
        let glimpse = most.min(skill::patience(settings));
        let found = search(request, moves, (start, glimpse), memory, stop, &|_| {});
        if found.report.score.is_win() && found.report.bound != Bound::Upper {
            return found;
        }
        left = most.saturating_sub(found.report.nodes).max(1);
        if request.search_moves.is_empty() {
            return play(legal.first(&noticed), left);
        }
    }
    play(legal.only(&noticed), left)
}

/// Hears what becomes known of a line.
type Watch<'a, M> = &'a dyn Fn(&Report<M>);

/// Searches the moves of the root; the time counts from the given moment, and there is a number of nodes.
fn search<P: SearchSupport>(
    request: &Request<P>,
    mut moves: RootMoves<P::Move>,
    (start, most): (Instant, u64),
    memory: &SearchState,
    stop: &AtomicBool,
    watch: Watch<P::Move>,
) -> SearchResult<P::Move> {
    let settings = &request.settings;
    let Some(first) = moves.list.first() else {
        return SearchResult {
            best: None,
            report: nothing_searched(Score::ZERO, None),
        };
    };
    // Another thread would make a level stronger, by luck.
    let threads = if skill::is_weak(settings) {
        1
    } else {
        settings.threads.clamp(1, most_threads())
    };
    let evaluation = request.root.evaluate().clamp(-EVAL_LIMIT, EVAL_LIMIT);
    let best = RefCell::new(nothing_searched(Score(evaluation), Some(first.m)));
    memory.table.grow_older();
    let shared = Shared {
        deadlines: Deadlines::plan(&settings.limits, start),
        node_limit: AtomicU64::new(most),
        longest_win: settings.limits.mate.unwrap_or(MAX_PLY),
        threads,
        ..Shared::unlimited(TableView::new(&memory.table, &request.saturated()), stop)
    };
    let mut histories = memory.take_histories::<P>(threads);
    let (own, others) = histories.split_at_mut(1);
    thread::scope(|scope| {
        start_helpers(scope, request, &shared, &moves, others);
        let _ending = Ending(&shared.over);
        search_here(request, &shared, &mut own[0], &mut moves, &best, watch);
    });
    memory.keep_histories(histories);
    let report = final_report(best.into_inner(), &moves, &shared);
    SearchResult {
        best: report.pv.first().copied(),
        report,
    }
}

/// Starts the threads that help, as many as the system gives.
fn start_helpers<'scope, P: SearchSupport>(
    scope: &'scope Scope<'scope, '_>,
    request: &'scope Request<P>,
    shared: &'scope Shared<'scope>,
    moves: &RootMoves<P::Move>,
    histories: &'scope mut [History<P>],
) {
    for (number, history) in (1..).zip(histories) {
        if shared.is_over() {
            return;
        }
        let mut moves = moves.clone();
        let help = move || {
            let mut worker = Worker::new(shared, &request.root, &request.earlier, history);
            worker.deepen(request, &mut moves, number % 2, &mut |_| {});
        };
        if let Err(error) = Builder::new()
            .stack_size(STACK_SIZE)
            .spawn_scoped(scope, help)
        {
            log::warn!("search thread {number} could not be started: {error}");
            return;
        }
    }
}

/// Ends the search with the caller's part of it, also when that panics: the helpers must not go on.
struct Ending<'a>(&'a AtomicBool);

impl Drop for Ending<'_> {
    fn drop(&mut self) {
        self.0.store(true, Relaxed);
    }
}

/// Deepens on the caller's thread, and reports.
fn search_here<P: SearchSupport>(
    request: &Request<P>,
    shared: &Shared<'_>,
    history: &mut History<P>,
    moves: &mut RootMoves<P::Move>,
    best: &RefCell<Report<P::Move>>,
    watch: Watch<P::Move>,
) {
    let mut next_report = REPORT_EVERY;
    let mut ticker = |nodes: u64, current: Option<(P::Move, usize)>| {
        let elapsed = shared.deadlines.elapsed();
        if elapsed >= next_report {
            next_report = elapsed + REPORT_EVERY;
            let mut report = best.borrow().clone();
            report.nodes = nodes;
            report.current = current;
            report.elapsed = elapsed;
            report.hashfull = shared.table.hashfull();
            watch(&report);
        }
    };
    let mut worker = Worker::new(shared, &request.root, &request.earlier, history);
    worker.ticker = Some(&mut ticker);
    worker.deepen(request, moves, 0, &mut |report| {
        if report.multi_pv == 1 {
            best.borrow_mut().clone_from(report);
        }
        watch(report);
    });
    worker.settle_nodes();
}

/// What is known in the end of the best line: the last state that was told, unless the interrupted
/// iteration has found a better move. Its value is a lower bound then, as others were not looked at.
fn final_report<M: Copy + PartialEq>(
    mut last: Report<M>,
    moves: &RootMoves<M>,
    shared: &Shared<'_>,
) -> Report<M> {
    last.nodes = shared.nodes.load(Relaxed);
    last.elapsed = shared.deadlines.elapsed();
    last.hashfull = shared.table.hashfull();
    if let Some(best) = moves.list.first()
        && best.depth > 0
        && (last.depth == 0 || last.pv.first() != Some(&best.m))
    {
        last.depth = best.depth;
        last.seldepth = last.seldepth.max(best.depth);
        last.score = best.score;
        last.bound = Bound::Lower;
        last.pv.clone_from(&best.pv);
    }
    last
}

/// The state before any iteration: an evaluation, and a move that is legal.
fn nothing_searched<M>(evaluation: Score, first: Option<M>) -> Report<M> {
    Report {
        depth: 0,
        seldepth: 0,
        multi_pv: 1,
        score: evaluation,
        bound: Bound::Exact,
        nodes: 0,
        elapsed: Duration::ZERO,
        hashfull: 0,
        current: None,
        pv: first.into_iter().collect(),
    }
}

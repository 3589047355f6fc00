//! Runs a complete search: the main search on the caller's thread, and helper threads if more than one
//! thread is requested (Lazy SMP).

#![allow(clippy::indexing_slicing, reason = "each thread has its own history")]

use crate::clock::{self, Instant};
use std::cell::RefCell;
use std::num::NonZeroUsize;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::thread::{self, Builder, Scope};
use std::time::Duration;

use crate::eval::Evaluated;
use crate::rules::EVAL_LIMIT;

use super::clock::Deadlines;
use super::history::History;
use super::repetition::TableView;
use super::root::RootMoves;
use super::score::MAX_PLY;
use super::skill;
use super::worker::{SharedState, Worker};
use super::{Bound, Report, Request, Score, SearchState};

/// The stack size of search threads in bytes, the default of the main thread on most systems. One ply
/// needs up to 3.4 KiB in builds with little optimisation, so [`MAX_PLY`] plies fit in 1 MiB.
pub const STACK_SIZE: usize = 8 << 20;

/// The maximum number of search threads per processor. More threads only slow each other down and delay
/// the best move.
const THREADS_PER_PROCESSOR: usize = 4;

/// The lower limit of [`max_threads`]: this many threads are always allowed.
const MIN_THREAD_LIMIT: usize = 8;

/// The interval between reports that bring no new result, only counters.
const REPORT_INTERVAL: Duration = Duration::from_millis(900);

/// The number of nodes between two looks at how full the table is.
const GROWTH_INTERVAL: u64 = 4096;

/// The maximum number of search threads on this machine. Requests for more are reduced to it.
#[must_use]
pub fn max_threads() -> usize {
    static MAX_COUNT: OnceLock<usize> = OnceLock::new();
    *MAX_COUNT.get_or_init(|| {
        let processors = thread::available_parallelism().map_or(1, NonZeroUsize::get);
        (THREADS_PER_PROCESSOR * processors).max(MIN_THREAD_LIMIT)
    })
}

/// Searches `request.root` until a limit is reached or `stop` is set. Calls `on_report` for every new
/// result, and at least once per second.
pub fn run<P: Evaluated>(
    request: &Request<P>,
    state: &SearchState,
    stop: &AtomicBool,
    on_report: ReportCallback<P::Move>,
) -> Report<P::Move> {
    let settings = &request.settings;
    let start = settings.requested_at.unwrap_or_else(clock::now);
    let moves = RootMoves::new(request);
    let max_nodes = settings.limits.nodes.unwrap_or(u64::MAX).max(1);
    let search_moves =
        |moves, max_nodes| search(request, moves, (start, max_nodes), state, stop, on_report);
    let sees_wins = skill::sees_wins(request);
    if sees_wins && let Some(index) = skill::winning_index(&request.root, &moves.list) {
        return search_moves(moves.restricted_to(&[index]), max_nodes);
    }
    if skill::considers_all_moves(settings) {
        return search_moves(moves.with_chance(skill::chance(request)), max_nodes);
    }
    // Weak levels choose from all legal moves: the candidates of a full-strength search are already a
    // selection that a weak player would not make.
    let legal = RootMoves::legal(request).with_chance(skill::chance(request));
    let selected = skill::select_moves(request, legal.list.len());
    let mut nodes_left = max_nodes;
    if sees_wins {
        // A short search of all moves. Its result counts only if it finds a win, so it sends no reports.
        let short_limit = max_nodes.min(skill::node_limit(settings));
        let result = search(request, moves, (start, short_limit), state, stop, &|_| {});
        if result.score.is_win() && result.bound != Bound::Upper {
            return result;
        }
        nodes_left = max_nodes.saturating_sub(result.nodes).max(1);
        if request.search_moves.is_empty() {
            return search_moves(legal.starting_with(&selected), nodes_left);
        }
    }
    search_moves(legal.restricted_to(&selected), nodes_left)
}

/// Receives the reports of a search.
type ReportCallback<'a, M> = &'a dyn Fn(&Report<M>);

/// Searches the given root moves. The time counts from `start`; the search visits at most `max_nodes`
/// nodes.
fn search<P: Evaluated>(
    request: &Request<P>,
    mut moves: RootMoves<P::Move>,
    (start, max_nodes): (Instant, u64),
    state: &SearchState,
    stop: &AtomicBool,
    on_report: ReportCallback<P::Move>,
) -> Report<P::Move> {
    let settings = &request.settings;
    let Some(first) = moves.list.first() else {
        return Report::nothing();
    };
    // The strength of a skill level must not depend on the number of threads.
    let threads = if skill::is_weak(settings) {
        1
    } else {
        settings.threads.clamp(1, max_threads())
    };
    let evaluation = request.root.evaluate().clamp(-EVAL_LIMIT, EVAL_LIMIT);
    let best = RefCell::new(Report {
        score: Score(evaluation),
        pv: vec![first.m],
        ..Report::nothing()
    });
    state.table.new_search();
    if settings.limits.mate.is_some() {
        state.table.use_all();
    }
    let shared = SharedState {
        deadlines: Deadlines::plan(&settings.limits, start, request.root.moves_left()),
        node_limit: AtomicU64::new(max_nodes),
        max_win_plies: settings.limits.mate.unwrap_or(MAX_PLY),
        threads,
        ..SharedState::unlimited(TableView::new(&state.table, &request.saturated()), stop)
    };
    let mut histories = state.take_histories::<P>(threads);
    let (main_history, helper_histories) = histories.split_at_mut(1);
    thread::scope(|scope| {
        start_helpers(scope, request, &shared, &moves, helper_histories);
        let _stop_on_drop = StopOnDrop(&shared.over);
        search_on_caller(
            request,
            &shared,
            &mut main_history[0],
            &mut moves,
            &best,
            on_report,
        );
    });
    state.store_histories(histories);
    final_report(best.into_inner(), &moves, &shared)
}

/// Starts the helper threads. If the system refuses one, the search continues with fewer.
fn start_helpers<'scope, P: Evaluated>(
    scope: &'scope Scope<'scope, '_>,
    request: &'scope Request<P>,
    shared: &'scope SharedState<'scope>,
    moves: &RootMoves<P::Move>,
    histories: &'scope mut [History<P>],
) {
    for (number, history) in (1..).zip(histories) {
        if shared.is_over() {
            return;
        }
        let mut moves = moves.clone();
        let run_helper = move || {
            let mut worker = Worker::new(shared, &request.root, &request.earlier, history);
            worker.deepen(request, &mut moves, number % 2, &mut |_| {});
        };
        if let Err(error) = Builder::new()
            .stack_size(STACK_SIZE)
            .spawn_scoped(scope, run_helper)
        {
            log::warn!("cannot start search thread {number}: {error}");
            return;
        }
    }
}

/// Stops the helper threads when the main search ends, even if it panics.
struct StopOnDrop<'a>(&'a AtomicBool);

impl Drop for StopOnDrop<'_> {
    fn drop(&mut self) {
        self.0.store(true, Relaxed);
    }
}

/// Runs the main search on the caller's thread and sends the reports.
fn search_on_caller<P: Evaluated>(
    request: &Request<P>,
    shared: &SharedState<'_>,
    history: &mut History<P>,
    moves: &mut RootMoves<P::Move>,
    best: &RefCell<Report<P::Move>>,
    on_report: ReportCallback<P::Move>,
) {
    let mut next_report = REPORT_INTERVAL;
    let mut next_growth = GROWTH_INTERVAL;
    let mut on_batch = |nodes: u64, current: Option<(P::Move, usize)>| {
        if nodes >= next_growth {
            next_growth = nodes + GROWTH_INTERVAL;
            shared.table.grow_if_full();
        }
        let elapsed = shared.deadlines.elapsed();
        if elapsed >= next_report {
            next_report = elapsed + REPORT_INTERVAL;
            let mut report = best.borrow().clone();
            report.nodes = nodes;
            report.current = current;
            report.elapsed = elapsed;
            report.hashfull = shared.table.hashfull();
            on_report(&report);
        }
    };
    let mut worker = Worker::new(shared, &request.root, &request.earlier, history);
    worker.on_batch = Some(&mut on_batch);
    worker.deepen(request, moves, 0, &mut |report| {
        if report.multi_pv == 1 {
            best.borrow_mut().clone_from(report);
        }
        on_report(report);
    });
    worker.flush_nodes();
}

/// The final report of the best line: the last one sent, unless the interrupted iteration found a better
/// move. The score is then a lower bound, because not all moves were searched.
fn final_report<M: Copy + PartialEq>(
    mut last: Report<M>,
    moves: &RootMoves<M>,
    shared: &SharedState<'_>,
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

//! A whole search: its threads (Lazy SMP), its limits, its last word.

#![allow(
    clippy::indexing_slicing,
    reason = "plies, slots and places in lists are made by the loops beside them"
)]

use std::io::{Error, ErrorKind};
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::mpsc::channel;
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread::{self, Builder, Scope, ScopedJoinHandle, Thread};
use std::time::{Duration, Instant};

use crate::rules::{EVAL_LIMIT, Judge};

use super::clock::Deadlines;
use super::history::History;
use super::room::{self, is_room_for};
use super::root::RootMoves;
use super::score::MAX_PLY;
use super::skill;
use super::turns::Turns;
use super::view::View;
use super::worker::{Shared, Worker};
use super::{Bound, Memory, Report, Request, Score, SearchResult};

/// The number of search threads for each processor above which more only delay each other, and the
/// answer: each that runs has to be waited for.
const THREADS_A_PROCESSOR: usize = 4;

/// So many threads search in any case when they are asked for.
const FEW_THREADS: usize = 8;

const REPORT_EVERY: Duration = Duration::from_millis(900);

/// What the first thread has found out; it survives the thread.
struct Findings<M> {
    /// The moves of the root.
    moves: Mutex<RootMoves<M>>,
    /// The last state told of the best line.
    best: Mutex<Report<M>>,
}

/// The most threads that search here, however many are asked for.
#[must_use]
pub fn most_threads() -> usize {
    static MOST: OnceLock<usize> = OnceLock::new();
    *MOST.get_or_init(|| {
        let processors = thread::available_parallelism().map_or(1, NonZeroUsize::get);
        (THREADS_A_PROCESSOR * processors).max(FEW_THREADS)
    })
}

/// Searches `request.root` until a limit is reached or `stop` is raised, and reports to `watch`
/// whatever becomes known of a line, and at least once a second.
pub fn run<P: Judge>(
    request: &Request<P>,
    memory: &Memory,
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
type Watch<'a, M> = &'a (dyn Fn(&Report<M>) + Sync);

/// Searches the moves of the root; the time counts from the given moment, and there is a number of nodes.
fn search<P: Judge>(
    request: &Request<P>,
    moves: RootMoves<P::Move>,
    (start, most): (Instant, u64),
    memory: &Memory,
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
    let findings = Findings {
        best: Mutex::new(nothing_searched(Score(evaluation), Some(first.m))),
        moves: Mutex::new(moves.clone()),
    };
    memory.table.grow_older();
    let shared = Shared {
        deadlines: Deadlines::plan(&settings.limits, start),
        node_limit: AtomicU64::new(most),
        longest_win: settings.limits.mate.unwrap_or(MAX_PLY),
        threads,
        turns: settings.in_turn.then(|| Turns::new(threads)),
        ..Shared::unlimited(View::new(&memory.table, &request.spent()), stop)
    };
    let mut histories = memory.take_histories::<P>(shared.threads);
    let (first_history, other_histories) = histories.split_at_mut(1);
    thread::scope(|scope| {
        let first_history = &mut first_history[0];
        let first = start_first(scope, request, &shared, first_history, &findings, watch);
        let Some(first) = first else {
            return;
        };
        let go = OnceLock::new();
        thread::scope(|scope| {
            start_helpers(scope, request, &shared, &moves, other_histories, &go);
            // All begin together, so that how many there is room for does not depend on how soon
            // the search is over, and so that none takes away the time for starting the others.
            let _ = go.set(());
            keep_time(&shared);
        });
        if first.join().is_err() {
            log::error!("the search thread died; the last finished iteration is played");
        }
    });
    memory.keep_histories(histories);
    let report = last_word(&findings, &shared);
    SearchResult {
        best: report.pv.first().copied(),
        report,
    }
}

fn builder() -> Builder {
    Builder::new().stack_size(room::STACK)
}

/// Starts the first thread; without it the others are of no use. `None` where it cannot be had.
fn start_first<'scope, P: Judge>(
    scope: &'scope Scope<'scope, '_>,
    request: &'scope Request<P>,
    shared: &'scope Shared<'scope>,
    history: &'scope mut History<P>,
    findings: &'scope Findings<P::Move>,
    watch: Watch<'scope, P::Move>,
) -> Option<ScopedJoinHandle<'scope, ()>> {
    let ending = OverGuard {
        over: &shared.over,
        timekeeper: thread::current(),
    };
    let search = move || {
        let _ending = ending;
        if is_room_for(room::SMALL) {
            search_first(request, shared, history, findings, watch);
        } else {
            shared.missing_threads.store(shared.threads, Relaxed);
        }
    };
    // At its first allocation an allocator may set much aside for a thread, so what is left is looked at
    // in this one and in that.
    let started = if is_room_for(room::STACK + room::SMALL) {
        builder().spawn_scoped(scope, search)
    } else {
        Err(ErrorKind::OutOfMemory.into())
    };
    let failed = |error: &Error| {
        log::error!("the search thread could not be started: {error}");
        shared.missing_threads.store(shared.threads, Relaxed);
    };
    started.inspect_err(failed).ok()
}

/// Starts the other threads, as many as there is room for, one after the other: each has what it
/// needs before the next one is started. They search once `go` is set.
fn start_helpers<'scope, P: Judge>(
    scope: &'scope Scope<'scope, '_>,
    request: &'scope Request<P>,
    shared: &'scope Shared<'scope>,
    moves: &RootMoves<P::Move>,
    histories: &'scope mut [History<P>],
    go: &'scope OnceLock<()>,
) {
    let (ready, has_begun) = channel();
    for (number, history) in (1..).zip(histories) {
        if shared.is_over() || shared.deadlines.is_over() {
            end_turns(shared, number);
            return;
        }
        let (ready, mut moves) = (ready.clone(), moves.clone());
        let search = move || {
            let mut worker = Worker::new(shared, number, &request.root, &request.earlier, history);
            // The other end waits for nothing else.
            let _ = ready.send(());
            go.wait();
            worker.deepen(request, &mut moves, (number % 2) as i32, &mut |_| {});
        };
        let started = is_room_for(room::HELPER)
            && match builder().spawn_scoped(scope, search) {
                Ok(_) => has_begun.recv().is_ok(),
                Err(error) => {
                    log::warn!("search thread {number} could not be started: {error}");
                    false
                }
            };
        if !started {
            let missing = shared.threads - number;
            shared.missing_threads.store(missing, Relaxed);
            end_turns(shared, number);
            return;
        }
    }
}

/// The threads from this number on are not there and have no turn.
fn end_turns(shared: &Shared, first: usize) {
    if let Some(turns) = &shared.turns {
        (first..shared.threads).for_each(|number| turns.end(number));
    }
}

/// Sleeps until the first thread has ended or time is up, and ends the search then. A thread that
/// sleeps is woken in time however many others compute.
fn keep_time(shared: &Shared) {
    const LONG: Duration = Duration::from_secs(3600);
    while !shared.over.load(Relaxed) && !shared.deadlines.is_over() {
        thread::park_timeout(shared.deadlines.left().unwrap_or(LONG));
    }
    shared.over.store(true, Relaxed);
}

/// Ends the search with the first thread, also when that dies, and wakes the one who keeps time.
struct OverGuard<'a> {
    over: &'a AtomicBool,
    timekeeper: Thread,
}

impl Drop for OverGuard<'_> {
    fn drop(&mut self) {
        self.over.store(true, Relaxed);
        self.timekeeper.unpark();
    }
}

/// The first thread: deepens, looks at the limits, reports.
fn search_first<P: Judge>(
    request: &Request<P>,
    shared: &Shared<'_>,
    history: &mut History<P>,
    findings: &Findings<P::Move>,
    watch: Watch<P::Move>,
) {
    let mut next_report = REPORT_EVERY;
    let mut ticker = |nodes: u64| {
        if nodes >= shared.node_limit.load(Relaxed) || shared.deadlines.is_over() {
            shared.over.store(true, Relaxed);
        }
        let elapsed = shared.deadlines.elapsed();
        if elapsed >= next_report {
            next_report = elapsed + REPORT_EVERY;
            let mut report = lock(&findings.best).clone();
            report.nodes = nodes;
            report.elapsed = elapsed;
            report.hashfull = shared.table.hashfull();
            report.missing_threads = shared.missing_threads.load(Relaxed);
            watch(&report);
        }
    };
    let mut worker = Worker::new(shared, 0, &request.root, &request.earlier, history);
    worker.ticker = Some(&mut ticker);
    // Only this thread holds the lock until it ends or dies; then the last state is taken over.
    let mut moves = lock(&findings.moves);
    worker.deepen(request, &mut moves, 0, &mut |report| {
        if report.multi_pv == 1 {
            lock(&findings.best).clone_from(report);
        }
        watch(report);
    });
    worker.settle_nodes();
}

/// What is known in the end of the best line: the last state that was told, unless the interrupted
/// iteration has found a better move. Its value is a lower bound then, as others were not looked at.
fn last_word<M: Copy + PartialEq>(findings: &Findings<M>, shared: &Shared<'_>) -> Report<M> {
    let mut last = lock(&findings.best).clone();
    last.nodes = shared.nodes.load(Relaxed);
    last.elapsed = shared.deadlines.elapsed();
    last.hashfull = shared.table.hashfull();
    last.missing_threads = shared.missing_threads.load(Relaxed);
    if let Some(best) = lock(&findings.moves).list.first()
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
        missing_threads: 0,
        pv: first.into_iter().collect(),
    }
}

/// Locks; a thread that died while holding the lock left a state that is still good to play from.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

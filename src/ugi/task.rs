//! A piece of work for another thread: a search, a count or the benchmark, with its answer as replies.

use std::cell::RefCell;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use crate::play::bench;
use crate::play::{Count, GameState, SearchContext, SearchReport};
use crate::search::{SearchState, Settings};
use crate::ugi::reply::{ErrorCode, Info, Reply, per_second};

/// The token of `bestmove` where there is no move.
pub const NO_MOVE: &str = "0000";

/// Takes what a job says while it runs.
pub type Say<'a> = &'a dyn Fn(Reply);

/// Work that can be done once, on any thread.
pub struct BackgroundTask(Box<dyn FnOnce(Say) -> Vec<Reply> + Send>);

impl BackgroundTask {
    /// A job that does `work` and answers what comes of it.
    #[must_use]
    pub fn new(work: impl FnOnce(Say) -> Vec<Reply> + Send + 'static) -> BackgroundTask {
        BackgroundTask(Box::new(work))
    }

    /// A search of the position of `state`, as [`GameState::search`] does it.
    #[must_use]
    pub fn search(
        state: Box<dyn GameState>,
        settings: Settings,
        search_moves: Vec<String>,
        memory: Arc<SearchState>,
        stop: Arc<AtomicBool>,
    ) -> BackgroundTask {
        BackgroundTask::new(move |say| {
            search(
                state.as_ref(),
                &settings,
                &search_moves,
                &memory,
                &stop,
                say,
            )
        })
    }

    /// A count of the sequences of `depth` moves.
    #[must_use]
    pub fn perft(state: Box<dyn GameState>, depth: u32, stop: Arc<AtomicBool>) -> BackgroundTask {
        BackgroundTask::new(
            move |_| match state.perft(depth, u64::MAX, &stop, &mut |_| {}) {
                Some(count) => counted(count),
                None => vec![Reply::Text("the count was stopped".to_owned())],
            },
        )
    }

    /// The benchmark; `stop` ends it without a result.
    #[must_use]
    pub fn bench(depth: Option<u32>, stop: Arc<AtomicBool>) -> BackgroundTask {
        BackgroundTask::new(move |say| {
            let total = bench::run(depth, None, &stop, &mut |searched| {
                say(Reply::Text(searched.to_string()));
            });
            match total {
                Ok(Some(total)) => vec![Reply::BenchTotal {
                    nodes: total.nodes,
                    nps: per_second(total.nodes, total.elapsed),
                }],
                Ok(None) => vec![Reply::Text("the benchmark was stopped".to_owned())],
                Err(error) => vec![Reply::Error(ErrorCode::NoMemory, error.to_string())],
            }
        })
    }

    /// Does the work, telling `say` what is to be said at once, and gives the closing replies.
    pub fn run(self, say: Say) -> Vec<Reply> {
        (self.0)(say)
    }
}

impl fmt::Debug for BackgroundTask {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Job").finish_non_exhaustive()
    }
}

/// Searches and tells: a line for each thing thought on the way, and at the end the last state, if
/// there is something new in it, and the move.
fn search(
    state: &dyn GameState,
    settings: &Settings,
    search_moves: &[String],
    memory: &SearchState,
    stop: &AtomicBool,
    say: Say,
) -> Vec<Reply> {
    let told: RefCell<Option<SearchReport>> = RefCell::new(None);
    let watch = |thought: &SearchReport| {
        say(Reply::Info(Info::from(thought)));
        match &mut *told.borrow_mut() {
            // Of the other lines only the effort counts.
            Some(told) if thought.multi_pv > 1 => told.nodes = thought.nodes,
            told => *told = Some(thought.clone()),
        }
    };
    let means = SearchContext {
        memory,
        stop,
        watch: &watch,
    };
    let thought = match state.search(settings, search_moves, means) {
        Ok(thought) => thought,
        // Their legality is looked at before the search.
        Err(error) => return vec![Reply::Error(ErrorCode::IllegalMove, error.to_string())],
    };
    let mut closing = Vec::new();
    let told = told.into_inner();
    if !told.is_some_and(|told| thought.repeats(&told)) {
        closing.push(Reply::Info(Info::from(&thought)));
    }
    let best = thought.best.unwrap_or_else(|| NO_MOVE.to_owned());
    closing.push(Reply::BestMove(best));
    closing
}

/// What is said of a count: a line for each first token, the effort, and the sum.
#[must_use]
pub fn counted(count: Count) -> Vec<Reply> {
    let listed = count.divided.len() as u64;
    let divided = count.divided.into_iter();
    let mut replies: Vec<Reply> = divided
        .map(|(token, count)| Reply::Divided(token, count))
        .collect();
    if listed < count.moves {
        let text = format!("{} first tokens are too many to be listed", count.moves);
        replies.push(Reply::Text(text));
    }
    replies.push(Reply::Info(Info::effort(count.total, count.elapsed)));
    replies.push(Reply::NodesSearched(count.total));
    replies
}

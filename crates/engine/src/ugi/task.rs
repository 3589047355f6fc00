//! Work for another thread: a search, a count of moves or the benchmark. Its results are replies.

use std::cell::RefCell;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use crate::play::bench;
use crate::play::{Count, GameState, RootMoves, SearchContext, SearchReport};
use crate::search::{SearchState, Settings};
use crate::ugi::reply::{ErrorCode, Info, Reply, WinChances, per_second};

/// The token of `bestmove` if there is no move.
pub const NO_MOVE: &str = "0000";

/// Receives the replies of a task while it runs.
pub type Progress<'a> = &'a dyn Fn(Reply);

/// Work that is done once, on any thread.
pub struct BackgroundTask(Box<dyn FnOnce(Progress) -> Vec<Reply> + Send>);

/// The arguments of a search.
#[derive(Debug)]
pub struct SearchArguments {
    /// The position and the game before it.
    pub state: Box<dyn GameState>,
    /// How to search.
    pub settings: Settings,
    /// The moves to search.
    pub root_moves: RootMoves,
    /// Whether reports have the chances to win, draw and lose.
    pub show_wdl: bool,
}

impl BackgroundTask {
    /// A task that does `work` and returns its last replies.
    #[must_use]
    pub fn new(work: impl FnOnce(Progress) -> Vec<Reply> + Send + 'static) -> BackgroundTask {
        BackgroundTask(Box::new(work))
    }

    /// A search.
    #[must_use]
    pub fn search(
        search: SearchArguments,
        search_state: Arc<SearchState>,
        stop: Arc<AtomicBool>,
    ) -> BackgroundTask {
        BackgroundTask::new(move |progress| search.run(&search_state, &stop, progress))
    }

    /// A count of the sequences of `depth` moves.
    #[must_use]
    pub fn perft(state: Box<dyn GameState>, depth: u32, stop: Arc<AtomicBool>) -> BackgroundTask {
        BackgroundTask::new(
            move |_| match state.perft(depth, u64::MAX, &stop, &mut |_| {}) {
                Some(count) => count_replies(count),
                None => vec![Reply::Text("the count was stopped".to_owned())],
            },
        )
    }

    /// The benchmark. It has no result if `stop` ends it.
    #[must_use]
    pub fn bench(depth: Option<u32>, stop: Arc<AtomicBool>) -> BackgroundTask {
        BackgroundTask::new(move |progress| {
            let total = bench::run(depth, None, &stop, &mut |position| {
                progress(Reply::Text(position.to_string()));
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

    /// Does the work. Passes replies to `progress` while it runs, and returns the last ones.
    pub fn run(self, progress: Progress) -> Vec<Reply> {
        (self.0)(progress)
    }
}

impl fmt::Debug for BackgroundTask {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("BackgroundTask").finish_non_exhaustive()
    }
}

impl SearchArguments {
    /// Searches, with an info line for each report. The last replies are an info line, unless it would
    /// repeat the last report, and the move.
    fn run(&self, search_state: &SearchState, stop: &AtomicBool, progress: Progress) -> Vec<Reply> {
        let last_report: RefCell<Option<SearchReport>> = RefCell::new(None);
        let watch = |report: &SearchReport| {
            progress(self.info(report));
            match &mut *last_report.borrow_mut() {
                // The final report is about line 1; of other lines only the node count is newer.
                Some(last) if report.multi_pv > 1 => last.nodes = report.nodes,
                last => *last = Some(report.clone()),
            }
        };
        let context = SearchContext {
            search_state,
            stop,
            watch: &watch,
        };
        let report = self.state.search(&self.settings, &self.root_moves, context);
        let mut replies = Vec::new();
        let last_report = last_report.into_inner();
        if !last_report.is_some_and(|last| repeats(&report, &last)) {
            replies.push(self.info(&report));
        }
        let best = report.best().map_or(NO_MOVE, String::as_str).to_owned();
        replies.push(Reply::BestMove(best));
        replies
    }

    fn info(&self, report: &SearchReport) -> Reply {
        let wdl = self
            .show_wdl
            .then(|| WinChances::new(report.score, self.state.scale()));
        Reply::Info(Info {
            wdl,
            ..Info::from(report)
        })
    }
}

/// Whether a report adds nothing to the one before it.
fn repeats(report: &SearchReport, before: &SearchReport) -> bool {
    let facts = |report: &SearchReport| (report.nodes, report.depth, report.score, report.bound);
    facts(report) == facts(before) && report.pv == before.pv
}

/// The replies to a count: a line for each first move, the effort, and the sum.
#[must_use]
pub fn count_replies(count: Count) -> Vec<Reply> {
    let listed = count.divided.len() as u64;
    let divided = count.divided.into_iter();
    let mut replies: Vec<Reply> = divided
        .map(|(token, count)| Reply::Divided(token, count))
        .collect();
    if listed < count.moves {
        let text = format!("{} first tokens are too many to list", count.moves);
        replies.push(Reply::Text(text));
    }
    replies.push(Reply::Info(Info::effort(count.total, count.elapsed)));
    replies.push(Reply::NodesSearched(count.total));
    replies
}

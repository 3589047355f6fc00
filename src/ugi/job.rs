//! A piece of work for another thread: a search, a count or the benchmark, with its answer as replies.

use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError};

use crate::play::bench;
use crate::play::{Count, Means, Seat, Thought};
use crate::search::{Memory, Settings, most_threads};
use crate::ugi::reply::{ErrorWord, Info, Reply, per_second};

/// The token of `bestmove` where there is no move.
pub const NO_MOVE: &str = "0000";

/// Takes what a job says while it runs.
pub type Say<'a> = &'a (dyn Fn(Reply) + Sync);

/// Work that can be done once, on any thread.
pub struct Job {
    work: Box<dyn FnOnce(Say) -> Vec<Reply> + Send>,
    /// What is answered should the work fail: somebody waits for an answer.
    fallback: Vec<Reply>,
}

impl Job {
    /// A job that does `work` and answers what comes of it.
    #[must_use]
    pub fn new(fallback: Vec<Reply>, work: impl FnOnce(Say) -> Vec<Reply> + Send + 'static) -> Job {
        Job {
            work: Box::new(work),
            fallback,
        }
    }

    /// A search of the position of `seat`, as [`Seat::think`] does it.
    #[must_use]
    pub fn search(
        seat: Box<dyn Seat>,
        settings: Settings,
        search_moves: Vec<String>,
        memory: Arc<Memory>,
        stop: Arc<AtomicBool>,
    ) -> Job {
        Job::new(any_move(seat.as_ref()), move |say| {
            search(seat.as_ref(), &settings, &search_moves, &memory, &stop, say)
        })
    }

    /// A count of the sequences of `depth` moves.
    #[must_use]
    pub fn perft(seat: Box<dyn Seat>, depth: u32, stop: Arc<AtomicBool>) -> Job {
        let fallback = vec![Reply::Text("the count failed".to_owned())];
        Job::new(fallback, move |_| {
            match seat.perft(depth, u64::MAX, &stop, &mut |_| {}) {
                Some(count) => counted(count),
                None => vec![Reply::Text("the count was stopped".to_owned())],
            }
        })
    }

    /// The benchmark; `stop` ends it without a result.
    #[must_use]
    pub fn bench(depth: Option<u32>, stop: Arc<AtomicBool>) -> Job {
        let fallback = vec![Reply::Text("the benchmark failed".to_owned())];
        Job::new(fallback, move |say| {
            let total = bench::run(depth, None, &stop, &mut |searched| {
                say(Reply::Text(searched.to_string()));
            });
            match total {
                Ok(Some(total)) => vec![Reply::BenchTotal {
                    nodes: total.nodes,
                    nps: per_second(total.nodes, total.elapsed),
                }],
                Ok(None) => vec![Reply::Text("the benchmark was stopped".to_owned())],
                Err(error) => vec![Reply::Error(ErrorWord::NoMemory, error.to_string())],
            }
        })
    }

    /// Does the work, telling `say` what is to be said at once, and gives the closing replies.
    pub fn run(self, say: Say) -> Vec<Reply> {
        let work = self.work;
        catch_unwind(AssertUnwindSafe(|| work(say))).unwrap_or(self.fallback)
    }

    /// The answer when the work cannot be begun.
    #[must_use]
    pub fn fallback(&self) -> Vec<Reply> {
        self.fallback.clone()
    }
}

impl fmt::Debug for Job {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Job").finish_non_exhaustive()
    }
}

/// The answer to `go` where no search is to be had.
#[must_use]
pub fn any_move(seat: &dyn Seat) -> Vec<Reply> {
    vec![
        Reply::Text("the search failed, this is just a legal move".to_owned()),
        Reply::Info(Info::nothing_to_search()),
        best_move(seat.any_move()),
    ]
}

fn best_move(token: Option<String>) -> Reply {
    Reply::BestMove(token.unwrap_or_else(|| NO_MOVE.to_owned()))
}

/// Searches and tells: a line for each thing thought on the way, and at the end the last state, if
/// there is something new in it, and the move.
fn search(
    seat: &dyn Seat,
    settings: &Settings,
    search_moves: &[String],
    memory: &Memory,
    stop: &AtomicBool,
    say: Say,
) -> Vec<Reply> {
    let told: Mutex<Option<Thought>> = Mutex::new(None);
    let watch = |thought: &Thought| {
        let mut told = told.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(error) = shortage(told.as_ref(), thought, settings) {
            say(error);
        }
        say(Reply::Info(Info::from(thought)));
        match told.as_mut() {
            // Of the other lines only the effort counts.
            Some(told) if thought.multi_pv > 1 => {
                told.nodes = thought.nodes;
                told.missing_threads = thought.missing_threads;
            }
            _ => *told = Some(thought.clone()),
        }
    };
    let means = Means {
        memory,
        stop,
        watch: &watch,
    };
    let thought = match seat.think(settings, search_moves, means) {
        Ok(thought) => thought,
        Err(error) => {
            let mut answer = any_move(seat);
            answer.insert(0, Reply::Error(ErrorWord::IllegalMove, error.to_string()));
            return answer;
        }
    };
    let told = told.into_inner().unwrap_or_else(PoisonError::into_inner);
    // Said at once: the answer itself may be held back.
    shortage(told.as_ref(), &thought, settings)
        .into_iter()
        .for_each(say);
    let mut closing = Vec::new();
    if !told.is_some_and(|told| thought.repeats(&told)) {
        closing.push(Reply::Info(Info::from(&thought)));
    }
    closing.push(best_move(thought.best));
    closing
}

/// The error line about threads that are missing, when it was not told before.
fn shortage(told: Option<&Thought>, thought: &Thought, settings: &Settings) -> Option<Reply> {
    let known = told.is_some_and(|told| told.missing_threads > 0);
    let missing = thought.missing_threads;
    let all = settings.threads.min(most_threads());
    (missing > 0 && !known).then(|| {
        let text = format!("{missing} of {all} search threads could not be started");
        Reply::Error(ErrorWord::NoMemory, text)
    })
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

//! A piece of work for another thread: a search, a count or the benchmark, with its answer as replies.

use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::ugi::reply::Reply;

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

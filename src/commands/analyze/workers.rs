//! Searches several games at the same time and returns them in the order of the files.

use std::collections::VecDeque;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread;

use anyhow::Context;

use ringstack_engine::play::record::GameRecord;
use ringstack_engine::play::review::{GameReview, Reviewer};
use ringstack_engine::play::{self, GameState, Start};
use ringstack_engine::search::{Limits, STACK_SIZE, SearchState};

use crate::commands::games::{GameInFile, Progress};

/// The hash table of each thread, in MiB.
const HASH: usize = 64;

/// The maximum number of games that wait for each thread; it bounds the memory.
const MAX_WAITING: usize = 4;

/// An analysed game.
#[derive(Debug)]
pub struct AnalyzedGame {
    /// The name of the file in messages.
    pub file: String,
    /// The number of the game in its file, from 1.
    pub in_file: usize,
    /// The game.
    pub record: GameRecord,
    /// The evaluation of its moves.
    pub review: GameReview,
}

/// The game before its first move.
fn state(record: &GameRecord) -> anyhow::Result<Box<dyn GameState>> {
    let id = &record.game;
    let mut state = play::open(id).with_context(|| format!("no game is called '{id}'"))?;
    if let Some(fen) = &record.fen {
        state.set(&Start::Fen(fen.clone()), &[])?;
    }
    Ok(state)
}

type AnalysisResult = anyhow::Result<AnalyzedGame>;

/// A game to search, and the channel for its analysis.
struct AnalysisJob {
    file: String,
    in_file: usize,
    record: GameRecord,
    done: Sender<AnalysisResult>,
}

/// The search threads, and the pending games in order.
pub struct WorkerPool {
    jobs: Option<Sender<AnalysisJob>>,
    waiting: VecDeque<Receiver<AnalysisResult>>,
    max_waiting: usize,
}

impl WorkerPool {
    /// Starts the threads.
    pub fn new(limits: &Limits, threads: usize, progress: &Progress) -> anyhow::Result<WorkerPool> {
        let (jobs, taken) = channel::<AnalysisJob>();
        let taken = Arc::new(Mutex::new(taken));
        for _ in 0..threads {
            let reviewer = Reviewer::new(SearchState::new(HASH)?, limits.clone());
            let (taken, progress) = (Arc::clone(&taken), progress.clone());
            let work = move || {
                // The lock is held only while a thread waits for a game.
                while let Some(job) = taken.lock().ok().and_then(|jobs| jobs.recv().ok()) {
                    let done = job.done.clone();
                    if done.send(analyze(&reviewer, job, &progress)).is_err() {
                        return;
                    }
                }
            };
            let thread = thread::Builder::new().stack_size(STACK_SIZE);
            thread.spawn(work).context("cannot start a thread")?;
        }
        Ok(WorkerPool {
            jobs: Some(jobs),
            waiting: VecDeque::new(),
            max_waiting: threads * MAX_WAITING,
        })
    }

    /// Adds a game to search; may return the first finished one.
    pub fn add(&mut self, found: GameInFile) -> anyhow::Result<Option<AnalyzedGame>> {
        let (done, analysis) = channel();
        let job = AnalysisJob {
            file: found.file.to_owned(),
            in_file: found.number,
            record: found.record,
            done,
        };
        let jobs = self.jobs.as_ref().context("the work is over")?;
        jobs.send(job).ok().context("all threads have ended")?;
        self.waiting.push_back(analysis);
        match self.waiting.len() > self.max_waiting {
            true => self.first(),
            false => Ok(None),
        }
    }

    /// The next game in order after the last one was added; `None` at the end.
    pub fn next(&mut self) -> anyhow::Result<Option<AnalyzedGame>> {
        // The threads end when the channel is closed.
        self.jobs = None;
        self.first()
    }

    /// Waits for the first game that was not returned.
    fn first(&mut self) -> anyhow::Result<Option<AnalyzedGame>> {
        let first = self.waiting.pop_front();
        let first = first.map(|analysis| analysis.recv().context("a thread has ended")?);
        first.transpose()
    }
}

fn analyze(reviewer: &Reviewer, job: AnalysisJob, progress: &Progress) -> AnalysisResult {
    let AnalysisJob {
        file,
        in_file,
        record,
        ..
    } = job;
    progress.expect(record.moves.len());
    let tokens: Vec<String> = record.tokens().map(str::to_owned).collect();
    let mut state = state(&record)?;
    let review = reviewer.review(state.as_mut(), &tokens, &mut || progress.step());
    let review = review.with_context(|| format!("{file}: game {in_file}"))?;
    Ok(AnalyzedGame {
        file,
        in_file,
        record,
        review,
    })
}

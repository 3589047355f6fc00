//! Games that are searched, several at a time, and returned in the order of the files.

use std::collections::VecDeque;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread;

use anyhow::Context;

use ringstack::play::record::GameRecord;
use ringstack::play::review::{Review, Reviewer};
use ringstack::play::{self, Seat, Start};
use ringstack::search::{Limits, Memory, STACK_SIZE};

use crate::commands::inputs::{Found, Progress};

/// The hash table of each thread, in MiB.
const HASH: usize = 64;

/// The most games that wait for each thread, so that memory stays small.
const MAX_WAITING: usize = 4;

/// An analyzed game.
#[derive(Debug)]
pub struct Finished {
    /// The file as messages call it.
    pub file: String,
    /// The number of the game in its file, from 1.
    pub in_file: usize,
    /// The game.
    pub record: GameRecord,
    /// What its moves were worth.
    pub review: Review,
}

impl Finished {
    /// The game before its first move.
    pub fn seat(&self) -> anyhow::Result<Box<dyn Seat>> {
        seat(&self.record)
    }
}

fn seat(record: &GameRecord) -> anyhow::Result<Box<dyn Seat>> {
    let id = &record.game;
    let mut seat = play::open(id).with_context(|| format!("no game is called '{id}'"))?;
    if let Some(fen) = &record.fen {
        seat.set(&Start::Fen(fen.clone()), &[])?;
    }
    Ok(seat)
}

type Analysis = anyhow::Result<Finished>;

/// A game to be searched, and where its analysis goes.
struct Job {
    file: String,
    in_file: usize,
    record: GameRecord,
    done: Sender<Analysis>,
}

/// The threads that search, and the games on their way, in order.
pub struct WorkerPool {
    jobs: Option<Sender<Job>>,
    waiting: VecDeque<Receiver<Analysis>>,
    max_waiting: usize,
}

impl WorkerPool {
    /// Starts the threads.
    pub fn new(limits: &Limits, threads: usize, progress: &Progress) -> anyhow::Result<WorkerPool> {
        let (jobs, taken) = channel::<Job>();
        let taken = Arc::new(Mutex::new(taken));
        for _ in 0..threads {
            let reviewer = Reviewer::new(Memory::new(HASH)?, limits.clone());
            let (taken, progress) = (Arc::clone(&taken), progress.clone());
            let work = move || {
                // The lock is held only while a thread waits for a job.
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

    /// Takes a game to be searched; may return the first one that is finished.
    pub fn add(&mut self, found: Found) -> anyhow::Result<Option<Finished>> {
        let (done, analysis) = channel();
        let job = Job {
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

    /// The next game in order when no more are added; `None` when there are no more.
    pub fn next(&mut self) -> anyhow::Result<Option<Finished>> {
        // The threads end when no more jobs can come.
        self.jobs = None;
        self.first()
    }

    /// Waits for the first game that was not returned.
    fn first(&mut self) -> anyhow::Result<Option<Finished>> {
        let first = self.waiting.pop_front();
        let first = first.map(|analysis| analysis.recv().context("a thread has ended")?);
        first.transpose()
    }
}

fn analyze(reviewer: &Reviewer, job: Job, progress: &Progress) -> Analysis {
    let Job {
        file,
        in_file,
        record,
        ..
    } = job;
    progress.expect(record.moves.len());
    let tokens: Vec<String> = record.tokens().map(str::to_owned).collect();
    let mut seat = seat(&record)?;
    let review = reviewer.review(seat.as_mut(), &tokens, &mut || progress.step());
    let review = review.with_context(|| format!("{file}: game {in_file}"))?;
    Ok(Finished {
        file,
        in_file,
        record,
        review,
    })
}

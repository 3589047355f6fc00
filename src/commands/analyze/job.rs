//! Games that are searched, several at a time, and given back in the order of the files.

use std::collections::{BTreeMap, VecDeque};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread;

use anyhow::{Context, anyhow};

use ringstack::play::record::GameRecord;
use ringstack::play::review::{Review, Reviewer};
use ringstack::play::{self, Seat, Start};
use ringstack::search::{Limits, Memory};

use crate::commands::inputs::{Found, Progress};

/// The hash table of each thread, in MiB.
const HASH: usize = 64;
/// So many games a thread may wait to be searched, so that memory stays small.
const WAITING: usize = 4;

/// A game that was gone through.
#[derive(Debug)]
pub struct Finished {
    /// The number of the game over all files, from 1.
    pub number: usize,
    /// The file as messages call it.
    pub file: String,
    /// The number of the game in its file, from 1.
    pub in_file: usize,
    /// The game.
    pub record: GameRecord,
    /// What its turns were worth.
    pub review: Review,
    /// Whether an earlier run has found that.
    pub was_known: bool,
}

impl Finished {
    /// A seat at the position before the first turn.
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

struct Job {
    number: usize,
    record: GameRecord,
}

type Done = (usize, GameRecord, anyhow::Result<Review>);

/// A game that has not been given back.
struct Open {
    number: usize,
    file: String,
    in_file: usize,
    /// The game, if an earlier run has gone through it.
    known: Option<(GameRecord, Review)>,
}

/// The threads that search, and the games that are on their way.
pub struct Workshop {
    jobs: Option<Sender<Job>>,
    done: Receiver<Done>,
    most: usize,
    given: usize,
    /// The games that have not been given back, in order.
    order: VecDeque<Open>,
    /// Games that were finished before earlier ones.
    early: BTreeMap<usize, (GameRecord, Review)>,
}

impl Workshop {
    /// Starts the threads.
    pub fn new(limits: Limits, threads: usize, progress: Progress) -> anyhow::Result<Workshop> {
        let (jobs, taken) = channel::<Job>();
        let taken = Arc::new(Mutex::new(taken));
        let (give, done) = channel();
        for _ in 0..threads {
            let reviewer = Reviewer::new(Memory::new(HASH)?, limits.clone());
            let (taken, give, progress) = (Arc::clone(&taken), give.clone(), progress.clone());
            thread::Builder::new()
                .name("analyze".to_owned())
                .spawn(move || work(&reviewer, &taken, &give, &progress))
                .context("cannot start a thread")?;
        }
        Ok(Workshop {
            jobs: Some(jobs),
            done,
            most: threads * WAITING,
            given: 0,
            order: VecDeque::new(),
            early: BTreeMap::new(),
        })
    }

    /// Takes a game to be searched, or to be passed through if it is `known`, and gives back those
    /// that are finished.
    pub fn give(&mut self, found: Found, known: Option<Review>) -> anyhow::Result<Vec<Finished>> {
        self.given += 1;
        let number = self.given;
        let Found {
            file,
            number: in_file,
            record,
            ..
        } = found;
        let known = match known {
            Some(review) => Some((record, review)),
            None => {
                let jobs = self.jobs.as_ref().context("the work is over")?;
                let job = Job { number, record };
                jobs.send(job)
                    .map_err(|_| anyhow!("all threads have ended"))?;
                None
            }
        };
        self.order.push_back(Open {
            number,
            file: file.to_owned(),
            in_file,
            known,
        });
        let mut finished = Vec::new();
        while self.order.len() > self.most {
            finished.extend(self.first()?);
        }
        Ok(finished)
    }

    /// The next game in order when no more are given; `None` when there are no more.
    pub fn next(&mut self) -> anyhow::Result<Option<Finished>> {
        // The threads end when nothing can come any more.
        self.jobs = None;
        self.first()
    }

    /// Waits for the first game that was not given back.
    fn first(&mut self) -> anyhow::Result<Option<Finished>> {
        let Some(open) = self.order.pop_front() else {
            return Ok(None);
        };
        let Open {
            number,
            file,
            in_file,
            known,
        } = open;
        let was_known = known.is_some();
        let (record, review) = match known {
            Some(known) => known,
            None => self.wait_for(number)?,
        };
        Ok(Some(Finished {
            number,
            file,
            in_file,
            record,
            review,
            was_known,
        }))
    }

    fn wait_for(&mut self, number: usize) -> anyhow::Result<(GameRecord, Review)> {
        loop {
            if let Some(found) = self.early.remove(&number) {
                return Ok(found);
            }
            let (other, record, review) = self.done.recv().context("all threads have ended")?;
            self.early.insert(other, (record, review?));
        }
    }
}

fn work(
    reviewer: &Reviewer,
    jobs: &Mutex<Receiver<Job>>,
    done: &Sender<Done>,
    progress: &Progress,
) {
    loop {
        let job = match jobs.lock() {
            Ok(jobs) => jobs.recv(),
            Err(_) => return,
        };
        let Ok(Job { number, record }) = job else {
            return;
        };
        progress.expect(record.moves.len());
        let review = review(reviewer, &record, progress);
        if done.send((number, record, review)).is_err() {
            return;
        }
    }
}

fn review(reviewer: &Reviewer, record: &GameRecord, progress: &Progress) -> anyhow::Result<Review> {
    let tokens: Vec<String> = record.tokens().map(str::to_owned).collect();
    let mut seat = seat(record)?;
    Ok(reviewer.review(seat.as_mut(), &tokens, &mut || progress.step())?)
}

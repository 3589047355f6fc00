//! Plays the games of a schedule, several at a time. Each worker keeps its own engines from game to
//! game; an engine that failed is started anew for the next one.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Mutex, PoisonError};
use std::thread;

use crate::rules::Side;

use super::ending::{Ending, Fault, Reason};
use super::engine::{Engine, Patience};
use super::game::{self, Played, Terms};
use super::schedule::Fixture;
use super::stats::standings::GameResult;
use crate::arena::engine::pace::Pace;
use crate::arena::engine::spec::EngineSpec;
use crate::arena::schedule::openings::{Opening, Openings};

/// What is the same in all games.
#[derive(Clone, Debug)]
pub struct Setup {
    /// The engines, in the order of the command line.
    pub engines: Vec<EngineSpec>,
    /// The pace of engines without their own.
    pub pace: Pace,
    /// How games are played.
    pub terms: Terms,
    /// How long engines may take for what is not thinking.
    pub patience: Patience,
    /// Games at a time.
    pub concurrency: usize,
}

/// A game that has been played.
#[derive(Clone, Debug)]
pub struct Finished {
    /// Its place in the schedule.
    pub fixture: Fixture,
    /// Where it began.
    pub opening: Opening,
    /// What happened.
    pub played: Played,
    /// The traffic of both engines, if one of them failed.
    pub traffic: Option<String>,
}

impl Finished {
    /// What is counted of it.
    #[must_use]
    pub fn result(&self) -> GameResult {
        let Ending {
            outcome,
            reason,
            culprit,
            ..
        } = self.played.ending;
        GameResult {
            fixture: self.fixture,
            outcome,
            reason,
            culprit,
        }
    }
}

/// Whether a match goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// With the next games.
    Go,
    /// Only the games under way are finished.
    Stop,
}

/// Plays the games and hands each to `finished` as it ends, on the caller's thread.
///
/// # Errors
/// What `finished` fails with; games under way are finished first.
pub fn run<E>(
    setup: &Setup,
    games: impl Iterator<Item = Fixture> + Send,
    openings: &mut Openings,
    mut finished: impl FnMut(Finished) -> Result<Next, E>,
) -> Result<(), E> {
    let queue = Mutex::new((games, openings));
    let stop = AtomicBool::new(false);
    let next = || {
        if stop.load(Ordering::Relaxed) {
            return None;
        }
        let mut queue = queue.lock().unwrap_or_else(PoisonError::into_inner);
        let (games, openings) = &mut *queue;
        let fixture = games.next()?;
        Some((fixture, openings.get(fixture.pair.opening)))
    };
    let (to, from) = channel();
    thread::scope(|scope| {
        for _ in 0..setup.concurrency.max(1) {
            let to: Sender<Finished> = to.clone();
            let next = &next;
            scope.spawn(move || {
                let mut worker = Worker::new(setup);
                while let Some((fixture, opening)) = next() {
                    if to.send(worker.game(fixture, opening)).is_err() {
                        return;
                    }
                }
            });
        }
        drop(to);
        let mut result = Ok(());
        for game in from {
            if result.is_err() {
                continue;
            }
            match finished(game) {
                Ok(Next::Go) => {}
                Ok(Next::Stop) => stop.store(true, Ordering::Relaxed),
                Err(error) => {
                    stop.store(true, Ordering::Relaxed);
                    result = Err(error);
                }
            }
        }
        result
    })
}

struct Worker<'a> {
    setup: &'a Setup,
    /// Running engines by their number.
    running: BTreeMap<usize, Engine>,
}

impl<'a> Worker<'a> {
    fn new(setup: &'a Setup) -> Worker<'a> {
        let running = BTreeMap::new();
        Worker { setup, running }
    }

    fn game(&mut self, fixture: Fixture, opening: Opening) -> Finished {
        let [one, two] = fixture.players();
        let (played, traffic) = match self.both(one, two) {
            Err((fault, traffic)) => {
                let ending = Ending::from(fault);
                let plies = Vec::new();
                (Played { plies, ending }, Some(traffic))
            }
            Ok((mut engine_one, mut engine_two)) => {
                let played = game::play(
                    &self.setup.terms,
                    [&mut engine_one, &mut engine_two],
                    [self.pace(one), self.pace(two)],
                    &opening.start,
                    &opening.moves,
                );
                let traffic = played.ending.reason.is_failure().then(|| {
                    let names = [self.name(one), self.name(two)];
                    traffic(names, [&engine_one, &engine_two])
                });
                self.keep(one, engine_one, &played, Side::One);
                self.keep(two, engine_two, &played, Side::Two);
                (played, traffic)
            }
        };
        Finished {
            fixture,
            opening,
            played,
            traffic,
        }
    }

    /// Takes both engines, started if necessary. An error comes with what was said.
    fn both(&mut self, one: usize, two: usize) -> Result<(Engine, Engine), (Fault, String)> {
        let first = self.take(one, Side::One)?;
        match self.take(two, Side::Two) {
            Ok(second) => Ok((first, second)),
            Err(fault) => {
                self.running.insert(one, first);
                Err(fault)
            }
        }
    }

    fn take(&mut self, number: usize, side: Side) -> Result<Engine, (Fault, String)> {
        if let Some(engine) = self.running.remove(&number) {
            return Ok(engine);
        }
        let Some(spec) = self.setup.engines.get(number) else {
            let fault = Fault::nobodys(Reason::Start, format!("no engine {number}"));
            return Err((fault, String::new()));
        };
        Engine::start(spec, &self.setup.terms.game, self.setup.patience)
            .map_err(|failure| (Fault::start(side, &failure), failure.traffic))
    }

    /// Keeps an engine for the next game unless something was wrong with it.
    fn keep(&mut self, number: usize, engine: Engine, played: &Played, side: Side) {
        let at_fault = played.ending.culprit == Some(side);
        let all_void = played.ending.outcome.is_none();
        if !at_fault && !all_void && !engine.is_broken() {
            self.running.insert(number, engine);
        }
    }

    fn pace(&self, number: usize) -> Pace {
        let own = self.setup.engines.get(number).and_then(|spec| spec.pace);
        own.unwrap_or(self.setup.pace)
    }

    fn name(&self, number: usize) -> &str {
        self.setup.engines.get(number).map_or("", |spec| &spec.name)
    }
}

fn traffic(names: [&str; 2], engines: [&Engine; 2]) -> String {
    let mut text = String::new();
    for (name, engine) in names.iter().zip(engines) {
        let _ = writeln!(text, "--- {name}");
        text.push_str(&engine.traffic());
    }
    text
}

//! Plays the games of a schedule, several at a time. Each worker reuses its engines from game to game
//! and restarts an engine that failed or exited between games. An engine that keeps failing to start is
//! suspended; its remaining games are skipped and not scored.
//!
//! A game during which the program was suspended (see [`super::pause`]) is void and replayed if the lost
//! time may have changed it: an engine plays with a clock or a time per move, or did not answer in time.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use ringstack_engine::clock;
use ringstack_engine::play::record::{GameRecord, Termination, date};
use ringstack_engine::rules::Side;

use super::engine::affinity::Cores;
use super::engine::{Engine, StartFailure, UnreadableLines, children};
use super::game;
use super::pause::{PauseDetector, TICK};
use super::plan::Plan;
use super::record::FinishedGame;
use super::schedule::ScheduledGame;
use super::schedule::openings::{Opening, Openings};

/// What does not belong to the plan of a match and may differ between the machines that play it.
#[derive(Clone, Debug)]
pub struct HostSettings {
    /// The number of games played at the same time.
    pub concurrency: usize,
    /// The cores of the games at the same time; empty if engines are not bound to cores.
    pub cores: Vec<Cores>,
    /// The time between two games, for each of the games at the same time.
    pub wait: Duration,
    /// An engine is suspended after this many failed starts in a row.
    pub start_failures: u32,
    /// The tags of every game, such as its event.
    pub tags: Vec<(String, String)>,
}

/// A game that was skipped because an engine could not be started. It has no result.
#[derive(Clone, Debug)]
pub struct SkippedGame {
    /// Its place in the schedule.
    pub scheduled: ScheduledGame,
    /// The number of the engine.
    pub engine: usize,
    /// The error; `None` if the engine is suspended and was not started.
    pub failure: Option<Box<StartFailure>>,
}

/// An event of a match.
#[derive(Clone, Debug)]
pub enum MatchEvent {
    /// A game was played.
    Finished(Box<FinishedGame>),
    /// A game was skipped.
    Skipped(SkippedGame),
    /// A game is void and will be replayed because the program was suspended.
    Paused(ScheduledGame),
    /// An engine wrote lines that could not be read.
    Unreadable {
        /// The number of the engine.
        engine: usize,
        /// The lines of one game.
        lines: UnreadableLines,
    },
}

/// Whether a match continues.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NextStep {
    /// Play the next games.
    Continue,
    /// Finish only the games in progress.
    Stop,
}

/// Plays the games and passes an event for each to `report`, on the caller's thread. After
/// [`children::end_all`] no new game starts, and games in progress are not reported.
///
/// # Errors
/// The error of `report`; games in progress are finished first.
pub fn run<E>(
    plan: &Plan,
    host: &HostSettings,
    games: impl Iterator<Item = ScheduledGame> + Send,
    openings: &mut Openings,
    mut report: impl FnMut(MatchEvent) -> Result<NextStep, E>,
) -> Result<(), E> {
    let queue = Mutex::new((games, openings));
    let stop = AtomicBool::new(false);
    let starts = StartCounter::new(plan, host);
    let pauses = PauseDetector::new(clock::unix_time());
    let is_over = || stop.load(Ordering::Relaxed) || children::all_ended();
    let next = || {
        if is_over() {
            return None;
        }
        let mut queue = queue.lock().unwrap_or_else(PoisonError::into_inner);
        let (games, openings) = &mut *queue;
        let scheduled = games.next()?;
        Some(match starts.suspended(scheduled) {
            Some(engine) => Err(SkippedGame {
                scheduled,
                engine,
                failure: None,
            }),
            None => Ok((scheduled, openings.get(scheduled.pair.opening))),
        })
    };
    let (to, from) = channel();
    thread::scope(|scope| {
        let (watch_end, watched) = channel::<()>();
        let pauses = &pauses;
        let watch = move || {
            while watched.recv_timeout(TICK) == Err(RecvTimeoutError::Timeout) {
                pauses.pauses(clock::unix_time());
            }
        };
        let pauses = match thread::Builder::new().spawn_scoped(scope, watch) {
            Ok(_) => Some(pauses),
            Err(error) => {
                log::error!("pauses are not detected: cannot start a thread: {error}");
                None
            }
        };
        for number in 0..host.concurrency.max(1) {
            let (next, is_over) = (&next, &is_over);
            let mut worker = GameWorker {
                plan,
                host,
                starts: &starts,
                pauses,
                cores: host.cores.get(number),
                running: BTreeMap::new(),
                to: to.clone(),
            };
            let work = move || {
                let mut is_first = true;
                while let Some(game) = next() {
                    if !is_first && !wait(host.wait, is_over) {
                        return;
                    }
                    is_first = false;
                    match game {
                        Ok((scheduled, opening)) => {
                            while worker.game(scheduled, &opening) && !is_over() {}
                        }
                        Err(skipped) => worker.report(MatchEvent::Skipped(skipped)),
                    }
                }
            };
            if let Err(error) = thread::Builder::new().spawn_scoped(scope, work) {
                log::error!("only {number} games at a time: cannot start another thread: {error}");
                break;
            }
        }
        drop(to);
        let mut result = Ok(());
        for event in from {
            if result.is_err() {
                continue;
            }
            match report(event) {
                Ok(NextStep::Continue) => {}
                Ok(NextStep::Stop) => stop.store(true, Ordering::Relaxed),
                Err(error) => {
                    stop.store(true, Ordering::Relaxed);
                    result = Err(error);
                }
            }
        }
        drop(watch_end);
        result
    })
}

/// Waits between two games. Returns `false` if the match ends meanwhile.
fn wait(time: Duration, is_over: &impl Fn() -> bool) -> bool {
    /// The time after which the end of the match is noticed.
    const STEP: Duration = Duration::from_millis(50);
    let begun = clock::now();
    while !is_over() {
        let left = time.saturating_sub(begun.elapsed());
        if left.is_zero() {
            return true;
        }
        thread::sleep(left.min(STEP));
    }
    false
}

/// The number of consecutive failed starts of each engine, over all workers.
struct StartCounter {
    failed: Vec<AtomicU32>,
    max: u32,
}

impl StartCounter {
    fn new(plan: &Plan, host: &HostSettings) -> StartCounter {
        StartCounter {
            failed: plan.engines.iter().map(|_| AtomicU32::new(0)).collect(),
            max: host.start_failures,
        }
    }

    /// The suspended engine of a game, if there is one.
    fn suspended(&self, scheduled: ScheduledGame) -> Option<usize> {
        let is_suspended = |&engine: &usize| {
            let failed = self.failed.get(engine);
            failed.is_some_and(|failed| failed.load(Ordering::Relaxed) >= self.max)
        };
        scheduled.players().into_iter().find(is_suspended)
    }

    fn count(&self, engine: usize, started: bool) {
        let Some(failed) = self.failed.get(engine) else {
            return;
        };
        if started {
            failed.store(0, Ordering::Relaxed);
        } else {
            failed.fetch_add(1, Ordering::Relaxed);
        }
    }
}

struct GameWorker<'a> {
    plan: &'a Plan,
    host: &'a HostSettings,
    starts: &'a StartCounter,
    /// `None` if no thread watches for pauses: every game would look like one.
    pauses: Option<&'a PauseDetector>,
    /// The cores of its engines, if they are bound to cores.
    cores: Option<&'a Cores>,
    /// The running engines by number.
    running: BTreeMap<usize, Engine>,
    to: Sender<MatchEvent>,
}

impl GameWorker<'_> {
    fn report(&self, event: MatchEvent) {
        // Fails only after `run` has returned.
        let _ = self.to.send(event);
    }

    /// Plays a game. Returns whether it is void and must be replayed. A failure after
    /// [`children::end_all`] is not reported: the engine did not cause it.
    fn game(&mut self, scheduled: ScheduledGame, opening: &Opening) -> bool {
        let detector = self.pauses;
        let pauses = || detector.map(|detector| detector.pauses(clock::unix_time()));
        let before = pauses();
        let both = self.both(scheduled);
        let played = both.map(|engines| self.play(scheduled, opening, engines));
        let was_paused = pauses() != before;
        let is_timed = || {
            let mut players = scheduled.players().into_iter();
            players.any(|engine| self.plan.time_control(engine).is_timed())
        };
        let (is_sound, is_affected) = match &played {
            Ok(finished) => {
                let termination = &finished.record.termination;
                let is_late = matches!(termination, Some(Termination::Time | Termination::Stall));
                (!finished.is_failure(), is_late || is_timed())
            }
            Err(_) => (false, true),
        };
        if !is_sound && children::all_ended() {
            return false;
        }
        let is_void = was_paused && is_affected;
        self.report(match played {
            _ if is_void => MatchEvent::Paused(scheduled),
            Ok(finished) => MatchEvent::Finished(Box::new(finished)),
            Err(skipped) => MatchEvent::Skipped(skipped),
        });
        is_void
    }

    fn play(
        &mut self,
        scheduled: ScheduledGame,
        opening: &Opening,
        [mut engine_one, mut engine_two]: [Engine; 2],
    ) -> FinishedGame {
        let [one, two] = scheduled.players();
        let date = ("Date".to_owned(), date::today());
        let mut record = game::play(
            self.plan,
            [&mut engine_one, &mut engine_two],
            [one, two].map(|engine| self.plan.time_control(engine)),
            &opening.start,
            &opening.moves,
        );
        record.players = [self.name(one), self.name(two)].map(str::to_owned);
        let time_control = |side: &str, engine| {
            let value = self.plan.time_control(engine).to_string();
            (format!("TimeControl{side}"), value)
        };
        let tags = [date, time_control("1", one), time_control("2", two)];
        record.tags = self.host.tags.iter().cloned().chain(tags).collect();
        let mut finished = FinishedGame {
            scheduled,
            record,
            traffic: None,
            late_move: engine_one.late_move.take().or(engine_two.late_move.take()),
        };
        if finished.is_failure() {
            let names = &finished.record.players;
            finished.traffic = Some(traffic(names, [&engine_one, &engine_two]));
        }
        self.store(one, engine_one, &finished.record, Side::One);
        self.store(two, engine_two, &finished.record, Side::Two);
        finished
    }

    /// Returns both engines and starts them if necessary.
    fn both(&mut self, scheduled: ScheduledGame) -> Result<[Engine; 2], SkippedGame> {
        let [one, two] = scheduled.players();
        let skipped = |engine, failure| SkippedGame {
            scheduled,
            engine,
            failure: Some(failure),
        };
        let first = self.take(one).map_err(|failure| skipped(one, failure))?;
        match self.take(two) {
            Ok(second) => Ok([first, second]),
            Err(failure) => {
                self.running.insert(one, first);
                Err(skipped(two, failure))
            }
        }
    }

    fn take(&mut self, number: usize) -> Result<Engine, Box<StartFailure>> {
        // An engine that exited between games is restarted and not blamed.
        if let Some(mut engine) = self.running.remove(&number)
            && engine.new_game().is_ok()
        {
            return Ok(engine);
        }
        let Some(spec) = self.plan.engines.get(number) else {
            return Err(Box::new(StartFailure::unknown(number)));
        };
        let timeouts = self.plan.times.timeouts();
        let started = Engine::start_on(self.cores, spec, &self.plan.game, timeouts);
        self.starts.count(number, started.is_ok());
        started
    }

    /// Stores an engine for the next game unless it failed.
    fn store(&mut self, number: usize, mut engine: Engine, record: &GameRecord, side: Side) {
        if let Some(lines) = engine.take_unreadable() {
            self.report(MatchEvent::Unreadable {
                engine: number,
                lines,
            });
        }
        let at_fault = record.culprit() == Some(side);
        let is_void = record.outcome.is_none();
        if !at_fault && !is_void && !engine.is_broken() {
            self.running.insert(number, engine);
        }
    }

    fn name(&self, number: usize) -> &str {
        self.plan.engines.get(number).map_or("", |spec| &spec.name)
    }
}

fn traffic(names: &[String; 2], engines: [&Engine; 2]) -> String {
    let mut text = String::new();
    for (name, engine) in names.iter().zip(engines) {
        let _ = writeln!(text, "--- {name}");
        text.push_str(&engine.traffic());
    }
    text
}

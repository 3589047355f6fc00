//! Engines that think: players and analysts, each a process with a thread of its own.
//!
//! A wish to think has a generation, which comes back with all that is said until its `bestmove`. A
//! newer wish replaces the one at work. Lines are passed on at most ten times a second, the newest of
//! each rank: a flood of them stays here.

use std::collections::BTreeMap;
use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};
use std::thread;
use std::time::{Duration, Instant};

use serde::Serialize;

use crate::arena::engine::spec::EngineSpec;
use crate::arena::engine::{Engine, Patience};
use crate::ugi::command::{Command, Go, Query, Start};
use crate::ugi::questions::Question;
use crate::ugi::reply::{Bound, Value};
use crate::ugi::reply::{Info, OptionKind, OptionLine, Reply};

/// Lines of an analysis at once.
pub const MOST_LINES: u32 = 5;
/// Between two reports about a search.
const REPORT: Duration = Duration::from_millis(100);
/// How long an engine is listened to before wishes are looked at again.
const GLANCE: Duration = Duration::from_millis(10);
/// What an engine may take beyond its time before it counts as hanging.
pub const PATIENCE: Duration = Duration::from_secs(10);
/// How long an engine may take to stop.
const STOPPING: Duration = Duration::from_secs(5);
/// Turns of a line that are passed on.
const LONGEST_LINE: usize = 40;
/// Characters of a line of traffic that are passed on.
const TRAFFIC_WIDTH: usize = 1000;

/// A search to be done.
#[derive(Clone, Debug)]
pub struct Task {
    /// Comes back with all that is said about it.
    pub generation: u64,
    /// The id of the game.
    pub game: String,
    /// Counts games: with a new one the engine is told that another game begins.
    pub match_number: u64,
    /// The first position.
    pub start: Start,
    /// The tokens played from there.
    pub moves: Vec<String>,
    /// What limits the search.
    pub go: Go,
    /// Options to be set first, name and value.
    pub options: Vec<(String, String)>,
    /// How long it may take at most; endless searches have none.
    pub patience: Option<Duration>,
}

/// What an engine is told.
#[derive(Debug)]
pub enum Wish {
    /// To be ready for a search of this generation in this game: the id of the game, and its number.
    Prepare(u64, String, u64),
    /// To think; ends what it does now.
    Think(Box<Task>),
    /// To end its search, and to answer.
    Stop,
    /// To set an option, now or after the search at work, and after each start.
    Set(String, Option<String>),
    /// To start anew.
    Restart,
    /// To show what was said last.
    Traffic,
}

/// One of the best lines.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Line {
    /// Its place among them, from 1.
    pub rank: usize,
    /// Depth in plies.
    pub depth: i32,
    /// Centipawns for the player to move.
    pub cp: Option<i64>,
    /// Plies to the end for the player to move.
    pub mate: Option<i64>,
    /// `lower` or `upper` where the value is only a bound.
    pub bound: &'static str,
    /// Centipawns of one unit of the logistic function that tells how often the value wins; `None` where
    /// the engine does not say.
    pub scale: Option<f64>,
    /// Positions visited.
    pub nodes: u64,
    /// Positions a second.
    pub nps: u64,
    /// Milliseconds.
    pub time: u64,
    /// The turns.
    pub pv: Vec<String>,
}

/// What an engine says.
#[derive(Clone, Debug)]
pub enum Voice {
    /// It has been started.
    Ready {
        /// Its name for itself.
        name: Option<String>,
        /// Its options.
        options: Vec<OptionLine>,
    },
    /// It is ready for the search of that generation.
    Prepared(u64),
    /// Lines of the search of that generation.
    Lines(u64, Vec<Line>),
    /// The turn it wants to play, and when it said so.
    Best(u64, String, Instant),
    /// It has failed; the search of that generation has no answer.
    Failed(Option<u64>, String),
    /// The last lines both ways.
    Traffic(String),
}

/// The way to the thread of an engine. When it is dropped the engine ends.
#[derive(Debug)]
pub struct Player {
    wishes: Sender<Wish>,
}

impl Player {
    /// Starts a thread for an engine, which is started, for this game, when it is needed first.
    pub fn new(spec: EngineSpec, game: &str, tell: impl Fn(Voice) + Send + 'static) -> Player {
        let (wishes, waiting) = channel();
        let mut keeper = Keeper {
            spec,
            engine: None,
            match_number: 0,
            game: game.to_owned(),
            settings: BTreeMap::new(),
            waiting: Vec::new(),
            last_words: String::new(),
            tell: Box::new(tell),
        };
        thread::spawn(move || keeper.run(&waiting));
        Player { wishes }
    }

    /// Hands in a wish.
    pub fn wish(&self, wish: Wish) {
        // The thread ends when this is dropped, not before.
        let _ = self.wishes.send(wish);
    }
}

struct Keeper {
    spec: EngineSpec,
    engine: Option<Engine>,
    match_number: u64,
    game: String,
    settings: BTreeMap<String, Option<String>>,
    /// Options to be set after the search at work: an engine that searches may not hear of them.
    waiting: Vec<(String, Option<String>)>,
    /// What was said with an engine that has failed.
    last_words: String,
    tell: Box<dyn Fn(Voice) + Send>,
}

/// What a search was ended by: its answer, wanted early or not, or nobody waits for it.
enum Ended {
    Answer,
    Closed,
}

impl Keeper {
    fn run(&mut self, wishes: &Receiver<Wish>) {
        let mut next = None;
        loop {
            let wish = match next.take() {
                Some(wish) => wish,
                None => match wishes.recv() {
                    Ok(wish) => wish,
                    Err(_) => return,
                },
            };
            match wish {
                Wish::Prepare(generation, game, match_number) => {
                    match self.prepare(&game, match_number) {
                        Ok(()) => (self.tell)(Voice::Prepared(generation)),
                        Err(text) => self.fail(Some(generation), &text),
                    }
                }
                Wish::Think(task) => {
                    let ended = self.think(&task, wishes, &mut next);
                    for (name, value) in std::mem::take(&mut self.waiting) {
                        self.set(name, value);
                    }
                    if let Ended::Closed = ended {
                        return;
                    }
                }
                Wish::Stop => {}
                Wish::Set(name, value) => self.set(name, value),
                Wish::Restart => {
                    self.engine = None;
                    let game = self.game.clone();
                    if let Err(text) = self.start(&game) {
                        self.fail(None, &text);
                    }
                }
                Wish::Traffic => self.show_traffic(),
            }
        }
    }

    fn show_traffic(&self) {
        let text = self
            .engine
            .as_ref()
            .map_or_else(|| self.last_words.clone(), traffic);
        (self.tell)(Voice::Traffic(text));
    }

    fn set(&mut self, name: String, value: Option<String>) {
        if let Some(engine) = &mut self.engine {
            engine.send(&Command::SetOption {
                name: name.clone(),
                value: value.clone(),
            });
        }
        if value.is_some() {
            self.settings.insert(name, value);
        }
    }

    fn start(&mut self, game: &str) -> Result<(), String> {
        let mut engine = Engine::start(&self.spec, game, Patience::default())
            .map_err(|failure| failure.error.to_string())?;
        for (name, value) in &self.settings {
            engine.send(&Command::SetOption {
                name: name.clone(),
                value: value.clone(),
            });
        }
        (self.tell)(Voice::Ready {
            name: engine.id_name().map(str::to_owned),
            options: engine.options().to_vec(),
        });
        game.clone_into(&mut self.game);
        self.engine = Some(engine);
        Ok(())
    }

    /// Thinks until there is an answer, or the engine fails; `newer` gets the wish that came meanwhile.
    fn think(&mut self, task: &Task, wishes: &Receiver<Wish>, newer: &mut Option<Wish>) -> Ended {
        let found = self.try_think(task, wishes, newer);
        found.unwrap_or_else(|text| {
            self.fail(Some(task.generation), &text);
            Ended::Answer
        })
    }

    /// It is of no use any more; the next wish starts it anew.
    fn fail(&mut self, generation: Option<u64>, text: &str) {
        if let Some(engine) = self.engine.take() {
            self.last_words = traffic(&engine);
        }
        let text = format!("{}: {text}", self.spec.name);
        (self.tell)(Voice::Failed(generation, text));
    }

    fn prepare(&mut self, game: &str, match_number: u64) -> Result<(), String> {
        if self.game != game || self.engine.as_ref().is_none_or(Engine::is_broken) {
            self.engine = None;
            self.start(game)?;
        } else if self.match_number != match_number
            && let Some(engine) = &mut self.engine
        {
            engine.new_game().map_err(|error| error.to_string())?;
        }
        self.match_number = match_number;
        Ok(())
    }

    fn try_think(
        &mut self,
        task: &Task,
        wishes: &Receiver<Wish>,
        newer: &mut Option<Wish>,
    ) -> Result<Ended, String> {
        self.prepare(&task.game, task.match_number)?;
        let Some(engine) = &mut self.engine else {
            return Err("is not running".to_owned());
        };
        for (name, value) in &task.options {
            let has = |option: &OptionLine| option.name.eq_ignore_ascii_case(name);
            if engine.options().iter().any(has) {
                engine.send(&Command::SetOption {
                    name: name.clone(),
                    value: Some(value.clone()),
                });
            }
        }
        engine.send(&Command::Position {
            start: task.start.clone(),
            moves: task.moves.clone(),
        });
        // Its answer, if there is one, comes before the first line.
        engine.send(&Command::Query(Query::Front(Question::Scale)));
        engine.send(&Command::Go(task.go.clone()));
        let mut search = Search::new(task);
        loop {
            if newer.is_none() {
                match wishes.try_recv() {
                    Ok(Wish::Stop) => search.stop(engine),
                    Ok(Wish::Traffic) => (self.tell)(Voice::Traffic(traffic(engine))),
                    Ok(Wish::Set(name, value)) => self.waiting.push((name, value)),
                    Ok(wish) => {
                        search.stop(engine);
                        *newer = Some(wish);
                    }
                    Err(TryRecvError::Empty) => {}
                    Err(TryRecvError::Disconnected) => return Ok(Ended::Closed),
                }
            }
            let now = Instant::now();
            if search.deadline.is_some_and(|deadline| now > deadline) {
                return Err("does not answer with a bestmove".to_owned());
            }
            search.report(now, &self.tell);
            match engine.listen("bestmove", now + GLANCE) {
                Ok(Some((_, Reply::Info(info)))) => search.take(info),
                Ok(Some((_, Reply::Response(text)))) => search.scale = scale(&text),
                Ok(Some((at, Reply::BestMove(token)))) => {
                    search.last_report(&self.tell);
                    (self.tell)(Voice::Best(task.generation, token, at));
                    return Ok(Ended::Answer);
                }
                Ok(_) => {}
                Err(error) => return Err(error.to_string()),
            }
        }
    }
}

/// The scale of an answer to `query scale`, where it is one that makes sense.
fn scale(answer: &str) -> Option<f64> {
    let answer: serde_json::Value = serde_json::from_str(answer).ok()?;
    let scale = answer.get("scale")?.as_f64()?;
    (1e-3..=1e9).contains(&scale).then_some(scale)
}

/// The last lines both ways, none of them too long to be shown.
fn traffic(engine: &Engine) -> String {
    let cut = |line: &str| line.chars().take(TRAFFIC_WIDTH).collect::<String>();
    let lines: Vec<String> = engine.traffic().lines().map(cut).collect();
    lines.join("\n")
}

/// A search at work.
struct Search {
    generation: u64,
    lines: BTreeMap<usize, Line>,
    scale: Option<f64>,
    fresh: bool,
    reported: Instant,
    deadline: Option<Instant>,
    stopped: bool,
}

impl Search {
    fn new(task: &Task) -> Search {
        let now = Instant::now();
        Search {
            generation: task.generation,
            lines: BTreeMap::new(),
            scale: None,
            fresh: false,
            reported: now.checked_sub(REPORT).unwrap_or(now),
            deadline: task.patience.map(|patience| now + patience),
            stopped: false,
        }
    }

    fn stop(&mut self, engine: &mut Engine) {
        if !self.stopped {
            engine.send(&Command::Stop);
            self.stopped = true;
            self.deadline = Some(Instant::now() + STOPPING);
        }
    }

    fn take(&mut self, info: Info) {
        let Some(score) = info.score else { return };
        let rank = info.multi_pv.unwrap_or(1);
        // Nobody asks for more lines.
        if rank > MOST_LINES as usize {
            return;
        }
        let (cp, mate) = match score.value {
            Value::Cp(cp) => (Some(i64::from(cp)), None),
            Value::Mate(plies) => (None, Some(i64::from(plies))),
        };
        let mut pv = info.pv;
        pv.truncate(LONGEST_LINE);
        let bound = match score.bound {
            Bound::Exact => "",
            Bound::Lower => "lower",
            Bound::Upper => "upper",
        };
        let line = Line {
            rank,
            depth: info.depth.unwrap_or(0),
            cp,
            mate,
            bound,
            scale: self.scale,
            nodes: info.nodes.unwrap_or(0),
            nps: info.nps.unwrap_or(0),
            time: info.time.unwrap_or(0),
            pv,
        };
        self.lines.insert(rank, line);
        self.fresh = true;
    }

    fn report(&mut self, now: Instant, tell: &dyn Fn(Voice)) {
        if self.fresh && now.saturating_duration_since(self.reported) >= REPORT {
            self.reported = now;
            self.last_report(tell);
        }
    }

    fn last_report(&mut self, tell: &dyn Fn(Voice)) {
        if std::mem::take(&mut self.fresh) {
            let lines = self.lines.values().cloned().collect();
            tell(Voice::Lines(self.generation, lines));
        }
    }
}

/// An option for the page; `None` for those that a page may not set, because they may name a file.
#[must_use]
pub fn settable(option: &OptionLine) -> Option<serde_json::Value> {
    use serde_json::json;
    let name = &option.name;
    match &option.kind {
        OptionKind::Spin { default, min, max } => {
            Some(json!({"name": name, "type": "spin", "default": default, "min": min, "max": max}))
        }
        OptionKind::Check { default } => {
            Some(json!({"name": name, "type": "check", "default": default}))
        }
        OptionKind::Combo { default, choices } => {
            Some(json!({"name": name, "type": "combo", "default": default, "choices": choices}))
        }
        OptionKind::Button => Some(json!({"name": name, "type": "button"})),
        OptionKind::Text { .. } | OptionKind::Unknown(_) => None,
    }
}

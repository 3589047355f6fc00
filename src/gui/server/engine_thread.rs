//! The thread that communicates with an engine process.
//!
//! A search has a generation number. All reports up to its `bestmove` repeat that number. A new command
//! replaces the running search. Lines are reported at most ten times per second, the newest of each
//! rank.

use std::collections::BTreeMap;
use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};
use std::thread;
use std::time::{Duration, Instant};

use super::super::session::engine_io::{
    EngineCommand, EngineEvent, MAX_LINES, SearchLine, SearchTask,
};
use crate::arena::engine::spec::EngineSpec;
use crate::arena::engine::{Engine, EngineError, Timeouts};
use crate::ugi::command::{Command, Query};
use crate::ugi::questions::Question;
use crate::ugi::reply::{BoundedValue, Info, OptionLine, Reply, Value, WinChances};

/// The minimum interval between two reports about a search.
const REPORT: Duration = Duration::from_millis(100);
/// How long the thread waits for output before it checks for new commands.
const SLICE: Duration = Duration::from_millis(10);
/// The maximum time that an engine may take to stop.
const STOPPING: Duration = Duration::from_secs(5);
/// The maximum number of moves reported per line.
const MAX_PV: usize = 40;
/// The maximum number of characters reported per line of traffic.
const TRAFFIC_WIDTH: usize = 1000;

/// The handle of the thread. Dropping it ends the engine.
#[derive(Debug)]
pub struct EngineThread {
    commands: Sender<EngineCommand>,
}

/// Receives the reports of an engine with their times.
type ReportHandler = Box<dyn Fn(Instant, EngineEvent) + Send>;

impl EngineThread {
    /// Starts the thread. The first command that needs the engine starts its process, for this game.
    pub fn new(
        spec: EngineSpec,
        game: &str,
        report: impl Fn(Instant, EngineEvent) + Send + 'static,
    ) -> Result<EngineThread, String> {
        let (commands, waiting) = channel();
        let mut engine = EngineLoop {
            spec,
            engine: None,
            game_number: 0,
            game: game.to_owned(),
            settings: BTreeMap::new(),
            waiting: Vec::new(),
            last_traffic: String::new(),
            report: Box::new(report),
        };
        let name = engine.spec.name.clone();
        match thread::Builder::new().spawn(move || engine.run(&waiting)) {
            Ok(_) => Ok(EngineThread { commands }),
            Err(error) => Err(format!("{name} cannot be started: no thread: {error}")),
        }
    }

    /// Sends a command.
    pub fn send(&self, command: EngineCommand) {
        // The thread ends only after this handle is dropped.
        let _ = self.commands.send(command);
    }
}

struct EngineLoop {
    spec: EngineSpec,
    engine: Option<Engine>,
    game_number: u64,
    game: String,
    settings: BTreeMap<String, Option<String>>,
    /// Options to set after the current search: a searching engine may ignore them.
    waiting: Vec<(String, Option<String>)>,
    /// The last lines exchanged with a failed engine.
    last_traffic: String,
    report: ReportHandler,
}

impl EngineLoop {
    fn run(&mut self, commands: &Receiver<EngineCommand>) {
        let mut next = None;
        while let Some(command) = next.take().or_else(|| commands.recv().ok()) {
            match command {
                EngineCommand::Prepare(generation, game, game_number) => {
                    match self.prepare(&game, game_number) {
                        Ok(()) => self.report(EngineEvent::Prepared(generation)),
                        Err(text) => self.fail(Some(generation), text),
                    }
                }
                EngineCommand::Search(task) => {
                    match self.search(&task, commands, &mut next) {
                        Ok(true) => {}
                        // The handle was dropped.
                        Ok(false) => return,
                        Err(text) => self.fail(Some(task.generation), text),
                    }
                    for (name, value) in std::mem::take(&mut self.waiting) {
                        self.set(name, value);
                    }
                }
                EngineCommand::Stop => {}
                EngineCommand::Set(name, value) => self.set(name, value),
                EngineCommand::Start => {
                    let game = self.game.clone();
                    if let Err(text) = self.prepare(&game, self.game_number) {
                        self.fail(None, text);
                    }
                }
                EngineCommand::Traffic => {
                    let engine = self.engine.as_ref();
                    let text = engine.map_or_else(|| self.last_traffic.clone(), traffic);
                    self.report(EngineEvent::Traffic(text));
                }
            }
        }
    }

    fn report(&self, event: EngineEvent) {
        (self.report)(Instant::now(), event);
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
        let mut engine = Engine::start(&self.spec, game, Timeouts::default())
            .map_err(|failure| self.plain(&failure.error))?;
        if engine
            .options()
            .iter()
            .any(|option| option.name == "ShowWDL")
        {
            engine.send(&Command::SetOption {
                name: "ShowWDL".to_owned(),
                value: Some("true".to_owned()),
            });
        }
        // Engines without `query scale` report their chances this way.
        if engine.options().iter().any(|o| o.name == "ShowWDL") {
            engine.send(&Command::SetOption {
                name: "ShowWDL".to_owned(),
                value: Some("true".to_owned()),
            });
        }
        for (name, value) in &self.settings {
            engine.send(&Command::SetOption {
                name: name.clone(),
                value: value.clone(),
            });
        }
        self.report(EngineEvent::Ready {
            options: engine.options().to_vec(),
        });
        game.clone_into(&mut self.game);
        self.engine = Some(engine);
        Ok(())
    }

    /// Drops the engine; the next command starts it again.
    fn fail(&mut self, generation: Option<u64>, text: String) {
        if let Some(engine) = self.engine.take() {
            self.last_traffic = traffic(&engine);
        }
        log::warn!("{text}");
        self.report(EngineEvent::Failed(generation, text));
    }

    /// An error in words for users. The traffic has the details.
    fn plain(&self, error: &EngineError) -> String {
        let name = &self.spec.name;
        match error {
            EngineError::Gone { .. } => format!("{name} stopped unexpectedly."),
            EngineError::Silent { .. } => format!("{name} does not answer."),
            EngineError::Start { cause, .. } => format!("{name} cannot be started: {cause}"),
            error => format!("{name}: {error}"),
        }
    }

    fn prepare(&mut self, game: &str, game_number: u64) -> Result<(), String> {
        if self.game != game || self.engine.as_ref().is_none_or(Engine::is_broken) {
            self.engine = None;
            self.start(game)?;
        } else if self.game_number != game_number
            && let Some(engine) = &mut self.engine
            && let Err(error) = engine.new_game()
        {
            return Err(self.plain(&error));
        }
        self.game_number = game_number;
        Ok(())
    }

    /// Searches until the engine reports its best move. Stores a command that arrives in the meantime in
    /// `newer`. Returns whether the handle still exists.
    fn search(
        &mut self,
        task: &SearchTask,
        commands: &Receiver<EngineCommand>,
        newer: &mut Option<EngineCommand>,
    ) -> Result<bool, String> {
        self.prepare(&task.game, task.game_number)?;
        let Some(engine) = &mut self.engine else {
            return Err(format!("{} is not running.", self.spec.name));
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
        // The response, if the engine sends one, precedes the first line.
        engine.send(&Command::Query(Query::Front(Question::Scale)));
        engine.send(&Command::Go(task.go.clone()));
        let mut search = RunningSearch::new(task);
        loop {
            if newer.is_none() {
                match commands.try_recv() {
                    Ok(EngineCommand::Stop) => search.stop(engine),
                    Ok(EngineCommand::Traffic) => {
                        (self.report)(Instant::now(), EngineEvent::Traffic(traffic(engine)));
                    }
                    Ok(EngineCommand::Set(name, value)) => self.waiting.push((name, value)),
                    Ok(command) => {
                        search.stop(engine);
                        *newer = Some(command);
                    }
                    Err(TryRecvError::Empty) => {}
                    Err(TryRecvError::Disconnected) => return Ok(false),
                }
            }
            let now = Instant::now();
            if search.deadline.is_some_and(|deadline| now > deadline) {
                return Err(format!("{} does not answer.", self.spec.name));
            }
            search.report(now, &self.report);
            match engine.receive_until("bestmove", now + SLICE) {
                Ok(Some((_, Reply::Info(info)))) => search.take(info),
                Ok(Some((_, Reply::Response(text)))) => search.scale = scale(&text),
                Ok(Some((at, Reply::BestMove(token)))) => {
                    search.report_now(&self.report);
                    (self.report)(at, EngineEvent::BestMove(task.generation, token));
                    return Ok(true);
                }
                Ok(_) => {}
                Err(error) => return Err(self.plain(&error)),
            }
        }
    }
}

/// The scale in the response to `query scale`, if it is plausible.
fn scale(answer: &str) -> Option<f64> {
    let answer: serde_json::Value = serde_json::from_str(answer).ok()?;
    valid_scale(answer.get("scale")?.as_f64()?)
}

/// The scale with which this score means these chances.
fn scale_of_chances(score: BoundedValue, chances: WinChances) -> Option<f64> {
    let Value::Cp(cp) = score.value else {
        return None;
    };
    let share = (f64::from(chances.win) + f64::from(chances.draw) / 2.0) / 1000.0;
    valid_scale(f64::from(cp) / (share / (1.0 - share)).ln())
}

/// The scale, if it is plausible. Rounded to hundredths, like in records.
fn valid_scale(scale: f64) -> Option<f64> {
    (0.01..=1e7)
        .contains(&scale)
        .then(|| (scale * 100.0).round() / 100.0)
}

/// The last lines in both directions, truncated for display.
fn traffic(engine: &Engine) -> String {
    let cut = |line: &str| line.chars().take(TRAFFIC_WIDTH).collect::<String>();
    let lines: Vec<String> = engine.traffic().lines().map(cut).collect();
    lines.join("\n")
}

/// The current search.
struct RunningSearch {
    generation: u64,
    /// The last line of each rank.
    lines: BTreeMap<usize, SearchLine>,
    /// The last lines that all have the same depth: values of different depths contradict their ranks.
    complete: Vec<SearchLine>,
    scale: Option<f64>,
    fresh: bool,
    reported: Instant,
    deadline: Option<Instant>,
    stopped: bool,
}

impl RunningSearch {
    fn new(task: &SearchTask) -> RunningSearch {
        let now = Instant::now();
        RunningSearch {
            generation: task.generation,
            lines: BTreeMap::new(),
            complete: Vec::new(),
            scale: None,
            fresh: false,
            reported: now.checked_sub(REPORT).unwrap_or(now),
            deadline: task.timeout.map(|timeout| now + timeout),
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
        if rank > MAX_LINES as usize {
            return;
        }
        let mut pv = info.pv;
        pv.truncate(MAX_PV);
        let line = SearchLine {
            rank,
            depth: info.depth.unwrap_or(0),
            seldepth: info.seldepth,
            score,
            scale: self.scale.or_else(|| scale_of_chances(score, info.wdl?)),
            nodes: info.nodes.unwrap_or(0),
            nps: info.nps.unwrap_or(0),
            time: info.time.unwrap_or(0),
            pv,
        };
        let depth = line.depth;
        self.lines.insert(rank, line);
        if self.lines.values().all(|line| line.depth == depth) {
            self.complete = self.lines.values().cloned().collect();
            self.fresh = true;
        }
    }

    fn report(&mut self, now: Instant, report: &ReportHandler) {
        if self.fresh && now.saturating_duration_since(self.reported) >= REPORT {
            self.reported = now;
            self.report_now(report);
        }
    }

    fn report_now(&mut self, report: &ReportHandler) {
        if std::mem::take(&mut self.fresh) {
            let lines = self.complete.clone();
            report(Instant::now(), EngineEvent::Lines(self.generation, lines));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::state::Start;
    use crate::ugi::command::Go;

    #[test]
    fn lines_are_reported_when_all_have_the_same_depth() {
        let task = SearchTask {
            generation: 1,
            game: "dvonn".to_owned(),
            game_number: 1,
            start: Start::Startpos,
            moves: Vec::new(),
            go: Go::default(),
            options: Vec::new(),
            timeout: None,
        };
        let mut search = RunningSearch::new(&task);
        let mut shown = |rank: usize, depth: i32| {
            search.take(Info {
                multi_pv: Some(rank),
                depth: Some(depth),
                score: Some(BoundedValue::from(Value::Cp(depth))),
                ..Info::default()
            });
            let lines = search.complete.iter();
            lines
                .map(|line| (line.rank, line.depth))
                .collect::<Vec<_>>()
        };
        assert_eq!(shown(1, 1), [(1, 1)]);
        assert_eq!(shown(2, 1), [(1, 1), (2, 1)]);
        assert_eq!(shown(1, 2), [(1, 1), (2, 1)]);
        assert_eq!(shown(2, 2), [(1, 2), (2, 2)]);
    }

    #[test]
    fn chances_give_the_scale_of_a_score() {
        let chances = |win, loss| WinChances {
            win,
            draw: 1000 - win - loss,
            loss,
        };
        let score = |cp| BoundedValue::from(Value::Cp(cp));
        assert_eq!(
            scale_of_chances(score(100), chances(731, 269)),
            Some(100.03)
        );
        assert_eq!(
            scale_of_chances(score(-100), chances(169, 631)),
            Some(100.03)
        );
        // An even score says nothing about the scale, and neither does certainty.
        assert_eq!(scale_of_chances(score(0), chances(500, 500)), None);
        assert_eq!(scale_of_chances(score(900), chances(1000, 0)), None);
    }
}

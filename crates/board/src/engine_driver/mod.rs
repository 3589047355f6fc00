//! The conversation with a UGI engine as a state machine without I/O, threads and clocks.
//!
//! A host runs the engine as a process or a worker. It passes commands, lines and the time to
//! [`EngineDriver::handle`] and performs the outputs.
//!
//! A search has a generation number. All reports up to its `bestmove` repeat that number. A new command
//! replaces the running search. Lines are reported at most ten times per second, the newest of each rank.
//!
//! | file | contents |
//! |---|---|
//! | `io` | commands to engines and their reports |
//! | `search` | a running search: its lines, scale and reports |

mod io;
mod search;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, VecDeque};
use std::time::Duration;

use ringstack_arena::engine::error::EngineError;
use ringstack_arena::engine::settings::{EngineOptions, choose_game, is_error, set_options};
use ringstack_engine::ugi::command::{Command, Query};
use ringstack_engine::ugi::grammar;
use ringstack_engine::ugi::json_queries::Topic;
use ringstack_engine::ugi::reply::Reply;

use search::RunningSearch;

#[cfg(test)]
pub use io::ScoreFields;
pub use io::{
    EngineCommand, EngineEvent, EngineFailure, EngineFault, EngineId, MAX_LINES, OfferedEngine,
    SearchLine, SearchTask, score_fields,
};

/// The maximum time from the start to `ugiok`, and for `isready` after options and a new game.
const START: Duration = Duration::from_secs(20);
/// The response to a query without an answer.
const UNKNOWN: &str = "unknown";
/// The maximum time to find a set-up.
const SET_UP: Duration = Duration::from_secs(60);
/// The maximum time that an engine may take to stop.
const STOPPING: Duration = Duration::from_secs(5);

/// An event for the driver.
#[derive(Clone, Debug, PartialEq)]
pub enum DriverInput {
    /// A command of the session.
    Command(EngineCommand),
    /// A line of the engine.
    Line(String),
    /// The file of the engine is arriving: the limit for the start begins again.
    Loading,
    /// The engine cannot be started, with the cause.
    NotStarted(String),
    /// The engine wrote a line that is too long to be read.
    LongLine,
    /// The engine ended.
    Gone,
    /// The time of [`EngineDriver::wake`] has come.
    Tick,
}

/// An action for the host.
#[derive(Clone, Debug, PartialEq)]
pub enum DriverOutput {
    /// Start the engine.
    Start,
    /// Send a line to the engine.
    Send(String),
    /// End the engine. Its later lines must not be passed on.
    End,
    /// Report an event to the session.
    Report(EngineEvent),
    /// Report the last lines in both directions to the session.
    ReportTraffic,
}

/// The state of the conversation.
#[derive(Debug)]
enum Phase {
    /// The engine is not running.
    Off,
    /// `ugi` was sent.
    Handshake(Duration),
    /// Options and `isready` were sent.
    Options(Duration),
    /// `uginewgame` and `isready` were sent. Whether the engine has just been started.
    NewGame(Duration, bool),
    Idle,
    Searching(Box<RunningSearch>),
    /// The set-up with this number is being found.
    SetUp(u64, Duration),
    /// The engine failed while it was idle; the next command that needs it reports this.
    Failed(EngineFault),
}

/// Converses with one engine.
#[derive(Debug)]
pub struct EngineDriver {
    name: String,
    /// The options of the command line.
    given: Vec<(String, String)>,
    /// The option values set later.
    set: BTreeMap<String, Option<String>>,
    /// Options to set after the current search: a searching engine may ignore them.
    waiting: Vec<Command>,
    options: EngineOptions,
    game: String,
    game_number: u64,
    phase: Phase,
    /// The commands that wait for the current phase to end; the first one may be in progress.
    commands: VecDeque<EngineCommand>,
    outputs: Vec<DriverOutput>,
    now: Duration,
}

impl EngineDriver {
    /// A driver for an engine with this name and these options. The first command that needs the engine
    /// starts it, for `game`.
    #[must_use]
    pub fn new(name: String, options: Vec<(String, String)>, game: String) -> EngineDriver {
        EngineDriver {
            name,
            given: options,
            set: BTreeMap::new(),
            waiting: Vec::new(),
            options: EngineOptions::default(),
            game,
            game_number: 0,
            phase: Phase::Off,
            commands: VecDeque::new(),
            outputs: Vec::new(),
            now: Duration::ZERO,
        }
    }

    /// Handles an input at the time `now`, measured from any fixed moment. Returns the outputs in the order in
    /// which they must be performed.
    pub fn handle(&mut self, now: Duration, input: DriverInput) -> Vec<DriverOutput> {
        self.now = now;
        match input {
            DriverInput::Command(EngineCommand::Traffic) => {
                self.outputs.push(DriverOutput::ReportTraffic);
            }
            DriverInput::Command(command) => self.commands.push_back(command),
            DriverInput::Line(line) => self.line(&line),
            DriverInput::Loading => {
                if let Phase::Handshake(deadline) = &mut self.phase {
                    *deadline = now + START;
                }
            }
            DriverInput::NotStarted(cause) => {
                self.fail(EngineFault::NotStarted(cause));
            }
            DriverInput::LongLine => {
                let awaited = self.awaited().to_owned();
                self.error(&EngineError::LongLine { awaited });
            }
            DriverInput::Gone => self.fail(EngineFault::Ended),
            DriverInput::Tick => self.tick(),
        }
        self.next_commands();
        std::mem::take(&mut self.outputs)
    }

    /// When [`DriverInput::Tick`] is due.
    #[must_use]
    pub fn wake(&self) -> Option<Duration> {
        match &self.phase {
            Phase::Handshake(deadline)
            | Phase::Options(deadline)
            | Phase::NewGame(deadline, _)
            | Phase::SetUp(_, deadline) => Some(*deadline),
            Phase::Searching(search) => search.wake(),
            Phase::Off | Phase::Idle | Phase::Failed(_) => None,
        }
    }

    fn awaited(&self) -> &'static str {
        match self.phase {
            Phase::Handshake(_) => "ugiok",
            Phase::Options(_) | Phase::NewGame(..) => "readyok",
            Phase::Searching(_) => "bestmove",
            Phase::SetUp(..) => "response",
            Phase::Off | Phase::Idle | Phase::Failed(_) => "nothing",
        }
    }

    fn tick(&mut self) {
        let is_late = match &mut self.phase {
            Phase::Searching(search) => {
                let report = search.report_if_due(self.now);
                self.outputs.extend(report.map(DriverOutput::Report));
                search.deadline.is_some_and(|deadline| deadline <= self.now)
            }
            _ => self.wake().is_some_and(|deadline| deadline <= self.now),
        };
        if is_late {
            self.fail(EngineFault::Silent);
        }
    }

    /// Begins commands until one has to wait.
    fn next_commands(&mut self) {
        loop {
            let done = match self.phase {
                Phase::Idle | Phase::Off | Phase::Failed(_) => self.begin_next(),
                Phase::Searching(_) => self.interrupt(),
                Phase::Handshake(_) | Phase::Options(_) | Phase::NewGame(..) | Phase::SetUp(..) => {
                    false
                }
            };
            if !done {
                return;
            }
        }
    }

    /// Begins the first command. Returns whether it is done and the next one may begin.
    fn begin_next(&mut self) -> bool {
        let Some(command) = self.commands.front() else {
            return false;
        };
        let prepared = match command {
            EngineCommand::Prepare(_, game, number) => self.prepare(&game.clone(), *number),
            EngineCommand::Search(task) => self.prepare(&task.game.clone(), task.game_number),
            EngineCommand::SetUp(_, game, _) => self.prepare(&game.clone(), self.game_number),
            EngineCommand::Start => self.prepare(&self.game.clone(), self.game_number),
            EngineCommand::Set(..) | EngineCommand::Stop | EngineCommand::Traffic => true,
        };
        if !prepared {
            // Failed commands have been removed already.
            return matches!(self.phase, Phase::Off);
        }
        match self.commands.pop_front() {
            Some(EngineCommand::Prepare(generation, ..)) => {
                self.report(EngineEvent::Prepared(generation));
            }
            Some(EngineCommand::Search(task)) => self.search(&task),
            Some(EngineCommand::SetUp(number, _, set_up)) => {
                self.send(&Command::Query(Query::RandomSetup(set_up)));
                self.phase = Phase::SetUp(number, self.now + SET_UP);
            }
            Some(EngineCommand::Set(name, value)) => {
                let command = self.remember(name, value);
                if matches!(self.phase, Phase::Idle) {
                    self.send(&command);
                }
            }
            _ => {}
        }
        true
    }

    /// Handles the first command that arrived during a search. Returns whether the next one may follow.
    fn interrupt(&mut self) -> bool {
        let Phase::Searching(search) = &mut self.phase else {
            return false;
        };
        let Some(command) = self.commands.front() else {
            return false;
        };
        if let EngineCommand::Set(name, value) = command {
            let (name, value) = (name.clone(), value.clone());
            self.commands.pop_front();
            let command = self.remember(name, value);
            self.waiting.push(command);
            return true;
        }
        // Any other command than `Stop` waits until the search has ended.
        let ends = !matches!(command, EngineCommand::Stop);
        if search.stop(self.now + STOPPING) {
            self.send(&Command::Stop);
        }
        if !ends {
            self.commands.pop_front();
        }
        !ends
    }

    /// Stores an option for later starts. Returns the command that sets it now.
    fn remember(&mut self, name: String, value: Option<String>) -> Command {
        if value.is_some() {
            self.set.insert(name.clone(), value.clone());
        }
        Command::SetOption { name, value }
    }

    /// Makes the engine ready for a game. Returns whether it is ready now.
    fn prepare(&mut self, game: &str, number: u64) -> bool {
        if let Phase::Failed(fault) = &self.phase {
            self.fail_command(fault.clone());
            return false;
        }
        if matches!(self.phase, Phase::Off) || self.game != game {
            if !matches!(self.phase, Phase::Off) {
                self.outputs.push(DriverOutput::End);
            }
            game.clone_into(&mut self.game);
            self.game_number = number;
            self.options = EngineOptions::default();
            self.outputs.push(DriverOutput::Start);
            self.send(&Command::Ugi);
            self.phase = Phase::Handshake(self.now + START);
            return false;
        }
        if self.game_number != number {
            self.game_number = number;
            self.new_game(false);
            return false;
        }
        true
    }

    fn new_game(&mut self, is_start: bool) {
        self.send(&Command::UgiNewGame);
        self.send(&Command::IsReady);
        self.phase = Phase::NewGame(self.now + START, is_start);
    }

    fn search(&mut self, task: &SearchTask) {
        for (name, value) in &task.options {
            if self.has_option(name) {
                self.send(&Command::SetOption {
                    name: name.clone(),
                    value: Some(value.clone()),
                });
            }
        }
        self.send(&Command::Position {
            start: task.start.clone(),
            moves: task.moves.clone(),
        });
        // The response, if the engine sends one, precedes the first line.
        self.send(&Command::Query(Query::Json(Topic::Scale.into())));
        self.send(&Command::Go(task.go.clone()));
        let deadline = task.timeout.map(|timeout| self.now + timeout);
        self.phase = Phase::Searching(Box::new(RunningSearch::new(task.generation, deadline)));
    }

    fn has_option(&self, name: &str) -> bool {
        let mut options = self.options.all().iter();
        options.any(|option| option.name.eq_ignore_ascii_case(name))
    }

    fn line(&mut self, line: &str) {
        let reply = match grammar::reply(line) {
            Ok(reply) => reply,
            // Such a line does not affect the game.
            Err(error) if error.is_cosmetic() => return,
            Err(error) => return self.error(&EngineError::BadLine(error)),
        };
        match (&mut self.phase, reply) {
            (Phase::Handshake(_), Reply::Option(option)) => {
                if let Err(error) = self.options.add(option) {
                    self.error(&error);
                }
            }
            (Phase::Handshake(_), Reply::UgiOk) => self.configure(),
            (Phase::Options(_), Reply::ReadyOk) => self.new_game(true),
            // The option would be missing in every game.
            (Phase::Options(_), Reply::Error(_, text)) => {
                self.error(&EngineError::Refused { text });
            }
            (Phase::Options(_), Reply::Text(text)) if is_error(&text) => {
                self.error(&EngineError::Refused { text });
            }
            (Phase::NewGame(_, is_start), Reply::ReadyOk) => {
                let is_start = *is_start;
                self.phase = Phase::Idle;
                if is_start {
                    self.started();
                }
            }
            (&mut Phase::SetUp(number, _), Reply::Response(text)) => {
                self.phase = Phase::Idle;
                let fen = (text != UNKNOWN).then_some(text);
                self.report(EngineEvent::SetUp(number, fen));
            }
            (Phase::Searching(search), reply) => {
                let (report, is_done) = search.reply(self.now, reply);
                self.outputs
                    .extend(report.into_iter().map(DriverOutput::Report));
                if is_done {
                    self.phase = Phase::Idle;
                    for command in std::mem::take(&mut self.waiting) {
                        self.send(&command);
                    }
                }
            }
            _ => {}
        }
    }

    /// Chooses the game and sets the options of the command line.
    fn configure(&mut self) {
        let options = self.options.all();
        let game = choose_game(options, &self.game);
        let commands = game.and_then(|game| {
            let given = set_options(options, &self.given)?;
            Ok(game.into_iter().chain(given).collect::<Vec<_>>())
        });
        match commands {
            Ok(commands) => {
                for command in commands {
                    self.send(&command);
                }
                self.send(&Command::IsReady);
                self.phase = Phase::Options(self.now + START);
            }
            Err(error) => self.error(&error),
        }
    }

    /// The engine has started and is ready.
    fn started(&mut self) {
        // Engines without `query scale` report their chances this way.
        let chances = ("ShowWDL".to_owned(), Some("true".to_owned()));
        let chances = self.has_option("ShowWDL").then_some(chances);
        for (name, value) in chances.into_iter().chain(self.set.clone()) {
            self.send(&Command::SetOption { name, value });
        }
        let options = self.options.all().to_vec();
        self.report(EngineEvent::Ready { options });
    }

    fn error(&mut self, error: &EngineError) {
        self.fail(match error {
            EngineError::NoGame { game } => EngineFault::NoGame(game.clone()),
            error => EngineFault::Protocol(error.to_string()),
        });
    }

    /// Ends the engine because it failed; the next command starts it again. An idle engine fails at the next
    /// command that needs it, because until then no user waits for it.
    fn fail(&mut self, fault: EngineFault) {
        match &self.phase {
            Phase::Off | Phase::Failed(_) => {}
            Phase::Idle => self.phase = Phase::Failed(fault),
            Phase::Searching(search) => {
                let generation = search.generation;
                self.end_failed(Some(generation), self.failure(fault));
            }
            &Phase::SetUp(number, _) => self.end_failed(Some(number), self.failure(fault)),
            Phase::Handshake(_) | Phase::Options(_) | Phase::NewGame(..) => {
                self.fail_command(fault);
            }
        }
    }

    /// Reports that the first command failed.
    fn fail_command(&mut self, fault: EngineFault) {
        let failure = self.failure(fault);
        match self.commands.pop_front().and_then(|c| c.failed(failure)) {
            Some(EngineEvent::Failed(generation, failure)) => self.end_failed(generation, failure),
            _ => self.phase = Phase::Off,
        }
    }

    fn failure(&self, fault: EngineFault) -> EngineFailure {
        EngineFailure {
            engine: self.name.clone(),
            fault,
        }
    }

    fn end_failed(&mut self, generation: Option<u64>, failure: EngineFailure) {
        log::warn!("{failure}");
        self.outputs.push(DriverOutput::End);
        self.phase = Phase::Off;
        self.waiting.clear();
        self.report(EngineEvent::Failed(generation, failure));
    }

    fn send(&mut self, command: &Command) {
        self.outputs.push(DriverOutput::Send(command.to_string()));
    }

    fn report(&mut self, event: EngineEvent) {
        self.outputs.push(DriverOutput::Report(event));
    }
}

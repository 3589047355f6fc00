//! A running engine. Every wait for an answer has a deadline.

use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::time::Duration;

use ringstack_engine::clock::{self, Instant};
use ringstack_engine::ugi::command::{Command, Query};
use ringstack_engine::ugi::grammar;
use ringstack_engine::ugi::reply::{OptionKind, OptionLine, Reply};

use super::affinity::Cores;
use super::error::{EngineError, StartFailure};
use super::process::{EngineOutput, EngineProcess, TimedOutput};
use super::processor_waits::ProcessorWaits;
use super::settings::EngineOptions;
use super::spec::EngineSpec;
use super::traffic::LogSource;

/// The maximum number of unprocessed lines before the reader waits. Together with the maximum length of a
/// line it bounds the memory.
const LINES_WAITING: usize = 16;

/// How long to wait for the status of a process after the end of its output, and for its last output after
/// its end.
const STATUS: Duration = Duration::from_millis(100);

/// How often to check whether a silent engine still runs. Its output stays open after its end as long as a
/// child process of the engine holds it.
const CHECK_INTERVAL: Duration = Duration::from_secs(1);

/// The time-outs for everything except searches.
#[derive(Clone, Copy, Debug)]
pub struct Timeouts {
    /// From the start to `ugiok`, and for an `isready` after options and a new game.
    pub start: Duration,
    /// For any other `isready` and for a `query`.
    pub answer: Duration,
    /// From `quit` to the end of the process.
    pub quit: Duration,
}

impl Default for Timeouts {
    fn default() -> Timeouts {
        Timeouts {
            start: Duration::from_secs(20),
            answer: Duration::from_secs(10),
            quit: Duration::from_millis(500),
        }
    }
}

/// A wait for an answer. Other lines do not extend it.
#[derive(Clone, Copy, Debug)]
pub struct Wait {
    begun: Instant,
    given: Duration,
}

impl Wait {
    /// A wait that starts now.
    #[must_use]
    pub fn of(given: Duration) -> Wait {
        Wait {
            begun: clock::now(),
            given,
        }
    }
}

/// Lines that could not be read or only in part: `info`, `option`, and `bestmove` with a move to ponder on. The rest
/// does not affect the game and is ignored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnreadableLines {
    /// The number of lines.
    pub count: u64,
    /// The first line.
    pub first: String,
}

/// A running engine.
#[derive(Debug)]
pub struct Engine {
    pub(super) process: EngineProcess,
    from: Receiver<TimedOutput>,
    /// Output that arrived after a deadline and is not processed yet.
    pending: Option<TimedOutput>,
    pub(super) options: EngineOptions,
    pub(super) id_name: Option<String>,
    unreadable: Option<UnreadableLines>,
    /// Of its late move, if there was one.
    pub(crate) late_move: Option<ProcessorWaits>,
    pub(super) timeouts: Timeouts,
    broken: bool,
}

impl Engine {
    /// Starts an engine, performs the handshake, sets the options and chooses `game`.
    ///
    /// # Errors
    /// The engine cannot be started, does not answer in time, or lacks the game, an option or its value.
    pub fn start(
        spec: &EngineSpec,
        game: &str,
        timeouts: Timeouts,
    ) -> Result<Engine, Box<StartFailure>> {
        Engine::start_on(None, spec, game, timeouts)
    }

    /// Starts an engine like [`Engine::start`], bound to `cores`.
    ///
    /// # Errors
    /// As [`Engine::start`], or the system cannot bind it.
    pub fn start_on(
        cores: Option<&Cores>,
        spec: &EngineSpec,
        game: &str,
        timeouts: Timeouts,
    ) -> Result<Engine, Box<StartFailure>> {
        let mut engine = Engine::spawn_on(cores, spec, timeouts).map_err(|error| {
            Box::new(StartFailure {
                error,
                stderr: None,
                traffic: String::new(),
            })
        })?;
        match engine.greet(spec, game) {
            Ok(()) => Ok(engine),
            Err(error) => Err(Box::new(engine.failed_start(error))),
        }
    }

    /// Starts an engine without sending anything.
    ///
    /// # Errors
    /// The engine cannot be started.
    pub fn spawn(spec: &EngineSpec, timeouts: Timeouts) -> Result<Engine, EngineError> {
        Engine::spawn_on(None, spec, timeouts)
    }

    fn spawn_on(
        cores: Option<&Cores>,
        spec: &EngineSpec,
        timeouts: Timeouts,
    ) -> Result<Engine, EngineError> {
        let (to, from) = sync_channel(LINES_WAITING);
        let receive = move |output| to.send(output).is_ok();
        let started = EngineProcess::start(cores, spec, receive);
        let process = started.map_err(|error| EngineError::Start {
            program: spec.program.clone(),
            cause: error.to_string(),
        })?;
        Ok(Engine {
            process,
            from,
            pending: None,
            options: EngineOptions::default(),
            id_name: None,
            unreadable: None,
            late_move: None,
            timeouts,
            broken: false,
        })
    }

    fn failed_start(&self, error: EngineError) -> StartFailure {
        let has_stderr = matches!(error, EngineError::Gone { .. });
        StartFailure {
            error,
            stderr: (!has_stderr).then(|| self.process.last_stderr()).flatten(),
            traffic: self.traffic(),
        }
    }

    fn greet(&mut self, spec: &EngineSpec, game: &str) -> Result<(), EngineError> {
        self.handshake()?;
        self.configure(spec, game)?;
        self.new_game()
    }

    /// The name that the engine reported, if any.
    #[must_use]
    pub fn id_name(&self) -> Option<&str> {
        self.id_name.as_deref()
    }

    /// The id of the process.
    #[must_use]
    pub fn pid(&self) -> u32 {
        self.process.id()
    }

    /// The options of the engine.
    #[must_use]
    pub fn options(&self) -> &[OptionLine] {
        self.options.all()
    }

    /// Announces a new game and waits until the engine is ready.
    ///
    /// # Errors
    /// The engine does not become ready.
    pub fn new_game(&mut self) -> Result<(), EngineError> {
        self.send(&Command::UgiNewGame);
        self.ready_by(Wait::of(self.timeouts.start))
    }

    /// Waits until the engine is ready.
    ///
    /// # Errors
    /// The engine does not become ready.
    pub fn ready(&mut self) -> Result<(), EngineError> {
        self.ready_by(Wait::of(self.timeouts.answer))
    }

    fn ready_by(&mut self, wait: Wait) -> Result<(), EngineError> {
        self.send(&Command::IsReady);
        while self.receive("readyok", wait)?.1 != Reply::ReadyOk {}
        Ok(())
    }

    /// Sends a command. If the engine is gone, the wait for its answer reports it.
    pub fn send(&mut self, command: &Command) {
        self.process.send(command.to_string());
    }

    /// The next reply and its time of arrival. Errors name `awaited`.
    ///
    /// # Errors
    /// There is no reply in time, the engine is gone, or the line is not a reply.
    pub fn receive(&mut self, awaited: &str, wait: Wait) -> Result<(Instant, Reply), EngineError> {
        match self.receive_until(awaited, wait.begun + wait.given)? {
            Some(reply) => Ok(reply),
            None => Err(self.silent(awaited, wait.given)),
        }
    }

    /// The next reply and its time of arrival; `None` at the deadline. A later reply stays in the queue.
    ///
    /// # Errors
    /// The engine is gone, or the line is not a reply.
    pub fn receive_until(
        &mut self,
        awaited: &str,
        deadline: Instant,
    ) -> Result<Option<(Instant, Reply)>, EngineError> {
        loop {
            let Some(output) = self.next_output(awaited, deadline)? else {
                return Ok(None);
            };
            let line = match output.what {
                EngineOutput::Line(line) => line,
                EngineOutput::TooLong => {
                    return Err(self.broken_by(EngineError::LongLine {
                        awaited: awaited.to_owned(),
                    }));
                }
                EngineOutput::End => return Err(self.gone(awaited)),
            };
            self.process.log(LogSource::Received, &line);
            match grammar::reply(&line) {
                Ok(reply) => {
                    let is_unknown_option = matches!(
                        &reply,
                        Reply::Option(OptionLine {
                            kind: OptionKind::Unknown(_),
                            ..
                        })
                    );
                    if is_unknown_option || grammar::has_ponder_move(&line) {
                        self.note_unreadable(line);
                    }
                    return Ok(Some((output.at, reply)));
                }
                Err(error) if error.is_cosmetic() => self.note_unreadable(line),
                Err(error) => return Err(self.broken_by(EngineError::BadLine(error))),
            }
        }
    }

    /// The next output before the deadline.
    fn next_output(
        &mut self,
        awaited: &str,
        deadline: Instant,
    ) -> Result<Option<TimedOutput>, EngineError> {
        let output = loop {
            let left = deadline.saturating_duration_since(clock::now());
            let pending = self.pending.take().map(Ok);
            match pending.unwrap_or_else(|| self.from.recv_timeout(left.min(CHECK_INTERVAL))) {
                Ok(output) => break output,
                Err(RecvTimeoutError::Timeout) if self.process.has_ended() => {
                    match self.from.recv_timeout(STATUS) {
                        Ok(output) => break output,
                        Err(_) => return Err(self.gone(awaited)),
                    }
                }
                Err(RecvTimeoutError::Timeout) if clock::now() < deadline => {}
                Err(RecvTimeoutError::Timeout) => return Ok(None),
                Err(RecvTimeoutError::Disconnected) => return Err(self.gone(awaited)),
            }
        };
        // A flood of lines does not extend the deadline.
        if output.at > deadline {
            self.pending = Some(output);
            return Ok(None);
        }
        Ok(Some(output))
    }

    fn note_unreadable(&mut self, line: String) {
        let first = || UnreadableLines {
            count: 0,
            first: line,
        };
        self.unreadable.get_or_insert_with(first).count += 1;
    }

    /// The unreadable lines since the last call, if there were any.
    pub fn take_unreadable(&mut self) -> Option<UnreadableLines> {
        self.unreadable.take()
    }

    /// Gives up waiting: the error after this time without an answer.
    pub(crate) fn silent(&mut self, awaited: &str, given: Duration) -> EngineError {
        self.broken_by(EngineError::Silent {
            awaited: awaited.to_owned(),
            millis: (given.as_micros() + 500) / 1000,
        })
    }

    /// Marks the engine as broken and logs the error.
    pub(super) fn broken_by(&mut self, error: EngineError) -> EngineError {
        self.broken = true;
        self.process.log(LogSource::Remark, &error.to_string());
        error
    }

    /// Sends a query and returns the answer.
    ///
    /// # Errors
    /// There is no answer.
    pub fn query(&mut self, query: Query) -> Result<String, EngineError> {
        let wait = Wait::of(self.timeouts.answer);
        self.send(&Command::Query(query));
        loop {
            if let Reply::Response(answer) = self.receive("response", wait)?.1 {
                return Ok(answer);
            }
        }
    }

    /// Whether the engine has failed and cannot be used any more.
    #[must_use]
    pub fn is_broken(&self) -> bool {
        self.broken
    }

    /// The last lines of the conversation and of stderr, oldest first, with the seconds since the start.
    #[must_use]
    pub fn traffic(&self) -> String {
        self.process.traffic()
    }

    fn gone(&mut self, awaited: &str) -> EngineError {
        // The process usually ends just after its output.
        let status = self.process.wait_until(clock::now() + STATUS);
        let awaited = awaited.to_owned();
        let stderr = self.process.last_stderr();
        self.broken_by(EngineError::Gone {
            awaited,
            status,
            stderr,
        })
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        if !self.broken {
            self.send(&Command::Quit);
            self.process.close(self.timeouts.quit);
        }
    }
}

//! One engine as a child process, and the conversation with it.
//!
//! | file | what it holds |
//! |---|---|
//! | [`spec`] | an engine as the command line describes it |
//! | [`children`] | all processes that run, so that none is left behind |
//! | `exchange` | the handshake and single lines, for those who check an engine step by step |
//! | [`process`] | a program that speaks in lines |
//! | [`traffic`] | the conversation, for the log |
//! | [`settings`] | options checked against the handshake |
//! | [`error`] | errors of engines |
//!
//! Every wait for an answer has a deadline. Dropping the engine ends its process and reaps it.

pub mod children;
pub mod error;
mod exchange;
pub mod process;
pub mod settings;
pub mod spec;
pub mod traffic;

use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::time::{Duration, Instant};

use crate::ugi::command::{Command, Query};
use crate::ugi::grammar;
use crate::ugi::reply::{OptionKind, OptionLine, Reply};

pub use error::{EngineError, StartFailure};

use process::{EngineOutput, EngineProcess, TimedOutput};
use settings::EngineOptions;
use spec::EngineSpec;
use traffic::LogSource;

/// Lines that may wait to be looked at before the child has to wait: with the longest line they
/// bound what a flood costs.
const LINES_WAITING: usize = 16;

/// How long the status of a process may take after the end of its output, and its last words after its
/// own end.
const STATUS: Duration = Duration::from_millis(100);

/// How often a silent engine is looked at: its output stays open after its end as long as something it
/// has started holds it.
const LOOK: Duration = Duration::from_secs(1);

/// How long engines may take for everything except searches.
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

/// How long an answer is waited for, whatever else comes before it.
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
            begun: Instant::now(),
            given,
        }
    }
}

/// `info` and `option` lines that could not be read. They decide nothing and are ignored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnreadableLines {
    /// How many there were.
    pub count: u64,
    /// The first one.
    pub first: String,
}

/// A running engine.
#[derive(Debug)]
pub struct Engine {
    process: EngineProcess,
    from: Receiver<TimedOutput>,
    /// Came after a deadline and was not looked at yet.
    pending: Option<TimedOutput>,
    options: EngineOptions,
    id_name: Option<String>,
    unreadable: Option<UnreadableLines>,
    timeouts: Timeouts,
    broken: bool,
}

impl Engine {
    /// Starts an engine, shakes hands, sets its options and chooses `game`.
    ///
    /// # Errors
    /// It cannot be started, does not answer in time, or lacks an option, its value or the game.
    pub fn start(
        spec: &EngineSpec,
        game: &str,
        timeouts: Timeouts,
    ) -> Result<Engine, Box<StartFailure>> {
        let mut engine = Engine::spawn(spec, timeouts).map_err(|error| {
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

    /// Starts an engine and sends nothing.
    ///
    /// # Errors
    /// It cannot be started.
    pub fn spawn(spec: &EngineSpec, timeouts: Timeouts) -> Result<Engine, EngineError> {
        let (to, from) = sync_channel(LINES_WAITING);
        let hear = move |output| to.send(output).is_ok();
        let started = EngineProcess::start(&spec.path(), &spec.arguments, hear);
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
            timeouts,
            broken: false,
        })
    }

    fn failed_start(&self, error: EngineError) -> StartFailure {
        let told = matches!(error, EngineError::Gone { .. });
        StartFailure {
            error,
            stderr: (!told).then(|| self.process.last_stderr()).flatten(),
            traffic: self.traffic(),
        }
    }

    fn greet(&mut self, spec: &EngineSpec, game: &str) -> Result<(), EngineError> {
        self.handshake()?;
        self.configure(spec, game)?;
        self.new_game()
    }

    /// The name it gave, if it gave one.
    #[must_use]
    pub fn id_name(&self) -> Option<&str> {
        self.id_name.as_deref()
    }

    /// The id of its process.
    #[must_use]
    pub fn process(&self) -> u32 {
        self.process.id()
    }

    /// The options it has.
    #[must_use]
    pub fn options(&self) -> &[OptionLine] {
        self.options.all()
    }

    /// Announces another game, and waits until the engine is ready.
    ///
    /// # Errors
    /// It does not get ready.
    pub fn new_game(&mut self) -> Result<(), EngineError> {
        self.send(&Command::UgiNewGame);
        self.ready_by(Wait::of(self.timeouts.start))
    }

    /// Waits until it is ready.
    ///
    /// # Errors
    /// It does not get ready.
    pub fn ready(&mut self) -> Result<(), EngineError> {
        self.ready_by(Wait::of(self.timeouts.answer))
    }

    fn ready_by(&mut self, wait: Wait) -> Result<(), EngineError> {
        self.send(&Command::IsReady);
        while self.hear("readyok", wait)?.1 != Reply::ReadyOk {}
        Ok(())
    }

    /// Sends a command. That the engine is gone shows when its answer is awaited.
    pub fn send(&mut self, command: &Command) {
        self.process.send(command.to_string());
    }

    /// The next reply and when it came; `awaited` is named in errors.
    ///
    /// # Errors
    /// Nothing came in time, the engine is gone, or the line is no reply.
    pub fn hear(&mut self, awaited: &str, wait: Wait) -> Result<(Instant, Reply), EngineError> {
        match self.listen(awaited, wait.begun + wait.given)? {
            Some(news) => Ok(news),
            None => Err(self.silent(awaited, wait.given)),
        }
    }

    /// The next reply and when it came; `None` when it did not come until the deadline. What comes
    /// later stays to be heard.
    ///
    /// # Errors
    /// The engine is gone, or the line is no reply.
    pub fn listen(
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
                    if let Reply::Option(OptionLine {
                        kind: OptionKind::Unknown(_),
                        ..
                    }) = &reply
                    {
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
            let left = deadline.saturating_duration_since(Instant::now());
            let pending = self.pending.take().map(Ok);
            match pending.unwrap_or_else(|| self.from.recv_timeout(left.min(LOOK))) {
                Ok(output) => break output,
                Err(RecvTimeoutError::Timeout) if self.process.has_ended() => {
                    match self.from.recv_timeout(STATUS) {
                        Ok(output) => break output,
                        Err(_) => return Err(self.gone(awaited)),
                    }
                }
                Err(RecvTimeoutError::Timeout) if Instant::now() < deadline => {}
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

    /// Stops waiting after this time.
    pub(super) fn silent(&mut self, awaited: &str, given: Duration) -> EngineError {
        self.broken_by(EngineError::Silent {
            awaited: awaited.to_owned(),
            millis: (given.as_micros() + 500) / 1000,
        })
    }

    /// Marks the engine as failed.
    fn broken_by(&mut self, error: EngineError) -> EngineError {
        self.broken = true;
        self.process.log(LogSource::Remark, &error.to_string());
        error
    }

    /// Asks a question and gives the answer.
    ///
    /// # Errors
    /// No answer.
    pub fn query(&mut self, query: Query) -> Result<String, EngineError> {
        let wait = Wait::of(self.timeouts.answer);
        self.send(&Command::Query(query));
        loop {
            if let Reply::Response(answer) = self.hear("response", wait)?.1 {
                return Ok(answer);
            }
        }
    }

    /// Whether the engine has failed; it answers nothing more.
    #[must_use]
    pub fn is_broken(&self) -> bool {
        self.broken
    }

    /// The last lines both ways and of stderr, oldest first, with the seconds since the start.
    #[must_use]
    pub fn traffic(&self) -> String {
        self.process.traffic()
    }

    fn gone(&mut self, awaited: &str) -> EngineError {
        // The process usually ends just after its output; give it the moment.
        let status = self.process.wait_until(Instant::now() + STATUS);
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

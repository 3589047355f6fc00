//! One engine as a child process.
//!
//! A thread reads its output through one buffered reader and stamps each line with the time it came;
//! another writes, so that a child that does not read cannot hold us up. Whoever waits for an answer
//! waits until a deadline. Dropping the engine ends its process and reaps it.

pub mod children;
pub mod pace;
pub mod spec;

use std::collections::VecDeque;
use std::fmt;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, Command as Process, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use crate::ugi::command::{Command, Query};
use crate::ugi::grammar::{self, ReplyError};
use crate::ugi::reply::{OptionKind, OptionLine, Reply};

use crate::arena::engine::spec::EngineSpec;

/// The longest line an engine may write, in bytes.
pub const LONGEST_LINE: usize = 1 << 20;

/// Lines that may wait to be looked at before the child has to wait.
const LINES_WAITING: usize = 256;

/// Lines of traffic kept for the log.
const LINES_KEPT: usize = 400;

/// How long engines may take for what is not thinking.
#[derive(Clone, Copy, Debug)]
pub struct Patience {
    /// From the start to `ugiok`, and for an `isready` after options and a new game.
    pub start: Duration,
    /// For any other `isready` and for a `query`.
    pub answer: Duration,
    /// From `quit` to the end of the process.
    pub quit: Duration,
}

impl Default for Patience {
    fn default() -> Patience {
        Patience {
            start: Duration::from_secs(20),
            answer: Duration::from_secs(10),
            quit: Duration::from_millis(500),
        }
    }
}

/// What an engine did instead of answering.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EngineError {
    /// It could not be started.
    Start {
        /// The program.
        program: String,
        /// What the system says.
        cause: String,
    },
    /// It has closed its output, or the process is gone.
    Gone {
        /// What was awaited.
        awaited: String,
        /// How the process ended, where that is known.
        status: Option<String>,
    },
    /// No answer in time.
    Silent {
        /// What was awaited.
        awaited: String,
        /// The time given, in milliseconds.
        millis: u128,
    },
    /// A line of more than [`LONGEST_LINE`] bytes.
    LongLine {
        /// What was awaited.
        awaited: String,
    },
    /// A line that begins like a reply and is none.
    BadLine(ReplyError),
    /// An option it does not have.
    NoOption {
        /// The name of the option.
        name: String,
        /// The options it has.
        has: String,
    },
    /// It does not play the game.
    NoGame {
        /// The id of the game.
        game: String,
    },
}

impl fmt::Display for EngineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EngineError::Start { program, cause } => write!(f, "cannot start '{program}': {cause}"),
            EngineError::Gone {
                awaited,
                status: Some(status),
            } => write!(f, "ended ({status}) while {awaited} was expected"),
            EngineError::Gone { awaited, .. } => {
                write!(f, "closed its output while {awaited} was expected")
            }
            EngineError::Silent { awaited, millis } => {
                write!(f, "no {awaited} for {millis} ms")
            }
            EngineError::LongLine { awaited } => write!(
                f,
                "a line of more than {LONGEST_LINE} bytes while {awaited} was expected"
            ),
            EngineError::BadLine(error) => error.fmt(f),
            EngineError::NoOption { name, has } => {
                write!(f, "option '{name}': expected one of {has}")
            }
            EngineError::NoGame { game } => write!(f, "does not play '{game}'"),
        }
    }
}

impl std::error::Error for EngineError {}

/// An engine that could not be made ready.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StartFailure {
    /// What went wrong.
    pub error: EngineError,
    /// What was said until then.
    pub traffic: String,
}

/// A line and when it came.
#[derive(Debug)]
struct Arrival {
    at: Instant,
    what: Heard,
}

#[derive(Debug)]
enum Heard {
    Line(String),
    TooLong,
    End,
}

/// A running engine.
#[derive(Debug)]
pub struct Engine {
    child: Child,
    to: Option<Sender<String>>,
    from: Receiver<Arrival>,
    /// Came after a deadline and was not looked at yet.
    pending: Option<Arrival>,
    options: Vec<OptionLine>,
    id_name: Option<String>,
    patience: Patience,
    started: Instant,
    traffic: VecDeque<String>,
    broken: bool,
}

impl Engine {
    /// Starts an engine, shakes hands, sets its options and chooses `game`.
    ///
    /// # Errors
    /// It cannot be started, does not answer in time, or lacks an option or the game.
    pub fn start(
        spec: &EngineSpec,
        game: &str,
        patience: Patience,
    ) -> Result<Engine, StartFailure> {
        let mut engine = Engine::spawn(spec, patience).map_err(|error| StartFailure {
            error,
            traffic: String::new(),
        })?;
        match engine.greet(spec, game) {
            Ok(()) => Ok(engine),
            Err(error) => Err(StartFailure {
                error,
                traffic: engine.traffic(),
            }),
        }
    }

    fn spawn(spec: &EngineSpec, patience: Patience) -> Result<Engine, EngineError> {
        let fail = |cause: String| EngineError::Start {
            program: spec.program.clone(),
            cause,
        };
        let mut process = Process::new(spec.path());
        process
            .args(&spec.arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null());
        let mut child = children::spawn(&mut process).map_err(|error| fail(error.to_string()))?;
        let (Some(stdin), Some(stdout)) = (child.stdin.take(), child.stdout.take()) else {
            children::end(&mut child);
            return Err(fail("no pipes".to_owned()));
        };
        let (to, lines) = channel::<String>();
        let (arrivals, from) = sync_channel(LINES_WAITING);
        thread::spawn(move || write_lines(stdin, &lines));
        thread::spawn(move || read_lines(stdout, &arrivals));
        Ok(Engine {
            child,
            to: Some(to),
            from,
            pending: None,
            options: Vec::new(),
            id_name: None,
            patience,
            started: Instant::now(),
            traffic: VecDeque::new(),
            broken: false,
        })
    }

    fn greet(&mut self, spec: &EngineSpec, game: &str) -> Result<(), EngineError> {
        self.send(&Command::Ugi);
        let deadline = Instant::now() + self.patience.start;
        loop {
            match self.hear("ugiok", deadline)?.1 {
                Reply::UgiOk => break,
                Reply::Option(option) => self.options.push(option),
                Reply::IdName(name) => self.id_name = Some(name),
                _ => {}
            }
        }
        self.choose(game)?;
        for (name, value) in &spec.options {
            let Some(option) = self.option(name) else {
                let has: Vec<&str> = self.options.iter().map(|o| o.name.as_str()).collect();
                return Err(EngineError::NoOption {
                    name: name.clone(),
                    has: has.join(", "),
                });
            };
            let name = option.name.clone();
            let value = (option.kind != OptionKind::Button).then(|| value.clone());
            self.send(&Command::SetOption { name, value });
        }
        self.new_game()
    }

    /// Selects the game, where the engine has more than one.
    fn choose(&mut self, game: &str) -> Result<(), EngineError> {
        let Some(option) = self.option("Game") else {
            return Ok(());
        };
        if let OptionKind::Combo { choices, .. } = &option.kind
            && !choices
                .iter()
                .any(|choice| choice.eq_ignore_ascii_case(game))
        {
            return Err(EngineError::NoGame {
                game: game.to_owned(),
            });
        }
        let name = option.name.clone();
        let value = Some(game.to_owned());
        self.send(&Command::SetOption { name, value });
        Ok(())
    }

    fn option(&self, name: &str) -> Option<&OptionLine> {
        self.options
            .iter()
            .find(|option| option.name.eq_ignore_ascii_case(name))
    }

    /// The name it gave, if it gave one.
    #[must_use]
    pub fn id_name(&self) -> Option<&str> {
        self.id_name.as_deref()
    }

    /// The id of its process.
    #[must_use]
    pub fn process(&self) -> u32 {
        self.child.id()
    }

    /// The options it has.
    #[must_use]
    pub fn options(&self) -> &[OptionLine] {
        &self.options
    }

    /// Tells it that another game begins, and waits until it is ready.
    ///
    /// # Errors
    /// It does not get ready.
    pub fn new_game(&mut self) -> Result<(), EngineError> {
        self.send(&Command::UgiNewGame);
        self.ready_by(Instant::now() + self.patience.start)
    }

    /// Waits until it is ready.
    ///
    /// # Errors
    /// It does not get ready.
    pub fn ready(&mut self) -> Result<(), EngineError> {
        self.ready_by(Instant::now() + self.patience.answer)
    }

    fn ready_by(&mut self, deadline: Instant) -> Result<(), EngineError> {
        self.send(&Command::IsReady);
        while self.hear("readyok", deadline)?.1 != Reply::ReadyOk {}
        Ok(())
    }

    /// Sends a line. That the engine is gone shows when its answer is awaited.
    pub fn send(&mut self, command: &Command) {
        let line = command.to_string();
        self.note('>', &line);
        if let Some(to) = &self.to {
            // The writer is gone when the pipe is closed.
            let _ = to.send(line);
        }
    }

    /// The next reply and when it came; `awaited` is named in errors.
    ///
    /// # Errors
    /// Nothing came until the deadline, the engine is gone, or the line is no reply.
    pub fn hear(
        &mut self,
        awaited: &str,
        deadline: Instant,
    ) -> Result<(Instant, Reply), EngineError> {
        let given = deadline.saturating_duration_since(Instant::now());
        match self.listen(awaited, deadline)? {
            Some(news) => Ok(news),
            None => Err(self.silent(awaited, given)),
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
        let left = deadline.saturating_duration_since(Instant::now());
        let arrival = match self
            .pending
            .take()
            .map_or_else(|| self.from.recv_timeout(left), Ok)
        {
            Ok(arrival) => arrival,
            Err(RecvTimeoutError::Timeout) => return Ok(None),
            Err(RecvTimeoutError::Disconnected) => return Err(self.gone(awaited)),
        };
        // Thus a flood of lines does not get past the deadline either.
        if arrival.at > deadline {
            self.pending = Some(arrival);
            return Ok(None);
        }
        match arrival.what {
            Heard::Line(line) => {
                self.note('<', &line);
                match grammar::reply(&line) {
                    Ok(reply) => Ok(Some((arrival.at, reply))),
                    Err(error) => Err(self.broken_by(EngineError::BadLine(error))),
                }
            }
            Heard::TooLong => Err(self.broken_by(EngineError::LongLine {
                awaited: awaited.to_owned(),
            })),
            Heard::End => Err(self.gone(awaited)),
        }
    }

    /// Gives up waiting after so long.
    pub(super) fn silent(&mut self, awaited: &str, given: Duration) -> EngineError {
        self.broken_by(EngineError::Silent {
            awaited: awaited.to_owned(),
            millis: given.as_millis(),
        })
    }

    /// Remembers that there is nothing more to be had from this engine.
    fn broken_by(&mut self, error: EngineError) -> EngineError {
        self.broken = true;
        self.note('!', &error.to_string());
        error
    }

    /// Asks a question and gives the answer.
    ///
    /// # Errors
    /// No answer.
    pub fn query(&mut self, query: Query) -> Result<String, EngineError> {
        let deadline = Instant::now() + self.patience.answer;
        self.send(&Command::Query(query));
        loop {
            if let Reply::Response(answer) = self.hear("response", deadline)?.1 {
                return Ok(answer);
            }
        }
    }

    /// Whether it has failed and nothing more is to be had from it.
    #[must_use]
    pub fn is_broken(&self) -> bool {
        self.broken
    }

    /// The last lines both ways, oldest first, with the seconds since the start.
    #[must_use]
    pub fn traffic(&self) -> String {
        let mut text = String::new();
        for line in &self.traffic {
            text.push_str(line);
            text.push('\n');
        }
        text
    }

    fn note(&mut self, way: char, line: &str) {
        if self.traffic.len() == LINES_KEPT {
            self.traffic.pop_front();
        }
        let seconds = self.started.elapsed().as_secs_f64();
        log::debug!("{} {way} {line}", self.child.id());
        self.traffic
            .push_back(format!("{seconds:9.3} {way} {line}"));
    }

    fn gone(&mut self, awaited: &str) -> EngineError {
        // The process usually ends just after its output; give it the moment.
        let status = wait_until(&mut self.child, Instant::now() + Duration::from_millis(100));
        let awaited = awaited.to_owned();
        self.broken_by(EngineError::Gone { awaited, status })
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        if !self.broken {
            self.send(&Command::Quit);
            // The writer sends what it still has and closes the pipe.
            self.to = None;
            wait_until(&mut self.child, Instant::now() + self.patience.quit);
        }
        children::end(&mut self.child);
    }
}

/// How the process ended, if it ends in time.
fn wait_until(child: &mut Child, deadline: Instant) -> Option<String> {
    const PAUSE: Duration = Duration::from_millis(2);
    loop {
        match child.try_wait() {
            Ok(Some(status)) => return Some(status.to_string()),
            Ok(None) if Instant::now() < deadline => thread::sleep(PAUSE),
            _ => return None,
        }
    }
}

fn write_lines(mut stdin: impl Write, lines: &Receiver<String>) {
    for mut line in lines {
        line.push('\n');
        if stdin
            .write_all(line.as_bytes())
            .and_then(|()| stdin.flush())
            .is_err()
        {
            return;
        }
    }
}

/// Sends each line until the end, an unbearable line, or until nobody listens.
fn read_lines(stdout: impl Read, arrivals: &SyncSender<Arrival>) {
    let mut reader = BufReader::new(stdout);
    loop {
        let what = read_line(&mut reader).unwrap_or(Heard::End);
        let last = !matches!(what, Heard::Line(_));
        let at = Instant::now();
        if arrivals.send(Arrival { at, what }).is_err() || last {
            return;
        }
    }
}

fn read_line(reader: &mut impl BufRead) -> io::Result<Heard> {
    let mut bytes = Vec::new();
    let limit = LONGEST_LINE as u64 + 1;
    if reader.by_ref().take(limit).read_until(b'\n', &mut bytes)? == 0 {
        return Ok(Heard::End);
    }
    if bytes.len() > LONGEST_LINE {
        return Ok(Heard::TooLong);
    }
    // Half a line may be half a token.
    if bytes.pop() != Some(b'\n') {
        return Ok(Heard::End);
    }
    let line = String::from_utf8_lossy(&bytes);
    Ok(Heard::Line(line.trim_end_matches('\r').to_owned()))
}

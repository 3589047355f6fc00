//! A child process that communicates in lines. One thread reads its output and stamps each line with the
//! time of arrival, another logs its stderr, and a third writes, so that a child that does not read cannot
//! block us. Dropping the process ends and reaps it.
//!
//! The caller passes a function that receives the lines, for example by sending them into a channel.
//! Several processes may share a channel.

use ringstack_engine::clock::{self, Instant};
use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, Command as Program, Stdio};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use super::MAX_LINE;
use super::affinity::Cores;
use super::children;
use super::spec::EngineSpec;
use super::traffic::{LogSource, Traffic};
use ringstack_engine::ugi::serve::start_thread;

/// How long to wait for the end of stderr after the end of a process.
const STDERR_WAIT: Duration = Duration::from_millis(100);

/// An output item of a process and the time when it was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TimedOutput {
    /// When it was read.
    pub at: Instant,
    /// The item.
    pub what: EngineOutput,
}

/// An output item of a process.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EngineOutput {
    /// A line without its line break.
    Line(String),
    /// A line of more than [`MAX_LINE`] bytes; reading stops.
    TooLong,
    /// The end of the output.
    End,
}

/// A running process.
#[derive(Debug)]
pub struct EngineProcess {
    child: Child,
    /// Lines to write; `None` once the input is closed.
    lines: Option<Sender<String>>,
    log: SharedLog,
    /// Signals that stderr has been read to its end.
    stderr_end: Receiver<()>,
}

impl EngineProcess {
    /// Starts the program of an engine, bound to `cores` if there are any. `receive` gets its output line by line on
    /// a separate thread, until it returns `false`, the output ends, or a line is too long.
    ///
    /// # Errors
    /// The error of the operating system.
    pub fn start(
        cores: Option<&Cores>,
        spec: &EngineSpec,
        mut receive: impl FnMut(TimedOutput) -> bool + Send + 'static,
    ) -> io::Result<EngineProcess> {
        let mut command = Program::new(spec.path());
        command
            .args(&spec.arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        if let Some(dir) = &spec.dir {
            command.current_dir(dir);
        }
        let mut child = match cores {
            Some(cores) => cores.hold(|| children::spawn(&mut command))?,
            None => children::spawn(&mut command)?,
        };
        let pipes = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let (Some(stdin), Some(stdout), Some(stderr)) = pipes else {
            children::end(&mut child);
            return Err(io::Error::other("no pipes"));
        };
        let log = SharedLog::new(child.id());
        let (lines, to_write) = channel::<String>();
        let (ending, stderr_end) = channel::<()>();
        let stderr_log = log.clone();
        // From here on, dropping this value ends the process, also if a thread cannot be started.
        let process = EngineProcess {
            child,
            lines: Some(lines),
            log,
            stderr_end,
        };
        let write = move || write_lines(stdin, &to_write);
        let log = move || {
            log_lines(stderr, &stderr_log);
            drop(ending);
        };
        let read = move || read_lines(stdout, &mut receive);
        start_thread("engine input", thread::Builder::new(), write)?;
        start_thread("engine errors", thread::Builder::new(), log)?;
        start_thread("engine output", thread::Builder::new(), read)?;
        Ok(process)
    }

    /// The id of the process.
    #[must_use]
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Sends a line. If the process is gone, the wait for its answer reports it.
    pub fn send(&self, line: String) {
        self.log.add(LogSource::Sent, &line);
        if let Some(lines) = &self.lines {
            // The writer is gone when the pipe is closed.
            let _ = lines.send(line);
        }
    }

    /// Adds a line to the log.
    pub fn log(&self, source: LogSource, line: &str) {
        self.log.add(source, line);
    }

    /// The last lines of the conversation and of stderr, oldest first.
    #[must_use]
    pub fn traffic(&self) -> String {
        self.log.lock().to_string()
    }

    /// The last lines on stderr, joined into one line, if there were any.
    #[must_use]
    pub fn last_stderr(&self) -> Option<String> {
        // Fails if the end was read, or if another process keeps stderr open.
        let _ = self.stderr_end.recv_timeout(STDERR_WAIT);
        self.log.lock().last_stderr()
    }

    /// Whether the process has ended. Its children may still be running.
    pub fn has_ended(&mut self) -> bool {
        self.wait_until(clock::now()).is_some()
    }

    /// Waits for the end of the process. Returns its status, or `None` at the deadline.
    pub fn wait_until(&mut self, deadline: Instant) -> Option<String> {
        const PAUSE: Duration = Duration::from_millis(2);
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => return Some(status.to_string()),
                Ok(None) if clock::now() < deadline => thread::sleep(PAUSE),
                _ => return None,
            }
        }
    }

    /// Closes the input after everything is written, and waits for the process to end by itself.
    pub fn close(&mut self, timeout: Duration) {
        self.lines = None;
        self.wait_until(clock::now() + timeout);
    }
}

impl Drop for EngineProcess {
    fn drop(&mut self) {
        children::end(&mut self.child);
    }
}

/// The log of the conversation, shared by all threads.
#[derive(Clone, Debug)]
struct SharedLog {
    traffic: Arc<Mutex<Traffic>>,
    started: Instant,
    process: u32,
}

impl SharedLog {
    fn new(process: u32) -> SharedLog {
        SharedLog {
            traffic: Arc::default(),
            started: clock::now(),
            process,
        }
    }

    fn lock(&self) -> MutexGuard<'_, Traffic> {
        self.traffic.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn add(&self, source: LogSource, line: &str) {
        log::debug!("{} {} {line}", self.process, source.sign());
        self.lock().add(self.started.elapsed(), source, line);
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

fn read_lines(stdout: impl Read, receive: &mut impl FnMut(TimedOutput) -> bool) {
    let mut reader = BufReader::new(stdout);
    loop {
        let what = read_line(&mut reader).unwrap_or(EngineOutput::End);
        let last = !matches!(what, EngineOutput::Line(_));
        let at = clock::now();
        if !receive(TimedOutput { at, what }) || last {
            return;
        }
    }
}

fn read_line(reader: &mut impl BufRead) -> io::Result<EngineOutput> {
    let mut bytes = Vec::new();
    let limit = MAX_LINE as u64 + 1;
    if reader.by_ref().take(limit).read_until(b'\n', &mut bytes)? == 0 {
        return Ok(EngineOutput::End);
    }
    if bytes.len() > MAX_LINE {
        return Ok(EngineOutput::TooLong);
    }
    // An incomplete line may end with half a token.
    if bytes.pop() != Some(b'\n') {
        return Ok(EngineOutput::End);
    }
    let line = String::from_utf8_lossy(&bytes);
    Ok(EngineOutput::Line(line.trim_end_matches('\r').to_owned()))
}

/// Logs all lines, also an incomplete last one. A very long line is logged as several.
fn log_lines(stderr: impl Read, log: &SharedLog) {
    const MAX_LINE: u64 = 64 << 10;
    let mut reader = BufReader::new(stderr);
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        match reader.by_ref().take(MAX_LINE).read_until(b'\n', &mut bytes) {
            Ok(0) | Err(_) => return,
            Ok(_) => {
                let line = String::from_utf8_lossy(&bytes);
                log.add(LogSource::Stderr, line.trim_end_matches(['\n', '\r']));
            }
        }
    }
}

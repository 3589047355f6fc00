//! Connects a [`Session`] with its input and output. One thread reads lines, one runs tasks, and the
//! calling thread owns the session and writes.

use crate::clock::{self, Instant};
use std::io::{self, BufRead, BufReader, Read, Write};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::thread;
use std::time::Duration;

use crate::search::STACK_SIZE;
use crate::ugi::log_file::LogFile;
use crate::ugi::reply::{ErrorCode, Reply};
use crate::ugi::session::{Input, Output, Session};
use crate::ugi::task::BackgroundTask;

/// The longest line in bytes, without its line feed.
pub const MAX_LINE: usize = 1 << 20;

/// How much of a longer line is kept, in bytes: enough to see what it asks.
const BEGINNING: usize = 64;

/// How often a running task is checked for an output that nothing reads any more.
const CHECK_INTERVAL: Duration = Duration::from_millis(500);

/// What the other threads send to the one that owns the session.
enum Message {
    Line(Vec<u8>, Instant),
    /// The beginning of a line that is too long.
    LongLine(Vec<u8>),
    End,
    Progress(Reply),
    Done(Vec<Reply>),
    /// The thread that runs tasks has ended.
    WorkerLost,
}

/// Holds a conversation until it ends or the output is closed. `is_closed` reports an output that has no reader
/// any more; a task that writes nothing for hours would not notice.
///
/// # Errors
/// The threads cannot be started, the output cannot be written, or a search has failed. A closed output is not
/// an error.
pub fn serve(
    session: Session,
    input: impl Read + Send + 'static,
    output: impl Write,
    is_closed: impl Fn() -> bool,
) -> io::Result<()> {
    let (sender, inbox) = channel();
    let (permit, permits) = sync_channel(1);
    let reader_sender = sender.clone();
    let read = move || read_lines(input, &reader_sender, &permits);
    start_thread("reader", thread::Builder::new(), read)?;
    let mut server = Server {
        session,
        tasks: start_worker(sender)?,
        permit,
        output,
        is_closed,
        log: None,
        reader_waits: true,
    };
    match server.run(&inbox) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => {
            server.session.abandon();
            Ok(())
        }
        result => result,
    }
}

/// Sends one line for each permit, so that fast input does not fill the memory.
fn read_lines(input: impl Read, sender: &Sender<Message>, permits: &Receiver<()>) {
    let mut input = BufReader::new(input);
    while permits.recv().is_ok() {
        // A read error ends the input.
        let message = read_line(&mut input).unwrap_or(Message::End);
        let is_end = matches!(message, Message::End);
        if sender.send(message).is_err() || is_end {
            return;
        }
    }
}

fn read_line(input: &mut impl BufRead) -> io::Result<Message> {
    let mut line = Vec::new();
    let max = MAX_LINE as u64 + 1;
    input.by_ref().take(max).read_until(b'\n', &mut line)?;
    if line.is_empty() {
        return Ok(Message::End);
    }
    if line.last() == Some(&b'\n') {
        line.pop();
    } else if line.len() > MAX_LINE {
        input.skip_until(b'\n')?;
        let begins = line.trim_ascii_start();
        let beginning = begins.get(..BEGINNING).unwrap_or(begins);
        return Ok(Message::LongLine(beginning.to_vec()));
    }
    Ok(Message::Line(line, clock::now()))
}

/// Starts the thread that runs tasks.
fn start_worker(sender: Sender<Message>) -> io::Result<Sender<BackgroundTask>> {
    let (tasks, inbox) = channel::<BackgroundTask>();
    let work = move || {
        let guard = WorkerGuard(sender);
        for task in inbox {
            // Sending fails only while the engine exits.
            let replies = task.run(&|reply| {
                let _ = guard.0.send(Message::Progress(reply));
            });
            let _ = guard.0.send(Message::Done(replies));
        }
    };
    let builder = thread::Builder::new().stack_size(STACK_SIZE);
    start_thread("search", builder, work)?;
    Ok(tasks)
}

/// Starts a thread.
///
/// # Errors
/// The error of the system, with the name of the thread.
pub fn start_thread(
    name: &str,
    builder: thread::Builder,
    work: impl FnOnce() + Send + 'static,
) -> io::Result<()> {
    let started = builder.name(name.to_owned()).spawn(work);
    started.map(drop).map_err(|error| {
        let text = format!("cannot start the thread '{name}': {error}");
        io::Error::new(error.kind(), text)
    })
}

/// Reports that the thread has ended, also if it panics, so that the session does not wait for ever.
struct WorkerGuard(Sender<Message>);

impl Drop for WorkerGuard {
    fn drop(&mut self) {
        // Sending fails only while the engine exits.
        let _ = self.0.send(Message::WorkerLost);
    }
}

struct Server<W, C> {
    session: Session,
    tasks: Sender<BackgroundTask>,
    permit: SyncSender<()>,
    output: W,
    is_closed: C,
    log: Option<LogFile>,
    /// Whether the reader waits for a permit.
    reader_waits: bool,
}

impl<W: Write, C: Fn() -> bool> Server<W, C> {
    fn run(&mut self, inbox: &Receiver<Message>) -> io::Result<()> {
        loop {
            if self.reader_waits && !self.session.is_full() {
                // Fails only after the end of the input.
                let _ = self.permit.send(());
                self.reader_waits = false;
            }
            let message = self.receive(inbox)?;
            let input = match &message {
                Message::Line(line, read) => {
                    self.write_log('>', &String::from_utf8_lossy(line))?;
                    Input::Line(line, *read)
                }
                Message::LongLine(beginning) => Input::LongLine(beginning),
                Message::End => Input::End,
                Message::Progress(reply) => Input::Progress(reply.clone()),
                Message::Done(replies) => Input::Done(replies.clone(), clock::now()),
                Message::WorkerLost => return Err(search_failed()),
            };
            self.reader_waits |= matches!(input, Input::Line(..) | Input::LongLine(_));
            for output in self.session.handle(input) {
                match output {
                    Output::Reply(reply) => self.write(&reply)?,
                    Output::Run(task) => self.tasks.send(task).map_err(|_| search_failed())?,
                    Output::Log(path) => self.open_log(path)?,
                    Output::Exit => return Ok(()),
                }
            }
        }
    }

    /// The next message. Fails with a broken pipe if the output is closed while a task runs.
    fn receive(&self, inbox: &Receiver<Message>) -> io::Result<Message> {
        while self.session.is_running() {
            match inbox.recv_timeout(CHECK_INTERVAL) {
                Ok(message) => return Ok(message),
                Err(RecvTimeoutError::Disconnected) => return Err(search_failed()),
                Err(RecvTimeoutError::Timeout) if (self.is_closed)() => {
                    return Err(io::ErrorKind::BrokenPipe.into());
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
        inbox.recv().map_err(|_| search_failed())
    }

    fn write(&mut self, reply: &Reply) -> io::Result<()> {
        if let Reply::Error(code, text) = reply {
            log::warn!("{code}: {text}");
        }
        let line = reply.to_string();
        self.write_log('<', &line)?;
        // One write, so that a reader never sees half a line.
        self.output.write_all(format!("{line}\n").as_bytes())?;
        self.output.flush()
    }

    fn open_log(&mut self, path: Option<String>) -> io::Result<()> {
        match path.map(LogFile::open).transpose() {
            Ok(log) => self.log = log,
            Err(text) => self.write(&Reply::Error(ErrorCode::BadOption, text))?,
        }
        Ok(())
    }

    /// Writes a line to the log. If that fails, an error line says so and the log ends.
    fn write_log(&mut self, direction: char, line: &str) -> io::Result<()> {
        log::debug!("{direction} {line}");
        let Some(log) = &mut self.log else {
            return Ok(());
        };
        if let Err(text) = log.write(direction, line) {
            self.log = None;
            self.write(&Reply::Error(ErrorCode::BadOption, text))?;
        }
        Ok(())
    }
}

fn search_failed() -> io::Error {
    io::Error::other("the search has failed")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_search_that_panics_is_reported() {
        let (sender, inbox) = channel();
        let tasks = start_worker(sender).expect("a thread");
        let panicking = BackgroundTask::new(|_| panic!("on purpose"));
        tasks.send(panicking).expect("the thread waits for tasks");
        assert!(matches!(inbox.recv(), Ok(Message::WorkerLost)));
    }

    #[test]
    fn a_count_ends_when_the_output_is_closed() {
        let session = Session::new("dvonn").expect("a known game");
        let input = &b"go perft 9\nwait\n"[..];
        let served = serve(session, input, io::sink(), || true);
        assert!(served.is_ok());
    }
}

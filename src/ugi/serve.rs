//! Connects a [`Session`] with the outside: one thread reads lines, one searches, and the calling
//! thread owns the session and is the only writer.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::sync::mpsc::{Receiver, Sender, SyncSender, channel, sync_channel};
use std::thread;
use std::time::Instant;

use crate::search::STACK_SIZE;
use crate::ugi::log_file::LogFile;
use crate::ugi::reply::{ErrorCode, Reply};
use crate::ugi::session::{Input, Output, Session};
use crate::ugi::task::BackgroundTask;

/// The longest line in bytes, without its line feed.
pub const MAX_LINE: usize = 1 << 20;

/// What the other threads send to the one that owns the session.
enum Message {
    Line(Vec<u8>, Instant),
    LongLine,
    End,
    Said(Reply),
    Done(Vec<Reply>),
    /// The thread for the jobs has ended.
    Died,
}

/// Holds a conversation until it ends or nobody listens any more.
///
/// # Errors
/// A writing error other than a closed output, and a search that has failed.
pub fn serve(
    session: Session,
    input: impl Read + Send + 'static,
    output: impl Write,
) -> io::Result<()> {
    let (sender, inbox) = channel();
    let (permit, permits) = sync_channel(1);
    let reader_sender = sender.clone();
    thread::Builder::new()
        .name("reader".to_owned())
        .spawn(move || read_lines(input, &reader_sender, &permits))?;
    let mut server = Server {
        session,
        jobs: start_worker(sender.clone()),
        sender,
        permit,
        output,
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

/// Sends line after line, each when there is a permit for it: so one line at most is kept, however
/// fast they come in.
fn read_lines(input: impl Read, sender: &Sender<Message>, permits: &Receiver<()>) {
    let mut input = BufReader::new(input);
    while permits.recv().is_ok() {
        // A reading error is the end of the input.
        let message = read_line(&mut input).unwrap_or(Message::End);
        let end = matches!(message, Message::End);
        if sender.send(message).is_err() || end {
            return;
        }
    }
}

fn read_line(input: &mut impl BufRead) -> io::Result<Message> {
    let mut line = Vec::new();
    let longest = MAX_LINE as u64 + 1;
    input.by_ref().take(longest).read_until(b'\n', &mut line)?;
    if line.is_empty() {
        return Ok(Message::End);
    }
    if line.last() == Some(&b'\n') {
        line.pop();
    } else if line.len() > MAX_LINE {
        input.skip_until(b'\n')?;
        return Ok(Message::LongLine);
    }
    Ok(Message::Line(line, Instant::now()))
}

/// Starts the thread that does the jobs. Where the system has none, the calling thread does them and hears
/// nothing until each is done.
fn start_worker(sender: Sender<Message>) -> Option<Sender<BackgroundTask>> {
    let (jobs, waiting) = channel();
    let work = move || {
        let alarm = Alarm(sender);
        waiting.iter().for_each(|job| run(job, &alarm.0));
    };
    let started = thread::Builder::new()
        .name("search".to_owned())
        .stack_size(STACK_SIZE)
        .spawn(work);
    started
        .inspect_err(|error| log::warn!("no thread for searches: {error}"))
        .map(|_| jobs)
        .ok()
}

/// Tells that the thread for the jobs has ended, also when it panics: nobody must wait for an answer.
struct Alarm(Sender<Message>);

impl Drop for Alarm {
    fn drop(&mut self) {
        // Nobody receives only when the engine is leaving.
        let _ = self.0.send(Message::Died);
    }
}

/// Does a job and sends what it says.
fn run(job: BackgroundTask, sender: &Sender<Message>) {
    let replies = job.run(&|reply| {
        // As above.
        let _ = sender.send(Message::Said(reply));
    });
    let _ = sender.send(Message::Done(replies));
}

struct Server<W: Write> {
    session: Session,
    /// To the thread that does the jobs, if there is one.
    jobs: Option<Sender<BackgroundTask>>,
    sender: Sender<Message>,
    permit: SyncSender<()>,
    output: W,
    log: Option<LogFile>,
    /// Whether the reader waits for a permit.
    reader_waits: bool,
}

impl<W: Write> Server<W> {
    fn run(&mut self, inbox: &Receiver<Message>) -> io::Result<()> {
        loop {
            if self.reader_waits && !self.session.blocked() {
                // A reader that is gone has sent the end of the input before.
                let _ = self.permit.send(());
                self.reader_waits = false;
            }
            let message = inbox.recv().map_err(|_| died())?;
            let event = match &message {
                Message::Line(line, read) => {
                    self.note('>', &String::from_utf8_lossy(line))?;
                    Input::Line(line, *read)
                }
                Message::LongLine => Input::LongLine,
                Message::End => Input::End,
                Message::Said(reply) => Input::Said(reply.clone()),
                Message::Done(replies) => Input::Done(replies.clone()),
                Message::Died => return Err(died()),
            };
            self.reader_waits |= matches!(event, Input::Line(..) | Input::LongLine);
            for act in self.session.step(event) {
                match act {
                    Output::Say(reply) => self.say(&reply)?,
                    Output::Run(job) => self.start(job)?,
                    Output::Log(path) => self.open_log(path)?,
                    Output::Leave => return Ok(()),
                }
            }
        }
    }

    fn say(&mut self, reply: &Reply) -> io::Result<()> {
        if let Reply::Error(word, text) = reply {
            log::warn!("{word}: {text}");
        }
        let line = reply.to_string();
        self.note('<', &line)?;
        // In one piece: whoever reads the other end never sees half a line.
        self.output.write_all(format!("{line}\n").as_bytes())?;
        self.output.flush()
    }

    fn start(&self, job: BackgroundTask) -> io::Result<()> {
        match &self.jobs {
            Some(jobs) => jobs.send(job).map_err(|_| died()),
            None => {
                run(job, &self.sender);
                Ok(())
            }
        }
    }

    fn open_log(&mut self, path: Option<String>) -> io::Result<()> {
        match path.map(LogFile::open).transpose() {
            Ok(log) => self.log = log,
            Err(text) => self.say(&Reply::Error(ErrorCode::BadOption, text))?,
        }
        Ok(())
    }

    /// Writes a line into the log. A log that cannot be written any more is given up, and that is
    /// said.
    fn note(&mut self, direction: char, line: &str) -> io::Result<()> {
        log::debug!("{direction} {line}");
        let Some(log) = &mut self.log else {
            return Ok(());
        };
        if let Err(text) = log.note(direction, line) {
            self.log = None;
            self.say(&Reply::Error(ErrorCode::BadOption, text))?;
        }
        Ok(())
    }
}

fn died() -> io::Error {
    io::Error::other("the search has failed")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_a_thread_for_it_a_search_is_done_all_the_same() {
        let (sender, inbox) = channel();
        for line in ["go nodes 500", "quit"] {
            let message = Message::Line(line.as_bytes().to_vec(), Instant::now());
            sender.send(message).expect("it is received below");
        }
        let mut server = Server {
            session: Session::new("dvonn").expect("a game of ours"),
            jobs: None,
            sender,
            permit: sync_channel(1).0,
            output: Vec::new(),
            log: None,
            reader_waits: true,
        };
        server.run(&inbox).expect("it ends well");
        let said = String::from_utf8(server.output).expect("ASCII");
        assert!(
            said.contains(" nodes 500 ") && said.contains("\nbestmove "),
            "{said}"
        );
    }

    #[test]
    fn nobody_waits_for_a_search_that_has_failed() {
        let (sender, inbox) = channel();
        let jobs = start_worker(sender).expect("a thread");
        jobs.send(BackgroundTask::new(|_| panic!("on purpose")))
            .expect("it waits");
        assert!(matches!(inbox.recv(), Ok(Message::Died)));
    }
}

//! Connects a [`Session`] with the outside: one thread reads lines, one searches, and the calling
//! thread owns the session and is the only writer.

use std::io::{self, BufRead, BufReader, BufWriter, Read, Write};
use std::ops::ControlFlow::{Break, Continue};
use std::sync::mpsc::{Receiver, Sender, SyncSender, channel, sync_channel};
use std::thread;
use std::time::Instant;

use crate::play::Seat;
use crate::search::room::{self, is_room_for};
use crate::ugi::job::Job;
use crate::ugi::log_file::LogFile;
use crate::ugi::reply::{ErrorWord, Reply};
use crate::ugi::session::{Act, Event, Session};

/// The longest line in bytes, without its line feed.
pub const LONGEST_LINE: usize = 1 << 20;

/// The stack of the searching thread in bytes: enough for the longest line in every build.
const SEARCH_STACK: usize = 16 << 20;

/// The size of the pieces in which a very long line goes out, in bytes.
const LIST_PIECE: usize = 1 << 16;

/// What the other threads send to the one that owns the session.
enum Message {
    Line(Vec<u8>, Instant),
    LongLine,
    End,
    Said(Reply),
    Done(Vec<Reply>),
}

/// Holds a conversation until it ends or nobody listens any more.
///
/// # Errors
/// A writing error other than a closed output.
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
        sender,
        permit,
        output,
        log: None,
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
    let longest = LONGEST_LINE as u64 + 1;
    input.by_ref().take(longest).read_until(b'\n', &mut line)?;
    if line.is_empty() {
        return Ok(Message::End);
    }
    if line.last() == Some(&b'\n') {
        line.pop();
    } else if line.len() > LONGEST_LINE {
        input.skip_until(b'\n')?;
        return Ok(Message::LongLine);
    }
    Ok(Message::Line(line, Instant::now()))
}

struct Server<W: Write> {
    session: Session,
    sender: Sender<Message>,
    permit: SyncSender<()>,
    output: W,
    log: Option<LogFile>,
}

impl<W: Write> Server<W> {
    fn run(&mut self, inbox: &Receiver<Message>) -> io::Result<()> {
        let mut reader_waits = true;
        loop {
            if reader_waits && !self.session.blocked() {
                // A reader that is gone has sent the end of the input before.
                let _ = self.permit.send(());
                reader_waits = false;
            }
            let Ok(message) = inbox.recv() else {
                return Ok(());
            };
            let event = match &message {
                Message::Line(line, read) => {
                    self.note('>', &String::from_utf8_lossy(line))?;
                    Event::Line(line, *read)
                }
                Message::LongLine => Event::LongLine,
                Message::End => Event::End,
                Message::Said(reply) => Event::Said(reply.clone()),
                Message::Done(replies) => Event::Done(replies.clone()),
            };
            reader_waits |= matches!(event, Event::Line(..) | Event::LongLine);
            for act in self.session.step(event) {
                match act {
                    Act::Say(reply) => self.say(&reply)?,
                    Act::Run(job) => self.start(job),
                    Act::ListLegal(seat) => self.list_legal(seat.as_ref())?,
                    Act::Log(path) => self.open_log(path)?,
                    Act::Leave => return Ok(()),
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

    /// Answers with all legal tokens of a position that has too many for one piece of text.
    fn list_legal(&mut self, seat: &dyn Seat) -> io::Result<()> {
        let head = format!("response {}", seat.count_legal());
        self.note('<', &format!("{head} (and the tokens)"))?;
        let mut out = BufWriter::with_capacity(LIST_PIECE, &mut self.output);
        let mut written = out.write_all(head.as_bytes());
        seat.each_legal(&mut |token| {
            written = write!(out, " {token}");
            if written.is_ok() {
                Continue(())
            } else {
                Break(())
            }
        });
        written?;
        out.write_all(b"\n")?;
        out.flush()
    }

    fn start(&self, job: Job) {
        let sender = self.sender.clone();
        let fallback = job.fallback();
        // Small things that a job needs while it runs cannot be refused.
        if !is_room_for(SEARCH_STACK + room::SEARCH) {
            self.refuse(fallback, "no memory for a search");
            return;
        }
        let started = thread::Builder::new()
            .name("search".to_owned())
            .stack_size(SEARCH_STACK)
            .spawn(move || {
                let replies = job.run(&|reply| {
                    // Nobody receives only when the engine is leaving.
                    let _ = sender.send(Message::Said(reply));
                });
                let _ = sender.send(Message::Done(replies));
            });
        if let Err(error) = started {
            self.refuse(fallback, &format!("no thread for a search: {error}"));
        }
    }

    /// Answers for a job that cannot be begun; the cause is said at once.
    fn refuse(&self, answer: Vec<Reply>, cause: &str) {
        let cause = Reply::Error(ErrorWord::NoMemory, cause.to_owned());
        // The receiver is ours.
        let _ = self.sender.send(Message::Said(cause));
        let _ = self.sender.send(Message::Done(answer));
    }

    fn open_log(&mut self, path: Option<String>) -> io::Result<()> {
        match path.map(LogFile::open).transpose() {
            Ok(log) => self.log = log,
            Err(text) => self.say(&Reply::Error(ErrorWord::BadOption, text))?,
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
            self.say(&Reply::Error(ErrorWord::BadOption, text))?;
        }
        Ok(())
    }
}

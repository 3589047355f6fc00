//! Connects a [`Session`] with the outside: one thread reads lines, one searches, and the calling
//! thread owns the session and is the only writer.

use std::io::{self, BufRead, BufReader, BufWriter, Read, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, SyncSender, channel, sync_channel};
use std::thread;
use std::time::Instant;

use crate::play::Seat;
use crate::search::room::{self, is_room_for};
use crate::ugi::command::Command;
use crate::ugi::grammar;
use crate::ugi::job::Job;
use crate::ugi::lengthy::{self, Lengthy, Listed};
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
    /// A lengthy answer has been written.
    Answered,
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
    let (sender, mut inbox) = channel();
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
        reader_waits: true,
    };
    match server.run(&mut inbox) {
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

/// Waits until a lengthy answer has been written. A line that comes in before is given back, but
/// `stop` raises the flag.
fn listen(inbox: &mut Receiver<Message>, stop: &AtomicBool) -> Option<Message> {
    let mut held = None;
    loop {
        match inbox.recv() {
            Ok(Message::Answered) | Err(_) => return held,
            Ok(message) => {
                if let Message::Line(line, _) = &message {
                    let text = std::str::from_utf8(line).map(grammar::command);
                    let says_stop = matches!(text, Ok(Ok(Some(Command::Stop))));
                    // Relaxed: the flag carries no other data.
                    stop.fetch_or(says_stop, Ordering::Relaxed);
                }
                held = Some(message);
            }
        }
    }
}

struct Server<W: Write> {
    session: Session,
    sender: Sender<Message>,
    permit: SyncSender<()>,
    output: W,
    log: Option<LogFile>,
    /// Whether the reader waits for a permit.
    reader_waits: bool,
}

impl<W: Write> Server<W> {
    fn run(&mut self, inbox: &mut Receiver<Message>) -> io::Result<()> {
        let mut held = None;
        loop {
            if self.reader_waits && held.is_none() && !self.session.blocked() {
                self.permit_line();
            }
            let Some(message) = held.take().or_else(|| inbox.recv().ok()) else {
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
                Message::Answered => continue,
            };
            self.reader_waits |= matches!(event, Event::Line(..) | Event::LongLine);
            for act in self.session.step(event) {
                match act {
                    Act::Say(reply) => self.say(&reply)?,
                    Act::Run(job) => self.start(job),
                    Act::Answer(lengthy, seat) => {
                        held = self.answer_until_stopped(lengthy, seat.as_ref(), inbox)?;
                    }
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

    /// Lets the reader read a line.
    fn permit_line(&mut self) {
        // A reader that is gone has sent the end of the input before.
        let _ = self.permit.send(());
        self.reader_waits = false;
    }

    /// Writes a lengthy answer while the next line is read: `stop` ends the answer, anything else is
    /// given back to be handled after it.
    fn answer_until_stopped(
        &mut self,
        lengthy: Lengthy,
        seat: &dyn Seat,
        inbox: &mut Receiver<Message>,
    ) -> io::Result<Option<Message>> {
        let stop = AtomicBool::new(false);
        thread::scope(|scope| {
            let listener = thread::Builder::new()
                .name("listener".to_owned())
                .spawn_scoped(scope, || listen(inbox, &stop));
            let Ok(listener) = listener else {
                // Nobody can say stop then.
                return self.answer(lengthy, seat, &stop).map(|()| None);
            };
            self.permit_line();
            let answered = self.answer(lengthy, seat, &stop);
            // The receiver is ours.
            let _ = self.sender.send(Message::Answered);
            let held = listener.join().unwrap_or(None);
            answered.map(|()| held)
        })
    }

    fn answer(&mut self, lengthy: Lengthy, seat: &dyn Seat, stop: &AtomicBool) -> io::Result<()> {
        match lengthy {
            Lengthy::List => self.list_legal(seat, stop),
            Lengthy::Count => self.say_all(lengthy::count(seat, stop)),
            Lengthy::Drawing => {
                let lines = lengthy::describe(seat);
                self.say_all(lines.into_iter().map(Reply::Plain))?;
                self.say(&Reply::Plain(lengthy::legal_moves(seat, stop)))
            }
        }
    }

    fn say_all(&mut self, replies: impl IntoIterator<Item = Reply>) -> io::Result<()> {
        let mut replies = replies.into_iter();
        replies.try_for_each(|reply| self.say(&reply))
    }

    /// Answers with all legal tokens of a position that has too many for one piece of text.
    fn list_legal(&mut self, seat: &dyn Seat, stop: &AtomicBool) -> io::Result<()> {
        let Some(count) = seat.count_legal_until(stop) else {
            return self.say_all(lengthy::not_counted());
        };
        let head = format!("response {count}");
        self.note('<', &format!("{head} (and the tokens)"))?;
        let mut out = BufWriter::with_capacity(LIST_PIECE, &mut self.output);
        out.write_all(head.as_bytes())?;
        let listed = lengthy::list(seat, stop, &mut out)?;
        out.write_all(b"\n")?;
        out.flush()?;
        drop(out);
        match listed {
            Listed::All => Ok(()),
            Listed::Stopped(tokens) => {
                let text = format!("the list was stopped after {tokens} tokens");
                self.say(&Reply::Text(text))
            }
        }
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

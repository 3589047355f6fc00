//! The engine as a process whose every line is awaited: who sends says what has to come back, and
//! it has to come in that order. Only the answer to a search may come earlier.

use std::collections::VecDeque;
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{self, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread::{JoinHandle, spawn};
use std::time::{Duration, Instant};

/// Longer than any answer takes.
const PATIENCE: Duration = Duration::from_secs(60);

/// Lines of traffic that a failure shows.
const LINES_KEPT: usize = 60;

/// What has to come back.
#[derive(Clone, Debug, PartialEq)]
pub enum Awaited {
    /// `readyok`.
    Ready,
    /// An error of any kind.
    Error,
    /// This answer to a query.
    Response(String),
    /// This answer to a query, or an error because a search is running.
    ResponseUnlessBusy(String),
    /// The answer to the running search must have come before anything else comes.
    BestMove,
}

/// The answer to a search.
#[derive(Debug)]
pub struct Answer {
    /// The token.
    pub token: String,
    /// The time since `go` was sent.
    pub took: Duration,
    /// The time since `stop` was sent, if it was sent before the answer came.
    pub after_stop: Option<Duration>,
}

/// A running engine.
pub struct Child {
    process: process::Child,
    input: Option<ChildStdin>,
    output: Receiver<(Instant, String)>,
    errors: JoinHandle<String>,
    awaited: VecDeque<Awaited>,
    /// When the running search was begun.
    begun: Option<Instant>,
    stopped: Option<Instant>,
    answer: Option<Answer>,
    traffic: VecDeque<String>,
}

impl Child {
    pub fn start() -> Child {
        let mut process = Command::new(env!("CARGO_BIN_EXE_ringstack"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the binary starts");
        let lines = BufReader::new(process.stdout.take().expect("piped")).lines();
        let mut errors = process.stderr.take().expect("piped");
        let (sender, output) = channel();
        spawn(move || {
            for line in lines.map_while(Result::ok) {
                if sender.send((Instant::now(), line)).is_err() {
                    return;
                }
            }
        });
        let errors = spawn(move || {
            let mut text = String::new();
            let _ = errors.read_to_string(&mut text);
            text
        });
        Child {
            input: process.stdin.take(),
            process,
            output,
            errors,
            awaited: VecDeque::new(),
            begun: None,
            stopped: None,
            answer: None,
            traffic: VecDeque::new(),
        }
    }

    /// Sends a line, after which this has to come back.
    pub fn send(&mut self, line: impl AsRef<[u8]>, awaited: Option<Awaited>) {
        let line = line.as_ref();
        let shown = &line[..line.len().min(400)];
        self.note('>', &shown.escape_ascii().to_string());
        self.awaited.extend(awaited);
        let input = self.input.as_mut().expect("open until the end");
        let sent = input.write_all(&[line, b"\n"].concat());
        assert!(sent.is_ok(), "the engine is gone\n{}", self.traffic());
    }

    /// Begins a search.
    pub fn go(&mut self, line: &str) {
        assert!(self.begun.is_none() && self.answer.is_none());
        self.stopped = None;
        self.begun = Some(Instant::now());
        self.send(line, None);
    }

    /// Whether no answer to the search has been seen so far.
    pub fn is_searching(&mut self) -> bool {
        while let Ok((at, line)) = self.output.try_recv() {
            self.take(at, &line);
        }
        self.begun.is_some()
    }

    /// Ends the search.
    pub fn stop(&mut self) {
        let awaited = self.is_searching().then_some(Awaited::BestMove);
        self.stopped = Some(Instant::now());
        self.send("stop", awaited);
    }

    /// Waits for the answer to the search and for everything else that has to come.
    pub fn answer(&mut self) -> Answer {
        self.settle();
        self.answer.take().expect("a search was begun")
    }

    /// Waits for everything that has to come.
    pub fn settle(&mut self) {
        while self.begun.is_some() || !self.awaited.is_empty() {
            match self.output.recv_timeout(PATIENCE) {
                Ok((at, line)) => self.take(at, &line),
                Err(error) => {
                    let _ = self.process.kill();
                    panic!("{error}, awaited {:?}\n{}", self.awaited, self.traffic());
                }
            }
        }
    }

    fn take(&mut self, at: Instant, line: &str) {
        self.note('<', &line[..line.len().min(400)]);
        if let Some(token) = line.strip_prefix("bestmove ") {
            self.take_answer(at, token);
            return;
        }
        let is_error = line.starts_with("info string error ");
        if line.starts_with("info depth ") && self.begun.is_some() {
            return;
        }
        let good = match self.awaited.pop_front() {
            Some(Awaited::Ready) => line == "readyok",
            Some(Awaited::Error) => is_error,
            Some(Awaited::Response(answer)) => line.strip_prefix("response ") == Some(&answer),
            Some(Awaited::ResponseUnlessBusy(answer)) => {
                let busy = line.starts_with("info string error busy: ") && self.begun.is_some();
                busy || line.strip_prefix("response ") == Some(&answer)
            }
            Some(Awaited::BestMove) | None => false,
        };
        assert!(good, "'{line}' was not awaited\n{}", self.traffic());
    }

    fn take_answer(&mut self, at: Instant, token: &str) {
        let Some(begun) = self.begun.take() else {
            panic!("nobody asked for a move\n{}", self.traffic());
        };
        self.awaited.retain(|awaited| *awaited != Awaited::BestMove);
        self.answer = Some(Answer {
            token: token.to_owned(),
            took: at.saturating_duration_since(begun),
            after_stop: self.stopped.map(|stop| at.saturating_duration_since(stop)),
        });
    }

    fn note(&mut self, way: char, line: &str) {
        if self.traffic.len() == LINES_KEPT {
            self.traffic.pop_front();
        }
        self.traffic.push_back(format!("{way} {line}\n"));
    }

    /// The last lines both ways.
    pub fn traffic(&self) -> String {
        self.traffic.iter().map(String::as_str).collect()
    }

    /// The memory it has in KiB, where the system tells.
    pub fn memory(&self) -> Option<u64> {
        let path = format!("/proc/{}/status", self.process.id());
        let status = fs::read_to_string(path).ok()?;
        let line = status.lines().find(|line| line.starts_with("VmRSS:"))?;
        line.split_ascii_whitespace().nth(1)?.parse().ok()
    }

    /// Ends it, which must go quietly.
    pub fn quit(mut self) {
        self.send("quit", None);
        self.input = None;
        let status = self.process.wait().expect("it was started");
        assert!(status.success(), "{status}\n{}", self.traffic());
        for (at, line) in self.output.iter().collect::<Vec<_>>() {
            self.take(at, &line);
        }
        let errors = self.errors.join().expect("nobody panics there");
        assert_eq!(errors, "");
    }
}

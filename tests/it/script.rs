//! Scripts of sent and expected lines. They run against an engine in this process, through the same reader
//! and writer that serve standard input and output.

use std::io::{self, Read, Write};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{JoinHandle, spawn};
use std::time::{Duration, Instant};

use ringstack_engine::ugi::serve::serve;
use ringstack_engine::ugi::session::Session;

/// Longer than any answer takes.
const MAX_WAIT: Duration = Duration::from_secs(120);

/// A line of a script.
#[derive(Debug, PartialEq)]
pub enum ScriptStep {
    /// `> text`: sent, with `\t \r \0 \\` and `\xHH` replaced.
    Send(Vec<u8>),
    /// `< pattern`: an expected line; `*` matches any text.
    Expect(String),
    /// `< ...`: any number of lines.
    Skip,
}

/// Parses a script; all other lines are comments.
pub fn parse(text: &str) -> Vec<ScriptStep> {
    let steps = text.lines().filter_map(|line| match line {
        ">" => Some(ScriptStep::Send(Vec::new())),
        "< ..." => Some(ScriptStep::Skip),
        _ => {
            let sent = line
                .strip_prefix("> ")
                .map(|sent| ScriptStep::Send(unescape(sent)));
            sent.or_else(|| {
                let pattern = line.strip_prefix("< ")?;
                Some(ScriptStep::Expect(pattern.to_owned()))
            })
        }
    });
    steps.collect()
}

fn unescape(text: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        bytes.push(match byte {
            b'\\' => match rest.next().expect("a character after the backslash") {
                b't' => b'\t',
                b'r' => b'\r',
                b'0' => 0,
                b'x' => {
                    let digits = [
                        rest.next().expect("one more"),
                        rest.next().expect("one more"),
                    ];
                    u8::from_str_radix(std::str::from_utf8(&digits).expect("digits"), 16)
                        .expect("two hexadecimal digits")
                }
                other => other,
            },
            other => other,
        });
    }
    bytes
}

/// Runs the script against a new engine whose game is `game`.
///
/// # Errors
/// If the engine wrote something else.
pub fn run(game: &str, steps: &[ScriptStep]) -> Result<(), String> {
    let mut engine = ThreadEngine::new(game);
    let mut skipping = false;
    let mut received: Vec<String> = Vec::new();
    let begun = Instant::now();
    for step in steps {
        match step {
            ScriptStep::Send(line) => engine.send(line),
            ScriptStep::Skip => skipping = true,
            ScriptStep::Expect(pattern) => loop {
                let Some(line) = engine.next_line().filter(|_| begun.elapsed() < MAX_WAIT) else {
                    return Err(format!("expected '{pattern}' after {received:#?}"));
                };
                // A refused `go` has an error line instead.
                let refused = received
                    .last()
                    .is_some_and(|last| last.starts_with("info string error "));
                let is_refusal = line == "bestmove 0000" && refused;
                if line.starts_with("bestmove ") && !is_refusal && !has_search_statistics(&received)
                {
                    return Err(format!(
                        "no search statistics before '{line}' in {received:#?}"
                    ));
                }
                let as_expected = matches(pattern, &line);
                received.push(line.clone());
                if as_expected {
                    skipping = false;
                    break;
                }
                if !skipping {
                    return Err(format!(
                        "expected '{pattern}', got '{line}' after {received:#?}"
                    ));
                }
            },
        }
    }
    let rest = engine.end();
    match rest.first() {
        Some(line) if !skipping => Err(format!("did not expect '{line}' after {received:#?}")),
        _ => Ok(()),
    }
}

/// Whether the last info line of a search has the numbers that match runners need.
fn has_search_statistics(received: &[String]) -> bool {
    let last = received
        .iter()
        .rfind(|line| line.starts_with("info depth "));
    last.is_some_and(|line| {
        let keys = [" nodes ", " time ", " nps "];
        keys.iter().all(|key| line.contains(key))
    })
}

/// Whether a line announces a search parameter: their names have no lower-case letters.
fn is_search_parameter(line: &str) -> bool {
    let name = line.strip_prefix("option name ");
    name.and_then(|rest| rest.split(' ').next())
        .is_some_and(|name| !name.bytes().any(|byte| byte.is_ascii_lowercase()))
}

/// Whether `line` matches `pattern`, in which `*` matches any text.
fn matches(pattern: &str, line: &str) -> bool {
    let Some((head, tail)) = pattern.split_once('*') else {
        return pattern == line;
    };
    let Some(mut rest) = line.strip_prefix(head) else {
        return false;
    };
    loop {
        if matches(tail, rest) {
            return true;
        }
        let mut letters = rest.chars();
        if letters.next().is_none() {
            return false;
        }
        rest = letters.as_str();
    }
}

/// An engine in a thread of this process.
pub struct ThreadEngine {
    input: Option<Sender<Vec<u8>>>,
    output: Receiver<String>,
    server: Option<JoinHandle<io::Result<()>>>,
}

impl ThreadEngine {
    /// An engine whose game is `game`.
    pub fn new(game: &str) -> ThreadEngine {
        let session = Session::new(game).expect("the game is known");
        let (input, reader) = channel();
        let (writer, output) = channel();
        let server = spawn(move || {
            let input = Pipe {
                reader,
                rest: Vec::new(),
            };
            let output = Lines {
                writer,
                line: Vec::new(),
            };
            serve(session, input, output, || false)
        });
        ThreadEngine {
            input: Some(input),
            output,
            server: Some(server),
        }
    }

    /// Sends a line.
    pub fn send(&mut self, line: &[u8]) {
        self.send_raw(&[line, b"\n"].concat());
    }

    /// Sends bytes without adding a line end.
    pub fn send_raw(&mut self, bytes: &[u8]) {
        // An engine that has quit no longer reads.
        let _ = self.input.as_ref().map(|input| input.send(bytes.to_vec()));
    }

    /// The next line, or `None` if the engine has quit or writes nothing for a long time. The search parameters,
    /// options of the feature `tune`, are left out.
    pub fn next_line(&mut self) -> Option<String> {
        loop {
            let line = self.output.recv_timeout(MAX_WAIT).ok()?;
            if !is_search_parameter(&line) {
                return Some(line);
            }
        }
    }

    /// Ends the input and returns the remaining output.
    pub fn end(mut self) -> Vec<String> {
        self.input = None;
        let rest = std::iter::from_fn(|| self.next_line()).collect();
        let server = self.server.take().expect("`end` consumes the engine");
        server.join().expect("no panic").expect("no write error");
        rest
    }
}

struct Pipe {
    reader: Receiver<Vec<u8>>,
    rest: Vec<u8>,
}

impl Read for Pipe {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.rest.is_empty() {
            self.rest = self.reader.recv().unwrap_or_default();
        }
        let count = self.rest.len().min(buffer.len());
        buffer[..count].copy_from_slice(&self.rest[..count]);
        self.rest.drain(..count);
        Ok(count)
    }
}

struct Lines {
    writer: Sender<String>,
    line: Vec<u8>,
}

impl Write for Lines {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        for &byte in bytes {
            if byte != b'\n' {
                self.line.push(byte);
                continue;
            }
            let line = String::from_utf8(std::mem::take(&mut self.line)).expect("UTF-8");
            assert!(line.is_ascii(), "'{line}' is ASCII");
            assert!(!line.is_empty(), "no empty lines");
            assert!(!line.contains(['\t', '\r']), "'{line}' has no tabs");
            self.writer
                .send(line)
                .map_err(|_| io::ErrorKind::BrokenPipe)?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        assert!(self.line.is_empty(), "only complete lines are flushed");
        Ok(())
    }
}

#[test]
fn a_star_matches_any_text() {
    assert!(matches("a*c", "abbc"));
    assert!(matches("a*", "a"));
    assert!(matches("*b*", "abc"));
    assert!(!matches("a*c", "ab"));
    assert!(!matches("a", "ab"));
}

//! The conversation with an engine, for the log. Only the last lines are kept, and long lines are cut, so
//! that an engine that floods its output does not exhaust the memory.

use std::collections::VecDeque;
use std::fmt::{self, Write};
use std::time::Duration;

/// The maximum size of the conversation, in bytes.
const CONVERSATION: usize = 192 << 10;

/// The maximum size of the lines from stderr, in bytes.
const STDERR: usize = 64 << 10;

/// The maximum size of a line, in bytes; enough for the moves of the longest game.
const LINE: usize = 8 << 10;

/// The overhead of a line, in bytes.
const OVERHEAD: usize = size_of::<LogLine>();

/// The source of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LogSource {
    /// From us to the engine.
    Sent,
    /// From its stdout.
    Received,
    /// From its stderr.
    Stderr,
    /// A comment by the runner.
    Remark,
}

impl LogSource {
    /// The sign in the log.
    #[must_use]
    pub fn sign(self) -> char {
        match self {
            LogSource::Sent => '>',
            LogSource::Received => '<',
            LogSource::Stderr => 'E',
            LogSource::Remark => '!',
        }
    }
}

#[derive(Clone, Debug)]
struct LogLine {
    /// The time since the start of the engine.
    at: Duration,
    source: LogSource,
    text: String,
}

/// The last lines of the conversation, and separately those of stderr, so that a long conversation does not
/// displace them. `Display` writes them in order of time, each with its seconds and a sign: `>` sent, `<`
/// received, `E` stderr, `!` a remark.
#[derive(Debug, Default)]
pub struct Traffic {
    conversation: Tail<CONVERSATION>,
    stderr: Tail<STDERR>,
}

impl Traffic {
    /// Adds a line, `at` after the start.
    pub fn add(&mut self, at: Duration, source: LogSource, text: &str) {
        let text = cut(text);
        let line = LogLine { at, source, text };
        match source {
            LogSource::Stderr => self.stderr.push(line),
            _ => self.conversation.push(line),
        }
    }

    /// The last non-blank lines of stderr, joined into one line. There are several because the last line is
    /// often only a hint, such as where to find a backtrace.
    #[must_use]
    pub fn last_stderr(&self) -> Option<String> {
        const LINES: usize = 3;
        let lines = self.stderr.lines.iter().rev().map(|kept| kept.text.trim());
        let mut last: Vec<&str> = lines.filter(|line| !line.is_empty()).take(LINES).collect();
        last.reverse();
        (!last.is_empty()).then(|| last.join(" / "))
    }
}

impl fmt::Display for Traffic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for dropped in [self.conversation.dropped, self.stderr.dropped] {
            if dropped > 0 {
                writeln!(f, "({dropped} earlier lines were not kept)")?;
            }
        }
        let mut stderr = self.stderr.lines.iter().peekable();
        for line in &self.conversation.lines {
            while let Some(earlier) = stderr.next_if(|other| other.at <= line.at) {
                earlier.fmt(f)?;
            }
            line.fmt(f)?;
        }
        stderr.try_for_each(|line| line.fmt(f))
    }
}

impl fmt::Display for LogLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (at, sign) = (self.at.as_secs_f64(), self.source.sign());
        writeln!(f, "{at:9.3} {sign} {}", self.text)
    }
}

/// The last lines within a number of bytes.
#[derive(Debug, Default)]
struct Tail<const LIMIT: usize> {
    lines: VecDeque<LogLine>,
    bytes: usize,
    dropped: u64,
}

impl<const LIMIT: usize> Tail<LIMIT> {
    fn push(&mut self, line: LogLine) {
        self.bytes += cost(&line);
        self.lines.push_back(line);
        while self.bytes > LIMIT
            && let Some(first) = self.lines.pop_front()
        {
            self.bytes -= cost(&first);
            self.dropped += 1;
        }
    }
}

fn cost(line: &LogLine) -> usize {
    line.text.capacity() + OVERHEAD
}

fn cut(text: &str) -> String {
    if text.len() <= LINE {
        return text.to_owned();
    }
    let end = (0..=LINE).rev().find(|&end| text.is_char_boundary(end));
    let kept = text.get(..end.unwrap_or_default()).unwrap_or_default();
    let mut kept = kept.to_owned();
    let _ = write!(kept, "... (cut: {} bytes)", text.len());
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_size_of_the_log_is_bounded() {
        let mut traffic = Traffic::default();
        let long = "x".repeat(1 << 20);
        for number in 0..1_000 {
            let at = Duration::from_millis(number);
            traffic.add(at, LogSource::Received, &long);
            traffic.add(at, LogSource::Stderr, &long);
            traffic.add(at, LogSource::Received, "");
        }
        let text = traffic.to_string();
        assert!(text.len() < 256 << 10, "{} bytes", text.len());
        assert!(text.contains("(cut: 1048576 bytes)"));
        assert!(text.contains("earlier lines were not kept"));
        assert!(traffic.conversation.bytes <= CONVERSATION);
        assert!(traffic.stderr.bytes <= STDERR);
    }

    #[test]
    fn both_streams_are_merged_by_time() {
        let mut traffic = Traffic::default();
        let mut note =
            |seconds, source, text| traffic.add(Duration::from_secs(seconds), source, text);
        note(1, LogSource::Sent, "ugi");
        note(2, LogSource::Stderr, "no such file");
        note(2, LogSource::Stderr, " ");
        note(3, LogSource::Remark, "closed its output");
        let expected = "    1.000 > ugi\n    2.000 E no such file\n    2.000 E  \n    \
                        3.000 ! closed its output\n";
        assert_eq!(traffic.to_string(), expected);
        assert_eq!(traffic.last_stderr().as_deref(), Some("no such file"));
        for line in ["a", "b ", "", "c", "d"] {
            traffic.add(Duration::from_secs(4), LogSource::Stderr, line);
        }
        assert_eq!(traffic.last_stderr().as_deref(), Some("b / c / d"));
    }
}

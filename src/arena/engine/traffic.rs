//! What was said, kept for the log: the last lines within a number of bytes, and long lines cut, so
//! that an engine that floods us costs no memory.

use std::collections::VecDeque;
use std::fmt::{self, Write};
use std::time::Duration;

/// Bytes kept of the conversation.
const CONVERSATION: usize = 192 << 10;

/// Bytes kept of what the engine writes to stderr.
const STDERR: usize = 64 << 10;

/// Bytes kept of one line: the moves of the longest game fit in.
const LINE: usize = 8 << 10;

/// What a kept line costs besides its text, in bytes.
const OVERHEAD: usize = size_of::<Kept>();

/// Where a line comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// From us to the engine.
    Sent,
    /// From its stdout.
    Heard,
    /// From its stderr.
    Stderr,
    /// Our own remark.
    Remark,
}

impl Way {
    /// What stands for it in the log.
    #[must_use]
    pub fn sign(self) -> char {
        match self {
            Way::Sent => '>',
            Way::Heard => '<',
            Way::Stderr => 'E',
            Way::Remark => '!',
        }
    }
}

#[derive(Clone, Debug)]
struct Kept {
    /// Since the engine was started.
    at: Duration,
    way: Way,
    text: String,
}

/// The last lines both ways, and the last ones of stderr, which the conversation does not push out.
/// `Display` gives them by time, each with its seconds and a sign: `>` sent, `<` heard, `E` stderr,
/// `!` a remark.
#[derive(Debug)]
pub struct Traffic {
    conversation: Tail,
    stderr: Tail,
}

impl Default for Traffic {
    fn default() -> Traffic {
        Traffic {
            conversation: Tail::of(CONVERSATION),
            stderr: Tail::of(STDERR),
        }
    }
}

impl Traffic {
    /// Keeps a line, `at` so long after the start.
    pub fn note(&mut self, at: Duration, way: Way, text: &str) {
        let tail = match way {
            Way::Stderr => &mut self.stderr,
            _ => &mut self.conversation,
        };
        tail.push(Kept {
            at,
            way,
            text: cut(text),
        });
    }

    /// The last lines of stderr with something in them, on one line: what went wrong often stands
    /// before a hint where to find more.
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
        for tail in [&self.conversation, &self.stderr] {
            if tail.dropped > 0 {
                writeln!(f, "({} earlier lines were not kept)", tail.dropped)?;
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

impl fmt::Display for Kept {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (at, sign) = (self.at.as_secs_f64(), self.way.sign());
        writeln!(f, "{at:9.3} {sign} {}", self.text)
    }
}

/// The last lines within a number of bytes.
#[derive(Debug)]
struct Tail {
    lines: VecDeque<Kept>,
    bytes: usize,
    limit: usize,
    dropped: u64,
}

impl Tail {
    fn of(limit: usize) -> Tail {
        Tail {
            lines: VecDeque::new(),
            bytes: 0,
            limit,
            dropped: 0,
        }
    }

    fn push(&mut self, line: Kept) {
        self.bytes += cost(&line);
        self.lines.push_back(line);
        while self.bytes > self.limit
            && let Some(first) = self.lines.pop_front()
        {
            self.bytes -= cost(&first);
            self.dropped += 1;
        }
    }
}

fn cost(line: &Kept) -> usize {
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
    fn what_is_kept_is_bounded_in_bytes_whatever_comes() {
        let mut traffic = Traffic::default();
        let long = "x".repeat(1 << 20);
        for number in 0..1_000 {
            let at = Duration::from_millis(number);
            traffic.note(at, Way::Heard, &long);
            traffic.note(at, Way::Stderr, &long);
            traffic.note(at, Way::Heard, "");
        }
        let text = traffic.to_string();
        assert!(text.len() < 256 << 10, "{} bytes", text.len());
        assert!(text.contains("(cut: 1048576 bytes)"));
        assert!(text.contains("earlier lines were not kept"));
        let capacity = |tail: &Tail| tail.lines.iter().map(cost).sum::<usize>();
        assert!(capacity(&traffic.conversation) <= CONVERSATION);
        assert!(capacity(&traffic.stderr) <= STDERR);
    }

    #[test]
    fn both_streams_are_told_by_time() {
        let mut traffic = Traffic::default();
        let mut note = |seconds, way, text| traffic.note(Duration::from_secs(seconds), way, text);
        note(1, Way::Sent, "ugi");
        note(2, Way::Stderr, "no such file");
        note(2, Way::Stderr, " ");
        note(3, Way::Remark, "closed its output");
        let expected = "    1.000 > ugi\n    2.000 E no such file\n    2.000 E  \n    \
                        3.000 ! closed its output\n";
        assert_eq!(traffic.to_string(), expected);
        assert_eq!(traffic.last_stderr().as_deref(), Some("no such file"));
        for line in ["a", "b ", "", "c", "d"] {
            traffic.note(Duration::from_secs(4), Way::Stderr, line);
        }
        assert_eq!(traffic.last_stderr().as_deref(), Some("b / c / d"));
    }
}

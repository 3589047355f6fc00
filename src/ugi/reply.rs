//! What the engine says: one value a line. `Display` writes them, [`super::grammar`] reads them.

use std::fmt;
use std::time::Duration;

use serde::Serialize;

use crate::play::SearchReport;
pub use crate::search::{Bound, BoundedValue, Value};

/// A line from the engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply {
    /// `id name`
    IdName(String),
    /// `id author`
    IdAuthor(String),
    /// `option`
    Option(OptionLine),
    /// `ugiok`
    UgiOk,
    /// `readyok`
    ReadyOk,
    /// `info` about a search or a count.
    Info(Info),
    /// `info string`, for people.
    Text(String),
    /// `info string error`
    Error(ErrorCode, String),
    /// `bestmove`
    BestMove(String),
    /// `response`: the answer to a `query`.
    Response(String),
    /// The number of sequences that begin with a token.
    Divided(String, u64),
    /// The number of all sequences.
    NodesSearched(u64),
    /// The last line of the benchmark.
    BenchTotal {
        /// All nodes, the fingerprint of the search.
        nodes: u64,
        /// Nodes per second.
        nps: u64,
    },
    /// Any other line: a line of a drawing, or something a foreign engine prints.
    Plain(String),
}

/// The kinds of refusals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ErrorCode {
    /// The first word is no command.
    UnknownCommand,
    /// The command is known, its arguments are wrong.
    BadArgument,
    /// A FEN that no position has.
    BadFen,
    /// A token that is not legal.
    IllegalMove,
    /// A search is running.
    Busy,
    /// More than the longest line.
    LineTooLong,
    /// An unknown option or a value it cannot take.
    BadOption,
    /// The system has no memory for the hash table.
    NoMemory,
}

impl ErrorCode {
    /// Every word.
    pub const ALL: [ErrorCode; 8] = [
        ErrorCode::UnknownCommand,
        ErrorCode::BadArgument,
        ErrorCode::BadFen,
        ErrorCode::IllegalMove,
        ErrorCode::Busy,
        ErrorCode::LineTooLong,
        ErrorCode::BadOption,
        ErrorCode::NoMemory,
    ];
}

/// An option as the handshake announces it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct OptionLine {
    /// Its name, one word.
    pub name: String,
    /// What it can be set to.
    #[serde(flatten)]
    pub kind: OptionKind,
}

/// The values of an option.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum OptionKind {
    /// An integer.
    Spin {
        /// The value before anybody sets it.
        default: i64,
        /// The smallest value.
        min: i64,
        /// The largest value.
        max: i64,
    },
    /// `true` or `false`.
    Check {
        /// The value before anybody sets it.
        default: bool,
    },
    /// One of several values, each of one or more words.
    Combo {
        /// The value before anybody sets it.
        default: String,
        /// The values.
        choices: Vec<String>,
    },
    /// Something to press.
    Button,
    /// Text; `<empty>` for none.
    Text {
        /// The value before anybody sets it.
        default: String,
    },
    /// What follows `type` in an option line of another form. Such an option cannot be set.
    Unknown(String),
}

/// An `info` line; what is `None` or empty is left out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Info {
    /// The last iteration in plies.
    pub depth: Option<i32>,
    /// The longest line looked at, in plies.
    pub seldepth: Option<i32>,
    /// Which of the best root moves, from 1.
    pub multi_pv: Option<usize>,
    /// The value for the player to move.
    pub score: Option<BoundedValue>,
    /// Positions visited.
    pub nodes: Option<u64>,
    /// Positions a second.
    pub nps: Option<u64>,
    /// Fill of the hash table in thousandths.
    pub hashfull: Option<u32>,
    /// Milliseconds.
    pub time: Option<u64>,
    /// Tokens.
    pub pv: Vec<String>,
}

impl Info {
    /// The effort of some work.
    #[must_use]
    pub fn effort(nodes: u64, elapsed: Duration) -> Info {
        Info {
            nodes: Some(nodes),
            time: Some(elapsed.as_millis() as u64),
            nps: Some(per_second(nodes, elapsed)),
            ..Info::default()
        }
    }

    /// What is said where there is nothing to search.
    #[must_use]
    pub fn nothing_to_search() -> Info {
        Info {
            depth: Some(0),
            ..Info::effort(0, Duration::ZERO)
        }
    }
}

impl From<&SearchReport> for Info {
    fn from(thought: &SearchReport) -> Info {
        Info {
            depth: Some(thought.depth),
            seldepth: Some(thought.seldepth),
            multi_pv: Some(thought.multi_pv),
            score: Some(BoundedValue::new(thought.score, thought.bound)),
            hashfull: Some(thought.hashfull),
            pv: thought.pv.clone(),
            ..Info::effort(thought.nodes, thought.elapsed)
        }
    }
}

/// A rate; 0 while no time has passed.
#[must_use]
pub fn per_second(count: u64, elapsed: Duration) -> u64 {
    let micros = elapsed.as_micros().max(1);
    if elapsed.is_zero() {
        return 0;
    }
    u64::try_from(u128::from(count) * 1_000_000 / micros).unwrap_or(u64::MAX)
}

impl fmt::Display for Reply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reply::IdName(name) => write!(f, "id name {name}"),
            Reply::IdAuthor(author) => write!(f, "id author {author}"),
            Reply::Option(line) => write!(f, "option name {} type {}", line.name, line.kind),
            Reply::UgiOk => f.write_str("ugiok"),
            Reply::ReadyOk => f.write_str("readyok"),
            Reply::Info(info) => write!(f, "info{info}"),
            Reply::Text(text) => write!(f, "info string {text}"),
            Reply::Error(word, text) => write!(f, "info string error {word}: {text}"),
            Reply::BestMove(token) => write!(f, "bestmove {token}"),
            Reply::Response(answer) => write!(f, "response {answer}"),
            Reply::Divided(token, count) => write!(f, "{token}: {count}"),
            Reply::NodesSearched(count) => write!(f, "Nodes searched: {count}"),
            Reply::BenchTotal { nodes, nps } => write!(f, "{nodes} nodes {nps} nps"),
            Reply::Plain(line) => f.write_str(line),
        }
    }
}

impl fmt::Display for ErrorCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            ErrorCode::UnknownCommand => "unknown-command",
            ErrorCode::BadArgument => "bad-argument",
            ErrorCode::BadFen => "bad-fen",
            ErrorCode::IllegalMove => "illegal-move",
            ErrorCode::Busy => "busy",
            ErrorCode::LineTooLong => "line-too-long",
            ErrorCode::BadOption => "bad-option",
            ErrorCode::NoMemory => "no-memory",
        })
    }
}

impl fmt::Display for OptionKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OptionKind::Spin { default, min, max } => {
                write!(f, "spin default {default} min {min} max {max}")
            }
            OptionKind::Check { default } => write!(f, "check default {default}"),
            OptionKind::Combo { default, choices } => {
                write!(f, "combo default {default}")?;
                choices.iter().try_for_each(|word| write!(f, " var {word}"))
            }
            OptionKind::Button => f.write_str("button"),
            OptionKind::Text { default } => write!(f, "string default {default}"),
            OptionKind::Unknown(text) => f.write_str(text),
        }
    }
}

impl fmt::Display for Info {
    /// Every part with a blank before it. A search line gives its effort as nodes, nps, hashfull
    /// and time; a line without a hash table as nodes, time and nps.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_part(f, "depth", self.depth)?;
        write_part(f, "seldepth", self.seldepth)?;
        write_part(f, "multipv", self.multi_pv)?;
        write_part(f, "score", self.score)?;
        write_part(f, "nodes", self.nodes)?;
        if self.hashfull.is_some() {
            write_part(f, "nps", self.nps)?;
            write_part(f, "hashfull", self.hashfull)?;
            write_part(f, "time", self.time)?;
        } else {
            write_part(f, "time", self.time)?;
            write_part(f, "nps", self.nps)?;
        }
        if !self.pv.is_empty() {
            write!(f, " pv {}", self.pv.join(" "))?;
        }
        Ok(())
    }
}

fn write_part<T: fmt::Display>(
    f: &mut fmt::Formatter<'_>,
    name: &str,
    part: Option<T>,
) -> fmt::Result {
    part.map_or(Ok(()), |part| write!(f, " {name} {part}"))
}

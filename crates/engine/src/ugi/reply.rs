//! The replies of an engine, one value per line. `Display` writes them, [`super::grammar`] reads them.

use std::fmt;
use std::time::Duration;

use serde::Serialize;

use crate::play::SearchReport;
use crate::search::Score;
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
    /// `info string`
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
    /// Any other line: part of a drawing, or output of another engine.
    Plain(String),
}

/// Why a command was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ErrorCode {
    /// The first word is not a command.
    UnknownCommand,
    /// The arguments of a command are wrong.
    BadArgument,
    /// A FEN that describes no position.
    BadFen,
    /// A token that is not legal.
    IllegalMove,
    /// A search is running.
    Busy,
    /// A line is too long.
    LineTooLong,
    /// The option is unknown, or its value is not allowed.
    BadOption,
    /// There is not enough memory for the hash table.
    NoMemory,
}

impl ErrorCode {
    /// All codes.
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

/// An option as announced in the handshake.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct OptionLine {
    /// Its name, one word.
    pub name: String,
    /// Its type and values.
    #[serde(flatten)]
    pub kind: OptionKind,
}

/// The type of an option and its values.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum OptionKind {
    /// An integer.
    Spin {
        /// The default.
        default: i64,
        /// The smallest value.
        min: i64,
        /// The largest value.
        max: i64,
    },
    /// `true` or `false`.
    Check {
        /// The default.
        default: bool,
    },
    /// One of several values, each of one or more words.
    Combo {
        /// The default.
        default: String,
        /// The values.
        choices: Vec<String>,
    },
    /// An action.
    Button,
    /// Text, `<empty>` if there is none.
    Text {
        /// The default.
        default: String,
    },
    /// Another type: the text after `type`. The option cannot be set.
    Unknown(String),
}

/// An `info` line. Fields that are `None` or empty are omitted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Info {
    /// The depth in plies.
    pub depth: Option<i32>,
    /// The longest line searched, in plies.
    pub seldepth: Option<i32>,
    /// The rank of the line, from 1.
    pub multi_pv: Option<usize>,
    /// The score for the player to move.
    pub score: Option<BoundedValue>,
    /// The chances to win, draw and lose, for the player to move.
    pub wdl: Option<WinChances>,
    /// Visited positions.
    pub nodes: Option<u64>,
    /// Visited positions per second.
    pub nps: Option<u64>,
    /// Use of the hash table in thousandths.
    pub hashfull: Option<u32>,
    /// The time in milliseconds.
    pub time: Option<u64>,
    /// The root move that is being searched, and its number from 1.
    pub current: Option<(String, usize)>,
    /// The tokens of the principal variation.
    pub pv: Vec<String>,
}

impl Info {
    /// A line with the node count and the time of a count.
    #[must_use]
    pub fn effort(nodes: u64, elapsed: Duration) -> Info {
        Info {
            nodes: Some(nodes),
            time: Some(elapsed.as_millis() as u64),
            nps: Some(per_second(nodes, elapsed)),
            ..Info::default()
        }
    }

    /// The line of a search in a finished game.
    #[must_use]
    pub fn nothing_to_search() -> Info {
        Info {
            depth: Some(0),
            ..Info::effort(0, Duration::ZERO)
        }
    }
}

impl From<&SearchReport> for Info {
    fn from(report: &SearchReport) -> Info {
        Info {
            depth: Some(report.depth),
            seldepth: Some(report.seldepth),
            multi_pv: Some(report.multi_pv),
            score: Some(BoundedValue::new(report.score, report.bound)),
            hashfull: Some(report.hashfull),
            current: report.current.clone(),
            pv: report.pv.clone(),
            ..Info::effort(report.nodes, report.elapsed)
        }
    }
}

/// The chances to win, draw and lose, in thousandths. Their sum is 1000.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WinChances {
    /// Wins.
    pub win: u16,
    /// Draws.
    pub draw: u16,
    /// Losses.
    pub loss: u16,
}

impl WinChances {
    /// The chances for a score. Draws are rare in all our games, and `scale` (see [`Score::win_probability`]) counts
    /// them as half a win; so they have no share of their own.
    #[must_use]
    pub fn new(score: Score, scale: f64) -> WinChances {
        let win = (score.win_probability(scale) * 1000.0).round() as u16;
        WinChances {
            win,
            draw: 0,
            loss: 1000 - win.min(1000),
        }
    }
}

impl fmt::Display for WinChances {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {}", self.win, self.draw, self.loss)
    }
}

/// The rate per second; 0 if no time has passed.
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
    /// Each field after a blank. A line with `hashfull` has the order nodes, nps, hashfull, time; other lines
    /// nodes, time, nps.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_part(f, "depth", self.depth)?;
        write_part(f, "seldepth", self.seldepth)?;
        write_part(f, "multipv", self.multi_pv)?;
        write_part(f, "score", self.score)?;
        write_part(f, "wdl", self.wdl)?;
        write_part(f, "nodes", self.nodes)?;
        if self.hashfull.is_some() {
            write_part(f, "nps", self.nps)?;
            write_part(f, "hashfull", self.hashfull)?;
            write_part(f, "time", self.time)?;
        } else {
            write_part(f, "time", self.time)?;
            write_part(f, "nps", self.nps)?;
        }
        if let Some((token, number)) = &self.current {
            write!(f, " currmove {token} currmovenumber {number}")?;
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

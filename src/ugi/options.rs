//! The engine's options: what the handshake announces, and what a `setoption` line means.

use std::fmt;

use crate::games::choices;
use crate::rules::quote;
#[cfg(feature = "tune")]
use crate::search::params;
use crate::search::{SearchState, Settings};
use crate::ugi::reply::{OptionKind, OptionLine};

/// The text value that stands for no text.
pub const EMPTY: &str = "<empty>";

/// The values that searches use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// Size of the hash table in MiB.
    pub hash: usize,
    /// Milliseconds kept back for the way of the answer.
    pub move_overhead: u64,
    /// How to search: lines, threads, strength; each search has limits of its own.
    pub search: Settings,
    /// Whether to say more.
    pub debug: bool,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            hash: SearchState::DEFAULT_MEBIBYTES,
            move_overhead: 10,
            search: Settings::default(),
            debug: false,
        }
    }
}

/// A `setoption` line understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OptionValue {
    /// Another game, by its id.
    Game(&'static str),
    /// The rule set that is meant by the id of the usual one of its game.
    RuleSet {
        /// The usual one.
        usual: &'static str,
        /// The one that is meant.
        meant: &'static str,
    },
    /// MiB.
    Hash(usize),
    /// Search threads.
    Threads(usize),
    /// Best root moves to report.
    MultiPv(usize),
    /// Milliseconds.
    MoveOverhead(u64),
    /// Playing strength.
    Skill(u8),
    /// A seed.
    Seed(u64),
    /// Forget the hash table.
    ClearHash,
    /// A file, or none.
    LogFile(Option<String>),
    /// Say more or less.
    Debug(bool),
    /// A number of the search.
    #[cfg(feature = "tune")]
    Param(&'static str, i32),
}

/// Why an option was not set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OptionError {
    /// No option has this name.
    Unknown(String),
    /// The option cannot take this value.
    Value {
        /// The option.
        name: &'static str,
        /// The value; `None` when there was none.
        found: Option<String>,
        /// What was expected.
        expected: String,
    },
}

impl fmt::Display for OptionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OptionError::Unknown(name) => write!(f, "no option is called '{}'", quote(name)),
            OptionError::Value {
                name,
                found: Some(found),
                expected,
            } => write!(f, "{name} '{}': expected {expected}", quote(found)),
            OptionError::Value { name, expected, .. } => {
                write!(f, "{name} without a value: expected {expected}")
            }
        }
    }
}

impl std::error::Error for OptionError {}

/// Every option in the order of the handshake, with `game` as the default of `Game`.
#[must_use]
pub fn list(games: &[&'static str], game: &str) -> Vec<OptionLine> {
    let values = Options::default();
    let combo = |default: &str, values: &mut dyn Iterator<Item = &'static str>| OptionKind::Combo {
        default: default.to_owned(),
        choices: values.map(str::to_owned).collect(),
    };
    let game = [("Game", combo(game, &mut games.iter().copied()))];
    let rule_sets = choices().into_iter().map(|choice| {
        let mut values = choice.rule_sets.iter().map(|&(value, _)| value);
        let usual = choice.rule_sets.first().map_or("", |&(value, _)| value);
        (choice.option, combo(usual, &mut values))
    });
    let lines = [
        ("Hash", spin(values.hash as i64, HASH)),
        ("Threads", spin(values.search.threads as i64, THREADS)),
        ("MultiPV", spin(values.search.multi_pv as i64, MULTI_PV)),
        (
            "MoveOverhead",
            spin(values.move_overhead as i64, MOVE_OVERHEAD),
        ),
        ("Skill", spin(i64::from(values.search.skill), SKILL)),
        ("Seed", spin(values.search.seed as i64, SEED)),
        ("ClearHash", OptionKind::Button),
        (
            "LogFile",
            OptionKind::Text {
                default: EMPTY.to_owned(),
            },
        ),
        (
            "Debug",
            OptionKind::Check {
                default: values.debug,
            },
        ),
    ];
    game.into_iter()
        .chain(rule_sets)
        .chain(lines)
        .chain(params())
        .map(|(name, kind)| OptionLine {
            name: name.to_owned(),
            kind,
        })
        .collect()
}

/// The numbers of the search, where matches may change them.
#[cfg(feature = "tune")]
fn params() -> impl Iterator<Item = (&'static str, OptionKind)> {
    params::all().map(|param| {
        let (min, max) = param.range;
        let range = (i64::from(min), i64::from(max));
        (param.name, spin(i64::from(param.default), range))
    })
}

#[cfg(not(feature = "tune"))]
fn params() -> impl Iterator<Item = (&'static str, OptionKind)> {
    std::iter::empty()
}

/// The value of a number of the search; `None` for another name.
#[cfg(feature = "tune")]
fn param(name: &str, value: Option<&str>) -> Option<Result<OptionValue, OptionError>> {
    let param = params::all().find(|param| param.name.eq_ignore_ascii_case(name))?;
    let (min, max) = param.range;
    let number = value.and_then(|value| value.parse().ok());
    Some(match number.filter(|number| (min..=max).contains(number)) {
        Some(number) => Ok(OptionValue::Param(param.name, number)),
        None => {
            let expected = format!("an integer from {min} to {max}");
            Err(refuse(param.name, value, expected))
        }
    })
}

#[cfg(not(feature = "tune"))]
fn param(_: &str, _: Option<&str>) -> Option<Result<OptionValue, OptionError>> {
    None
}

const HASH: (i64, i64) = (1, 65_536);
const THREADS: (i64, i64) = (1, 256);
const MULTI_PV: (i64, i64) = (1, 256);
const MOVE_OVERHEAD: (i64, i64) = (0, 5_000);
const SKILL: (i64, i64) = (0, 20);
const SEED: (i64, i64) = (0, 2_147_483_647);

fn spin(default: i64, (min, max): (i64, i64)) -> OptionKind {
    OptionKind::Spin { default, min, max }
}

/// Reads the name and the value of a `setoption` line.
///
/// # Errors
/// An unknown name, or a value the option cannot take.
pub fn setting(
    games: &[&'static str],
    name: &str,
    value: Option<&str>,
) -> Result<OptionValue, OptionError> {
    match name.to_ascii_lowercase().as_str() {
        "game" => game(games, value).map(OptionValue::Game),
        "hash" => integer("Hash", value, HASH).map(|n| OptionValue::Hash(n as usize)),
        "threads" => integer("Threads", value, THREADS).map(|n| OptionValue::Threads(n as usize)),
        "multipv" => integer("MultiPV", value, MULTI_PV).map(|n| OptionValue::MultiPv(n as usize)),
        "moveoverhead" => {
            integer("MoveOverhead", value, MOVE_OVERHEAD).map(OptionValue::MoveOverhead)
        }
        "skill" => integer("Skill", value, SKILL).map(|n| OptionValue::Skill(n as u8)),
        "seed" => integer("Seed", value, SEED).map(OptionValue::Seed),
        "clearhash" => match value {
            None | Some("") => Ok(OptionValue::ClearHash),
            Some(_) => Err(refuse("ClearHash", value, "no value")),
        },
        "logfile" => match value {
            Some("" | EMPTY) => Ok(OptionValue::LogFile(None)),
            Some(path) => Ok(OptionValue::LogFile(Some(path.to_owned()))),
            None => Err(refuse("LogFile", value, "a file name or <empty>")),
        },
        "debug" => check("Debug", value).map(OptionValue::Debug),
        _ => rule_set(name, value)
            .or_else(|| param(name, value))
            .unwrap_or_else(|| Err(OptionError::Unknown(name.to_owned()))),
    }
}

/// A rule set chosen by its own option; `None` for another name.
fn rule_set(name: &str, value: Option<&str>) -> Option<Result<OptionValue, OptionError>> {
    let choice = choices()
        .into_iter()
        .find(|choice| choice.option.eq_ignore_ascii_case(name))?;
    let meant = value.and_then(|value| choice.id(name, value));
    Some(match choice.usual().zip(meant) {
        Some((usual, meant)) => Ok(OptionValue::RuleSet { usual, meant }),
        None => {
            let values: Vec<&str> = choice.rule_sets.iter().map(|&(value, _)| value).collect();
            let expected = format!("one of {}", values.join(" "));
            Err(refuse(choice.option, value, expected))
        }
    })
}

fn game(games: &[&'static str], value: Option<&str>) -> Result<&'static str, OptionError> {
    games
        .iter()
        .find(|id| value.is_some_and(|value| id.eq_ignore_ascii_case(value)))
        .copied()
        .ok_or_else(|| refuse("Game", value, format!("one of {}", games.join(" "))))
}

fn check(name: &'static str, value: Option<&str>) -> Result<bool, OptionError> {
    match value {
        Some("true") => Ok(true),
        Some("false") => Ok(false),
        _ => Err(refuse(name, value, "'true' or 'false'")),
    }
}

fn integer(
    name: &'static str,
    value: Option<&str>,
    (min, max): (i64, i64),
) -> Result<u64, OptionError> {
    value
        .and_then(|value| value.parse::<i64>().ok())
        .filter(|number| (min..=max).contains(number))
        .and_then(|number| u64::try_from(number).ok())
        .ok_or_else(|| refuse(name, value, format!("an integer from {min} to {max}")))
}

fn refuse(name: &'static str, value: Option<&str>, expected: impl Into<String>) -> OptionError {
    OptionError::Value {
        name,
        found: value.map(str::to_owned),
        expected: expected.into(),
    }
}

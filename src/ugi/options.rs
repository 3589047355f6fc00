//! The options of the engine: their announcement and the parsing of `setoption`.

use std::fmt;

use crate::games::choices;
use crate::rules::quote;
#[cfg(feature = "tune")]
use crate::search::params;
use crate::search::{SearchState, Settings};
use crate::ugi::reply::{OptionKind, OptionLine};

/// The value of a text option without text.
pub const EMPTY: &str = "<empty>";

/// The values of the options.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// Size of the hash table in MiB.
    pub hash: usize,
    /// Milliseconds reserved for the delivery of the move.
    pub move_overhead: u64,
    /// How to search. Each search has its own limits.
    pub search: Settings,
    /// Whether reports have the chances to win, draw and lose.
    pub show_wdl: bool,
    /// Whether to report more.
    pub debug: bool,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            hash: SearchState::DEFAULT_MEBIBYTES,
            move_overhead: 10,
            search: Settings::default(),
            show_wdl: false,
            debug: false,
        }
    }
}

/// A valid `setoption` line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OptionValue {
    /// The id of the game.
    Game(&'static str),
    /// The rule set that replaces the default one of its game.
    RuleSet {
        /// The id of the default rule set, which then stands for `chosen`.
        general: &'static str,
        /// The id of the chosen rule set.
        chosen: &'static str,
    },
    /// The size of the hash table in MiB.
    Hash(usize),
    /// The number of search threads.
    Threads(usize),
    /// The number of reported lines.
    MultiPv(usize),
    /// Milliseconds.
    MoveOverhead(u64),
    /// The playing strength.
    Skill(u8),
    /// The seed of a weakened engine.
    Seed(u64),
    /// Whether to report chances.
    ShowWdl(bool),
    /// Clear the hash table.
    ClearHash,
    /// The log file, or none.
    LogFile(Option<String>),
    /// Whether to report more.
    Debug(bool),
    /// A tunable search parameter.
    #[cfg(feature = "tune")]
    Param(&'static str, i32),
}

/// Why an option cannot be set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OptionError {
    /// No option has this name.
    Unknown(String),
    /// The value is not allowed.
    Value {
        /// The option.
        name: &'static str,
        /// The value, if there is one.
        found: Option<String>,
        /// What is allowed.
        allowed: String,
    },
}

impl fmt::Display for OptionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OptionError::Unknown(name) => write!(f, "no option is called '{}'", quote(name)),
            OptionError::Value {
                name,
                found: Some(found),
                allowed,
            } => write!(f, "{name} '{}': not {allowed}", quote(found)),
            OptionError::Value { name, allowed, .. } => {
                write!(f, "{name}: the value is missing ({allowed})")
            }
        }
    }
}

impl std::error::Error for OptionError {}

/// All options in the order of the handshake. `game` is the default of the option `Game`.
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
        let default = choice.rule_sets.first().map_or("", |&(value, _)| value);
        (choice.option, combo(default, &mut values))
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
        (
            "ShowWDL",
            OptionKind::Check {
                default: values.show_wdl,
            },
        ),
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

/// The tunable search parameters.
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

/// The value of a tunable search parameter; `None` for another name.
#[cfg(feature = "tune")]
fn param(name: &str, value: Option<&str>) -> Option<Result<OptionValue, OptionError>> {
    let param = params::all().find(|param| param.name.eq_ignore_ascii_case(name))?;
    let (min, max) = param.range;
    let number = value.and_then(|value| value.parse().ok());
    Some(match number.filter(|number| (min..=max).contains(number)) {
        Some(number) => Ok(OptionValue::Param(param.name, number)),
        None => {
            let allowed = format!("an integer from {min} to {max}");
            Err(refuse(param.name, value, allowed))
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

/// Parses the name and the value of a `setoption` line. Case and blanks in a name do not count, so `Clear Hash` is
/// `ClearHash`.
///
/// # Errors
/// The name is unknown, or the value is not allowed.
pub fn setting(
    games: &[&'static str],
    name: &str,
    value: Option<&str>,
) -> Result<OptionValue, OptionError> {
    let key = name.replace(' ', "").to_ascii_lowercase();
    match key.as_str() {
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
            Some(_) => Err(refuse("ClearHash", value, "allowed; it takes no value")),
        },
        "logfile" => match value {
            Some("" | EMPTY) => Ok(OptionValue::LogFile(None)),
            Some(path) => Ok(OptionValue::LogFile(Some(path.to_owned()))),
            None => Err(refuse("LogFile", value, "a file name or <empty>")),
        },
        "showwdl" => check("ShowWDL", value).map(OptionValue::ShowWdl),
        "debug" => check("Debug", value).map(OptionValue::Debug),
        _ => rule_set(&key, value)
            .or_else(|| param(&key, value))
            .unwrap_or_else(|| Err(OptionError::Unknown(name.to_owned()))),
    }
}

/// A rule set that an option of its own chooses; `None` for another name.
fn rule_set(name: &str, value: Option<&str>) -> Option<Result<OptionValue, OptionError>> {
    let choice = choices()
        .into_iter()
        .find(|choice| choice.option.eq_ignore_ascii_case(name))?;
    let chosen = value.and_then(|value| choice.id(name, value));
    Some(match choice.usual().zip(chosen) {
        Some((general, chosen)) => Ok(OptionValue::RuleSet { general, chosen }),
        None => {
            let values: Vec<&str> = choice.rule_sets.iter().map(|&(value, _)| value).collect();
            let allowed = format!("one of {}", values.join(" "));
            Err(refuse(choice.option, value, allowed))
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
        Some(value) if value.eq_ignore_ascii_case("true") => Ok(true),
        Some(value) if value.eq_ignore_ascii_case("false") => Ok(false),
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

fn refuse(name: &'static str, value: Option<&str>, allowed: impl Into<String>) -> OptionError {
    OptionError::Value {
        name,
        found: value.map(str::to_owned),
        allowed: allowed.into(),
    }
}

//! The options of the engine: their announcement and the parsing of `setoption`.

use thiserror::Error;

use crate::games::{choices, find_id, ids};
use crate::rules::quote;
use crate::search::{SearchState, Settings};
use crate::ugi::reply::{OptionKind, OptionLine};

/// The value of a text option without text.
pub const EMPTY: &str = "<empty>";

/// The maximum size of the hash table in MiB.
pub const MAX_HASH: i64 = 65_536;

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
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum OptionError {
    /// No option has this name.
    #[error("no option is called '{}'", quote(.0))]
    Unknown(String),
    /// The value is not allowed.
    #[error("{name} '{}': not {allowed}", quote(.found))]
    Value {
        /// The option.
        name: &'static str,
        /// The value.
        found: String,
        /// What is allowed.
        allowed: String,
    },
    /// The value is missing.
    #[error("{name}: the value is missing ({allowed})")]
    Missing {
        /// The option.
        name: &'static str,
        /// What is allowed.
        allowed: String,
    },
}

/// Reads the text after `value`; `None` if it is not allowed.
type ReadValue = dyn Fn(Option<&str>) -> Option<OptionValue>;

/// An option: what the handshake announces, and how its value is read.
struct EngineOption {
    name: &'static str,
    kind: OptionKind,
    read: Box<ReadValue>,
}

impl EngineOption {
    fn new(
        name: &'static str,
        kind: OptionKind,
        read: impl Fn(Option<&str>) -> Option<OptionValue> + 'static,
    ) -> EngineOption {
        let read = Box::new(read);
        EngineOption { name, kind, read }
    }

    fn number(
        name: &'static str,
        default: i64,
        (min, max): (i64, i64),
        value: impl Fn(i64) -> OptionValue + 'static,
    ) -> EngineOption {
        let kind = OptionKind::Spin { default, min, max };
        EngineOption::new(name, kind, move |text| {
            let number = text?.parse().ok();
            number
                .filter(|number| (min..=max).contains(number))
                .map(&value)
        })
    }

    fn check(
        name: &'static str,
        default: bool,
        value: impl Fn(bool) -> OptionValue + 'static,
    ) -> EngineOption {
        let kind = OptionKind::Check { default };
        EngineOption::new(name, kind, move |text| {
            let is = |word: &str| text.is_some_and(|text| text.eq_ignore_ascii_case(word));
            (is("true") || is("false")).then(|| value(is("true")))
        })
    }

    /// One of several words; the default is one of them.
    fn combo(
        name: &'static str,
        default: &str,
        choices: impl Iterator<Item = &'static str>,
        value: impl Fn(&str) -> Option<OptionValue> + 'static,
    ) -> EngineOption {
        let kind = OptionKind::Combo {
            default: default.to_owned(),
            choices: choices.map(str::to_owned).collect(),
        };
        EngineOption::new(name, kind, move |text| value(text?))
    }

    /// What is allowed as a value.
    fn allowed(&self) -> String {
        match &self.kind {
            OptionKind::Spin { min, max, .. } => format!("an integer from {min} to {max}"),
            OptionKind::Check { .. } => "'true' or 'false'".to_owned(),
            OptionKind::Combo { choices, .. } => format!("one of {}", choices.join(" ")),
            OptionKind::Button => "allowed; it takes no value".to_owned(),
            OptionKind::Text { .. } | OptionKind::Unknown(_) => "a file name or <empty>".to_owned(),
        }
    }
}

/// All options in the order of the handshake. `game` is the default of the option `Game`.
fn all(game: &str) -> Vec<EngineOption> {
    let values = Options::default();
    let mut options = vec![EngineOption::combo(
        "Game",
        game,
        ids().into_iter(),
        |text| find_id(text).map(OptionValue::Game),
    )];
    for choice in choices() {
        let words: Vec<&str> = choice.rule_sets.iter().map(|&(word, _)| word).collect();
        let default = words.first().copied().unwrap_or_default();
        let name = choice.option;
        options.push(EngineOption::combo(
            name,
            default,
            words.into_iter(),
            move |text| {
                Some(OptionValue::RuleSet {
                    general: choice.default_id()?,
                    chosen: choice.id(name, text)?,
                })
            },
        ));
    }
    let search = &values.search;
    options.extend([
        EngineOption::number("Hash", values.hash as i64, (1, MAX_HASH), |n| {
            OptionValue::Hash(n as usize)
        }),
        EngineOption::number("Threads", search.threads as i64, (1, 256), |n| {
            OptionValue::Threads(n as usize)
        }),
        EngineOption::number("MultiPV", search.multi_pv as i64, (1, 256), |n| {
            OptionValue::MultiPv(n as usize)
        }),
        EngineOption::number(
            "MoveOverhead",
            values.move_overhead as i64,
            (0, 5_000),
            |n| OptionValue::MoveOverhead(n as u64),
        ),
        EngineOption::number("Skill", i64::from(search.skill), (0, 20), |n| {
            OptionValue::Skill(n as u8)
        }),
        EngineOption::number("Seed", search.seed as i64, (0, 2_147_483_647), |n| {
            OptionValue::Seed(n as u64)
        }),
        EngineOption::check("ShowWDL", values.show_wdl, OptionValue::ShowWdl),
        EngineOption::new("ClearHash", OptionKind::Button, |text| {
            matches!(text, None | Some("")).then_some(OptionValue::ClearHash)
        }),
        EngineOption::new(
            "LogFile",
            OptionKind::Text {
                default: EMPTY.to_owned(),
            },
            |text| {
                let path = Some(text?).filter(|path| !matches!(*path, "" | EMPTY));
                Some(OptionValue::LogFile(path.map(str::to_owned)))
            },
        ),
        EngineOption::check("Debug", values.debug, OptionValue::Debug),
    ]);
    #[cfg(feature = "tune")]
    options.extend(crate::search::params::all().map(|param| {
        let (min, max) = param.range;
        let range = (i64::from(min), i64::from(max));
        EngineOption::number(param.name, i64::from(param.default), range, |n| {
            OptionValue::Param(param.name, n as i32)
        })
    }));
    options
}

/// All options as the handshake announces them. `game` is the default of the option `Game`.
#[must_use]
pub fn list(game: &str) -> Vec<OptionLine> {
    let line = |EngineOption { name, kind, .. }| OptionLine {
        name: name.to_owned(),
        kind,
    };
    all(game).into_iter().map(line).collect()
}

/// Parses the name and the value of a `setoption` line. Case and blanks in a name do not count, so `Clear Hash` is
/// `ClearHash`.
///
/// # Errors
/// The name is unknown, or the value is not allowed.
pub fn setting(name: &str, value: Option<&str>) -> Result<OptionValue, OptionError> {
    let key = name.replace(' ', "");
    let mut options = all("").into_iter();
    let option = options.find(|option| option.name.eq_ignore_ascii_case(&key));
    let option = option.ok_or_else(|| OptionError::Unknown(name.to_owned()))?;
    (option.read)(value).ok_or_else(|| {
        let (name, allowed) = (option.name, option.allowed());
        match value.map(str::to_owned) {
            Some(found) => OptionError::Value {
                name,
                found,
                allowed,
            },
            None => OptionError::Missing { name, allowed },
        }
    })
}

//! An engine as the command line describes it: settings, then the command with its arguments.
//!
//! `name=new option.Hash=64 nodes=5000 ./ringstack --game dvonn`; words may be quoted as in a shell.
//! The command `self` is this very program.

use std::env;
use std::fmt;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use crate::rules::quote;

use crate::arena::engine::pace::{Pace, PaceError};

/// An engine to be started.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EngineSpec {
    /// What it is called in tables and records.
    pub name: String,
    /// The program.
    pub program: String,
    /// Its arguments.
    pub arguments: Vec<String>,
    /// Options to be set, name and value.
    pub options: Vec<(String, String)>,
    /// Its own pace, where it differs from that of the match.
    pub pace: Option<Pace>,
}

/// Why a description of an engine was refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SpecError {
    /// A quote that nothing closes.
    OpenQuote(String),
    /// Settings without a command.
    NoCommand(String),
    /// A pace that makes no sense.
    Pace(PaceError),
}

impl fmt::Display for SpecError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SpecError::OpenQuote(text) => {
                write!(f, "engine '{}': expected a closing quote", quote(text))
            }
            SpecError::NoCommand(text) => {
                write!(f, "engine '{}': expected a command", quote(text))
            }
            SpecError::Pace(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for SpecError {}

impl EngineSpec {
    /// Reads a description.
    ///
    /// # Errors
    /// What is missing or wrong in it.
    pub fn parse(text: &str) -> Result<EngineSpec, SpecError> {
        let mut words = split(text)?.into_iter().peekable();
        let mut name = None;
        let mut options = Vec::new();
        let mut pace = PaceWords::default();
        while let Some((key, value)) = words.peek().and_then(|word| word.split_once('=')) {
            match key {
                "name" => name = Some(value.to_owned()),
                "tc" | "movetime" | "nodes" | "depth" => pace.0.push(format!("{key}={value}")),
                _ => match key.strip_prefix("option.") {
                    Some(option) => options.push((option.to_owned(), value.to_owned())),
                    None => break,
                },
            }
            words.next();
        }
        let program = words
            .next()
            .ok_or_else(|| SpecError::NoCommand(text.to_owned()))?;
        Ok(EngineSpec {
            name: name.unwrap_or_else(|| base_name(&program)),
            program,
            arguments: words.collect(),
            options,
            pace: pace.read().map_err(SpecError::Pace)?,
        })
    }

    /// The program to be started.
    #[must_use]
    pub fn path(&self) -> PathBuf {
        match self.program.as_str() {
            "self" => env::current_exe().unwrap_or_else(|_| PathBuf::from("ringstack")),
            program => PathBuf::from(program),
        }
    }
}

/// Settings of a pace, `key=value`.
#[derive(Default)]
struct PaceWords(Vec<String>);

impl PaceWords {
    fn read(&self) -> Result<Option<Pace>, PaceError> {
        if self.0.is_empty() {
            return Ok(None);
        }
        Pace::parse(&self.0.join(" ")).map(Some)
    }
}

fn base_name(program: &str) -> String {
    let file = program.rsplit('/').next().unwrap_or(program);
    if file == "self" { "ringstack" } else { file }.to_owned()
}

/// Splits into words; quotes keep blanks together.
fn split(text: &str) -> Result<Vec<String>, SpecError> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut open = None;
    for c in text.chars() {
        match (open, c) {
            (Some(quote), c) if c == quote => open = None,
            (None, '\'' | '"') => {
                open = Some(c);
                word.get_or_insert_default();
            }
            (None, c) if c.is_ascii_whitespace() => words.extend(word.take()),
            (_, c) => word.get_or_insert_default().push(c),
        }
    }
    if open.is_some() {
        return Err(SpecError::OpenQuote(text.to_owned()));
    }
    words.extend(word);
    Ok(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_come_before_the_command() {
        let text = "name='my engine' option.Hash=64 nodes=500 ./dir/engine --level 3 'a b' x=y";
        let spec = EngineSpec::parse(text).expect("a good description");
        assert_eq!(spec.name, "my engine");
        assert_eq!(spec.program, "./dir/engine");
        assert_eq!(spec.arguments, ["--level", "3", "a b", "x=y"]);
        assert_eq!(spec.options, [("Hash".to_owned(), "64".to_owned())]);
        assert_eq!(spec.pace, Some(Pace::parse("nodes=500").expect("a pace")));
    }

    #[test]
    fn a_command_names_its_engine() {
        let spec = EngineSpec::parse("/usr/bin/engine").expect("a command");
        assert_eq!((spec.name.as_str(), spec.pace), ("engine", None));
        assert_eq!(
            EngineSpec::parse("self").expect("a command").name,
            "ringstack"
        );
    }

    #[test]
    fn bad_descriptions_are_refused() {
        assert!(matches!(
            EngineSpec::parse("name=x"),
            Err(SpecError::NoCommand(_))
        ));
        assert!(matches!(
            EngineSpec::parse(" "),
            Err(SpecError::NoCommand(_))
        ));
        assert!(matches!(
            EngineSpec::parse("'x y"),
            Err(SpecError::OpenQuote(_))
        ));
        assert!(matches!(
            EngineSpec::parse("nodes=many x"),
            Err(SpecError::Pace(_))
        ));
    }
}

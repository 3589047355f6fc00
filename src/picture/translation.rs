//! The translations of texts, as tables from keys to templates.
//!
//! A template has the arguments of its text in braces, for example `{from}`.

use std::collections::BTreeMap;

use serde::Serialize;

use super::scene::VERSION;

/// The languages other than English.
pub const LANGUAGES: [&str; 1] = ["fr"];

/// The French texts of all games.
const FRENCH: &str = include_str!("french.json");

/// The texts of a rule set in one language.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Texts {
    /// The version of the answers, [`VERSION`].
    pub v: u32,
    /// The id of the rule set.
    pub game: &'static str,
    /// The language.
    pub language: &'static str,
    /// The templates by key.
    pub texts: BTreeMap<String, String>,
}

impl Texts {
    /// The French texts of a rule set, from the tables of its game. Later tables come first.
    ///
    /// # Errors
    /// The problem of a table.
    pub fn french(game: &'static str, tables: &[&str]) -> Result<Texts, serde_json::Error> {
        let mut texts: BTreeMap<String, String> = serde_json::from_str(FRENCH)?;
        for table in tables {
            texts.extend(serde_json::from_str::<BTreeMap<String, String>>(table)?);
        }
        Ok(Texts {
            v: VERSION,
            game,
            language: "fr",
            texts,
        })
    }
}

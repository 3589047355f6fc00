//! The texts of a rule set in a language other than English.

use std::collections::BTreeMap;

use serde::Serialize;

use super::lesson::without_references;
use super::scene::VERSION;
use crate::rules::Catalog;

/// The languages other than English.
pub const LANGUAGES: [&str; 1] = ["fr"];

/// The texts that all games share.
pub static COMMON_TEXTS: Catalog = Catalog::new(include_str!("texts.json"));

/// The texts of a rule set in one language.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
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
    /// The French texts of a rule set: the common ones, those of `catalogs` (later ones have priority) and those
    /// of the lessons.
    ///
    /// # Errors
    /// The problem of the file of lessons.
    pub fn french<'a>(
        game: &'static str,
        catalogs: impl IntoIterator<Item = &'a Catalog>,
        lessons: &str,
    ) -> Result<Texts, serde_json::Error> {
        let mut texts: BTreeMap<String, String> = serde_json::from_str(lessons)?;
        for text in texts.values_mut() {
            *text = without_references(text);
        }
        for catalog in std::iter::once(&COMMON_TEXTS).chain(catalogs) {
            let french = catalog.french();
            texts.extend(french.map(|(key, text)| (key.clone(), text.clone())));
        }
        Ok(Texts {
            v: VERSION,
            game,
            language: "fr",
            texts,
        })
    }
}

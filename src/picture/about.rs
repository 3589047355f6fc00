//! A game in a few sentences, so that no front end has to hold its rules.

use serde::Serialize;

use super::scene::{Players, VERSION};
use super::text::Text;

/// A short account of a rule set.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct About {
    /// [`VERSION`].
    pub v: u32,
    /// The id of the game and its rule set.
    pub id: &'static str,
    /// Its name.
    pub title: String,
    /// Who plays.
    pub players: Players,
    /// The rules, a paragraph each.
    pub rules: Vec<Text>,
}

impl About {
    /// The account of a rule set; each paragraph has a key and its English text.
    #[must_use]
    pub fn new(
        id: &'static str,
        title: impl Into<String>,
        players: Players,
        rules: Vec<Text>,
    ) -> About {
        About {
            v: VERSION,
            id,
            title: title.into(),
            players,
            rules,
        }
    }
}

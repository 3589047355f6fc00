//! A short description of a game, so that front ends need not contain its rules.

use serde::Serialize;

use super::scene::{Players, VERSION};
use super::text::Text;

/// A short description of a rule set.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct About {
    /// [`VERSION`].
    pub v: u32,
    /// The id of the game and its rule set.
    pub id: &'static str,
    /// The name of the game.
    pub title: String,
    /// The players.
    pub players: Players,
    /// The rules, one text per paragraph.
    pub rules: Vec<Text>,
}

impl About {
    /// A description; each paragraph has a translation key and an English text.
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

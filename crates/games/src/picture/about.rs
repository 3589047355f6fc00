//! A short description of a game, so that front ends need not contain its rules.

use serde::Serialize;

use super::Id;
use super::scene::{Players, VERSION};
use crate::rules::{Catalog, RuleSet, Text};

/// A short description of a rule set.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct About {
    /// The version of the answers, [`VERSION`].
    pub v: u32,
    /// The id of the game and its rule set.
    pub id: &'static str,
    /// The name of the game.
    pub title: String,
    /// The players.
    pub players: Players,
    /// The rules by paragraph.
    pub rules: Vec<Rule>,
}

/// A paragraph of the rules.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Rule {
    /// The text.
    #[serde(flatten)]
    pub text: Text,
    /// A position that shows the rule.
    pub picture: Option<RulePicture>,
}

/// A position that shows a rule.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RulePicture {
    /// The id of its rule set, which may be another one.
    pub game: &'static str,
    /// The position.
    pub fen: &'static str,
    /// Places and items to mark.
    pub points: Vec<Id>,
}

/// A paragraph in the list of a game: its key, and its picture. See [`Rule::new`].
pub type RuleSource = (&'static str, Option<(&'static str, &'static str)>);

impl Rule {
    /// A paragraph with the text of a key. A picture is a FEN of the rule set `game` and the places to mark,
    /// separated by spaces.
    #[must_use]
    pub fn new(texts: &Catalog, game: &'static str, (key, picture): RuleSource) -> Rule {
        Rule {
            text: texts.text(key),
            picture: picture.map(|(fen, points)| RulePicture {
                game,
                fen,
                points: points.split_whitespace().map(str::to_owned).collect(),
            }),
        }
    }
}

impl About {
    /// A description of a rule set. The key of its title is `title.ID`.
    #[must_use]
    pub fn new(
        variant: impl RuleSet,
        texts: &Catalog,
        players: Players,
        rules: impl IntoIterator<Item = Rule>,
    ) -> About {
        let id = variant.id();
        About {
            v: VERSION,
            id,
            title: texts.text(format!("title.{id}")).text,
            players,
            rules: rules.into_iter().collect(),
        }
    }
}

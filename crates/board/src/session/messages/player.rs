//! The player of a side.

use serde::{Deserialize, Serialize};

/// The player of a side.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "lowercase", deny_unknown_fields)]
pub enum PlayerConfig {
    /// A user at a page.
    Human {
        /// The name of the user; empty if unknown.
        #[serde(default)]
        name: String,
    },
    /// An engine.
    Engine {
        engine: usize,
        /// The strength; `None` for the level of the command line.
        #[serde(default)]
        level: Option<i64>,
    },
}

impl PlayerConfig {
    /// A user without a name.
    pub fn human() -> PlayerConfig {
        PlayerConfig::Human {
            name: String::new(),
        }
    }

    /// Whether a user plays the side.
    pub fn is_human(&self) -> bool {
        matches!(self, PlayerConfig::Human { .. })
    }
}

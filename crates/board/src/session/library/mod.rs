//! The saved games: when to save the game on the board, and the folder of saves as users see it.
//!
//! | file | contents |
//! |---|---|
//! | `saves` | the files: listed, read, renamed, copied, deleted and restored |
//! | `additions` | the games of a record that are being added |

pub mod additions;
pub mod saves;

use serde::Serialize;

use super::game::entry::GameEntry;

/// The saved games.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct SavedGames<'a> {
    /// Their folder; `None` if games are not saved.
    pub folder: Option<&'a str>,
    /// The file of the game on the board.
    pub board: Option<&'a str>,
    /// The newest games, the newest first.
    pub games: Vec<GameEntry>,
}

//! The records of boardspace.net: a form of SGF in which a node is an action of a player, not a
//! turn. Which actions make a turn is known to the file of each game.
//!
//! | file | what it holds |
//! |---|---|
//! | `sgf` | the text as nodes with properties |
//! | `header` | what is said about the whole game |
//! | `actions` | the actions, and the turns of players in general |
//! | `dvonn`, `gipf`, `zertz` | the actions of a game, and the turns they make |

mod actions;
mod dvonn;
mod gipf;
mod header;
mod sgf;
#[cfg(test)]
mod tests;
mod zertz;

use super::chunk::Chunk;
use super::game::GameRecord;
use super::refused::RecordFault;

pub(super) use sgf::chunk;

/// Reads the text of a game.
pub(super) fn read(chunk: &Chunk) -> Result<GameRecord, RecordFault> {
    let nodes = sgf::nodes(chunk)?;
    let header = header::read(&nodes)?;
    let actions = actions::list(&nodes)?;
    match header.kind {
        header::RecordedGame::Dvonn => dvonn::read(&header, &actions),
        header::RecordedGame::Gipf(variant) => gipf::read(&header, &actions, variant),
        header::RecordedGame::Zertz(variant) => zertz::read(&header, &actions, variant),
    }
}

//! Reads the records of boardspace.net: a form of SGF in which a node is an action of a player instead of a
//! complete turn. The file of each game builds turns from actions.
//!
//! | file | content |
//! |---|---|
//! | `sgf` | parses nodes and properties |
//! | `header` | the root node: game, players, date |
//! | `actions` | the actions, and how they make turns in all games |
//! | `edits` | leaves out edits of the board |
//! | `dvonn`, `gipf`, `zertz` | the actions of a game |

mod actions;
mod dvonn;
mod edits;
mod gipf;
mod header;
mod sgf;
#[cfg(test)]
mod tests;
mod zertz;

use super::chunk::Chunk;
use super::game::GameRecord;
use super::refused::RecordFault;
use crate::games::gipf::Variant;

use dvonn::DvonnTurn;
use gipf::GipfTurn;
use header::RecordedGame;
use sgf::SgfNode;
pub(super) use sgf::chunk;
use zertz::ZertzTurn;

/// Reads the text of a game.
pub(super) fn read(chunk: &Chunk) -> Result<GameRecord, RecordFault> {
    let (nodes, cut) = sgf::nodes(chunk)?;
    let read = read_nodes(&nodes);
    let Some(fault) = cut else {
        return read;
    };
    // The turns before the cut can be kept.
    let kept = match read {
        Ok(record) => Some(record).filter(|record| !record.moves.is_empty()),
        Err(fault) => fault.kept.map(|kept| *kept),
    };
    Err(fault.keeping(kept))
}

fn read_nodes(nodes: &[SgfNode]) -> Result<GameRecord, RecordFault> {
    let header = header::read(nodes)?;
    let actions = edits::without_edits(actions::list(nodes)?);
    match header.game {
        RecordedGame::Dvonn => actions::play::<DvonnTurn>(&header, &actions),
        RecordedGame::Zertz(_) => actions::play::<ZertzTurn>(&header, &actions),
        // The player with the first colour then starts at the other corners. The tournament game starts with an
        // empty board, so there it makes no difference.
        RecordedGame::Gipf(variant) if header.colours_swapped && variant != Variant::Tournament => {
            actions::play::<GipfTurn<true>>(&header, &actions)
        }
        RecordedGame::Gipf(_) => actions::play::<GipfTurn<false>>(&header, &actions),
    }
}

//! Reads the records of boardspace.net: a form of SGF in which a node is an action of a player instead of a
//! complete move. The file of each game builds moves from actions.
//!
//! | file | content |
//! |---|---|
//! | `sgf` | parses nodes and properties |
//! | `header` | the root node: game, players, date |
//! | `actions` | the actions, and how they make moves in all games |
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

use dvonn::DvonnMove;
use gipf::GipfMove;
use header::RecordedGame;
pub(super) use sgf::EndScanner;
use sgf::SgfNode;
use zertz::ZertzMove;

/// Reads the text of a game.
pub(super) fn read(chunk: &Chunk) -> Result<GameRecord, RecordFault> {
    let (nodes, cut) = sgf::nodes(chunk)?;
    let read = read_nodes(&nodes);
    let Some(fault) = cut else {
        return read;
    };
    let partial_game = match read {
        Ok(record) => Some(record).filter(|record| !record.moves.is_empty()),
        Err(fault) => fault.partial_game.map(|game| *game),
    };
    Err(fault.with_partial_game(partial_game))
}

fn read_nodes(nodes: &[SgfNode]) -> Result<GameRecord, RecordFault> {
    let header = header::read(nodes)?;
    let actions = edits::without_edits(actions::list(nodes)?);
    match header.game {
        RecordedGame::Dvonn => actions::play::<DvonnMove>(&header, &actions),
        RecordedGame::Zertz(_) => actions::play::<ZertzMove>(&header, &actions),
        // The player with the first colour then starts at the other corners. The tournament game starts with an
        // empty board, so there it makes no difference.
        RecordedGame::Gipf(variant) if header.colours_swapped && variant != Variant::Tournament => {
            actions::play::<GipfMove<true>>(&header, &actions)
        }
        RecordedGame::Gipf(_) => actions::play::<GipfMove<false>>(&header, &actions),
    }
}

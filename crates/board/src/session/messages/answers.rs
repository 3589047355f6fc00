//! The answers to the requests of pages that need no part of the session.

use std::collections::BTreeMap;

use serde::Serialize;

use super::super::checks::check_count;
use super::super::refusal::Refusal;
use super::NodeId;
use ringstack_engine::picture::{MoveTrace, Text, Touches};
use ringstack_engine::play::GameState;

/// A position, ready to draw and to play.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct View {
    /// The node; `None` apart from the game on the board.
    pub node: Option<NodeId>,
    /// The first touches, with the scene.
    pub touches: Touches,
    /// The move that led to the position.
    pub trace: Option<MoveTrace>,
}

/// A position with its node, if it has one, and the move that led to it.
pub fn view_of(
    state: &dyn GameState,
    node: Option<NodeId>,
    trace: Option<MoveTrace>,
) -> Result<View, Refusal> {
    let touches = state.touches(&[]).map_err(|_| "no touches".to_owned())?;
    Ok(View {
        node,
        touches,
        trace,
    })
}

/// The answer to a sequence of touches.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum TouchAnswer {
    Allowed(Box<Touches>),
    /// The last touch is not allowed.
    Refused {
        reason: Text,
    },
    /// The touches made a move, which was played.
    Played(MoveAnswer),
}

impl TouchAnswer {
    /// The answer of a game to touches; if one is not allowed, the reason.
    pub fn of(state: &dyn GameState, touches: &[String]) -> Result<TouchAnswer, Refusal> {
        check_count(touches)?;
        Ok(match state.touches(touches) {
            Ok(answer) => TouchAnswer::Allowed(Box::new(answer)),
            Err(wrong) => TouchAnswer::Refused {
                reason: wrong.reason,
            },
        })
    }

    /// The token of a move to which nothing can be added.
    pub fn complete_move(&self) -> Option<&str> {
        match self {
            TouchAnswer::Allowed(touches) if touches.next.is_empty() => touches.token.as_deref(),
            _ => None,
        }
    }
}

/// A link for another device.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Invitation {
    pub address: String,
}

/// The texts of a game, or the titles and sides of all games, in a language.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct TextTable {
    /// The templates by key.
    pub texts: BTreeMap<String, String>,
}

/// The game and a position as text.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Exported {
    pub fen: String,
    /// The game as a line of the format `list`.
    pub list: String,
    pub pgn: String,
}

/// A played move.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct MoveAnswer {
    /// The node after it.
    pub node: NodeId,
}

/// The other player must accept the request first.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Proposed {
    /// Always true.
    pub proposed: bool,
}

/// Saved games as one text.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ExportedGames {
    pub pgn: String,
    /// Why games are missing.
    pub errors: Vec<Refusal>,
}

/// The text of a file.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum Decoded {
    Text {
        text: String,
    },
    /// It is the index of a library, which is open now, with this number of games.
    Index {
        indexed: usize,
    },
}

/// What became of the games of a record.
#[derive(Debug, Default, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct AddedGames {
    pub added: usize,
    /// The number of games that were there before.
    pub repeated: usize,
    /// The number of added games that end before an illegal move.
    pub shortened: usize,
    pub refused: usize,
    /// Why the first games were shortened or refused.
    pub reasons: Vec<Refusal>,
}

/// The moves played at a node.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Explored {
    /// The number of games with the same rules.
    pub games: usize,
    /// The most frequent first.
    pub moves: Vec<ExploredMove>,
}

/// A move played at a node.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ExploredMove {
    pub token: String,
    /// Wins of player 1, wins of player 2, draws, and games without a result.
    pub results: [u32; 4],
}

/// The file with settings and progress.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ProfileFile {
    pub text: String,
}

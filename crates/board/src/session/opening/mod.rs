//! Games that are about to begin: new ones, opened records and continued saves.
//!
//! | file | contents |
//! |---|---|
//! | `import` | files that pages open, a few games at a time |
//! | `set_up` | the search for a random first position |

pub mod import;
pub mod set_up;

use serde::Serialize;

use super::game::entry::GameEntry;
use super::game::record::OpenedGame;
use super::game::series::Series;
use super::game::tree::{GameTree, Status};
use super::messages::answers::Proposed;
use super::study::explorer::OpenedFile;
use ringstack_engine::play::{GameState, Start};

/// A game that is about to begin.
#[derive(Debug)]
pub struct PendingGame {
    pub opened: OpenedGame,
    pub origin: GameOrigin,
}

/// Where a game comes from.
#[derive(Debug)]
pub enum GameOrigin {
    /// A new game.
    New {
        series: Series,
        /// Whether the players of the game on the board swap sides.
        swapped: bool,
    },
    /// An opened record, and the file that contains it if there are several games in it.
    Record(Option<Box<OpenedFile>>),
    /// A save that is continued, by its file.
    Save(String),
}

/// A game without moves.
pub fn fresh(state: Box<dyn GameState>, first: u64) -> OpenedGame {
    let start = match state.start() {
        Start::Startpos => Start::Startpos,
        Start::Fen(_) => Start::Fen(state.fen()),
    };
    let tree = GameTree::new(first, Status::of(state.as_ref()));
    OpenedGame {
        state,
        start,
        live: tree.root(),
        tree,
        ending: None,
        names: Default::default(),
        tags: Vec::new(),
        board: None,
    }
}

/// A game has begun.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Begun {
    /// The previous game, if it was saved.
    pub saved: Option<GameEntry>,
}

/// The answer to a request that begins a game.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum BeginAnswer {
    Begun(Box<Begun>),
    Proposed(Proposed),
}

impl BeginAnswer {
    /// The previous game, if it was saved.
    pub fn saved(self) -> Option<GameEntry> {
        match self {
            BeginAnswer::Begun(begun) => begun.saved,
            BeginAnswer::Proposed(_) => None,
        }
    }
}

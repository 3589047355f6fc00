//! A game that is about to begin.

use super::explorer::OpenedFile;
use super::record::OpenedGame;
use super::series::Series;

/// A game that is about to begin.
#[derive(Debug)]
pub(super) struct PendingGame {
    pub(super) opened: OpenedGame,
    pub(super) origin: GameOrigin,
}

/// Where a game comes from.
#[derive(Debug)]
pub(super) enum GameOrigin {
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

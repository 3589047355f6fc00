//! What a player of DVONN decides at a time.

use crate::board::Cell;

/// A turn of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// First phase: the next piece goes to an empty cell.
    Place(Cell),
    /// Second phase: a stack goes onto another.
    Stack {
        /// Where the stack stood.
        from: Cell,
        /// The stack it lands on.
        to: Cell,
    },
    /// Second phase: the player has no move, his opponent has.
    Pass,
}

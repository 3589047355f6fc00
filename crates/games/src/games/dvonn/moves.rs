//! The move type of DVONN.

use crate::board::Cell;

/// A move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// First phase: the next piece goes to an empty cell.
    Place(Cell),
    /// Second phase: a stack goes onto another.
    Stack {
        /// The start of the stack.
        from: Cell,
        /// The stack it lands on.
        to: Cell,
    },
    /// Second phase: the player cannot move, but the opponent can.
    Pass,
}

//! The learned order of placements: a conditional logit of the move that a search chooses. `docs/contributors/training.md`
//! says from which searches its weights come.

use super::board::{BOARD, CELL_COUNT};
use super::neighbourhood::{CLASSES, Neighbourhoods};
use super::position::Position;
use super::variant::{COLOURS, Marble};
use crate::board::Cell;
use crate::eval::Weights;

/// What the opponent must capture: nothing or a colour.
const CAPTURES: usize = 1 + COLOURS;
/// Classes of the cell, for safe placements and for sacrifices.
const CELLS: usize = COLOURS * CAPTURES;
/// Classes of the ring, the same for rings apart from the cell and beside it.
const RINGS: usize = CELLS + 2 * CLASSES;

/// In the unit of the history tables.
static WEIGHTS: Weights<{ RINGS + 4 * CLASSES }, 1> =
    Weights::read(include_str!("placements.weights"));

/// The ranks of the parts of placements in a position. They add up.
pub(super) struct PlacementRanks {
    around: Neighbourhoods,
    /// The classes of the rings that can be removed.
    rings: [u8; CELL_COUNT],
}

impl PlacementRanks {
    pub(super) fn new(position: &Position) -> PlacementRanks {
        let around = Neighbourhoods::new(position.rings(), position.occupied());
        let mut rings = [0; CELL_COUNT];
        for ring in position.loose() {
            rings[ring.index()] = around.class(ring) as u8;
        }
        PlacementRanks { around, rings }
    }

    /// The rank of a marble if the opponent must then capture one of this colour.
    pub(super) fn of_marble(marble: Marble, captured: Option<usize>) -> i32 {
        let captured = captured.map_or(0, |colour| 1 + colour);
        WEIGHTS.weight(marble.index() * CAPTURES + captured)
    }

    /// The rank of placing a marble on a cell.
    pub(super) fn of_cell(&self, cell: Cell, sacrifice: bool) -> i32 {
        let class = self.around.class(cell);
        WEIGHTS.weight(CELLS + usize::from(sacrifice) * CLASSES + class)
    }

    /// The rank of removing a ring that can be removed, after a marble was placed on `cell`.
    pub(super) fn of_ring(&self, ring: Cell, cell: Cell, sacrifice: bool) -> i32 {
        let beside = BOARD.neighbours(cell).has(ring);
        let table = 2 * usize::from(sacrifice) + usize::from(beside);
        let class = usize::from(self.rings[ring.index()]);
        WEIGHTS.weight(RINGS + table * CLASSES + class)
    }
}

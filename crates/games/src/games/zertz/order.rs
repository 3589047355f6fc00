//! The learned order of placements: a conditional logit of the move that a search chooses. `docs/contributors/training.md`
//! says from which searches its weights come.

use super::board::{BOARD, CELL_COUNT};
use super::neighbourhood::{CLASSES, Neighbourhoods};
use super::position::Position;
use super::variant::{COLOURS, Marble};
use crate::board::Cell;
use crate::eval::Weights;

/// The opponent must capture nothing, or a marble of one colour.
const CAPTURES: usize = 1 + COLOURS;
/// The first weight for a cell: one for each class, for safe placements and then for sacrifices.
const CELLS: usize = COLOURS * CAPTURES;
/// The first weight for a ring: one for each class, for safe placements and then for sacrifices, each for rings apart from
/// the cell and then for rings beside it.
const RINGS: usize = CELLS + 2 * CLASSES;

/// By marble and what the opponent must capture, then from [`CELLS`] and [`RINGS`] on; in the unit of the history tables.
static WEIGHTS: Weights<{ RINGS + 4 * CLASSES }, 1> =
    Weights::read(include_str!("placements.weights"));

/// The classes from which the ranks of the placements in a position follow.
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

    /// The rank of a placement after which the opponent must capture a marble of colour `captured`, if any. The ring can be
    /// removed.
    pub(super) fn of(
        &self,
        marble: Marble,
        cell: Cell,
        ring: Option<Cell>,
        captured: Option<usize>,
    ) -> i32 {
        let of_marble = marble.index() * CAPTURES + captured.map_or(0, |colour| 1 + colour);
        let sacrifice = captured.is_some();
        let of_cell = CELLS + usize::from(sacrifice) * CLASSES + self.around.class(cell);
        let of_ring = ring.map_or(0, |ring| self.of_ring(ring, cell, sacrifice));
        WEIGHTS.weight(of_marble) + WEIGHTS.weight(of_cell) + of_ring
    }

    /// What the ring adds to the rank of a placement on `cell`.
    pub(super) fn of_ring(&self, ring: Cell, cell: Cell, sacrifice: bool) -> i32 {
        let table = 2 * usize::from(sacrifice) + usize::from(BOARD.neighbours(cell).has(ring));
        let class = usize::from(self.rings[ring.index()]);
        WEIGHTS.weight(RINGS + table * CLASSES + class)
    }
}

//! The images of positions and moves: the board has half a turn and two reflections.

use std::sync::LazyLock;

use super::board::{BITS, BOARD, CELLS};
use super::moves::Move;
use super::position::Position;
use crate::board::symmetry::HexSymmetry;
use crate::picture::HasSetup;
use crate::rules::Symmetric;

/// The symmetries of the board.
pub(super) static SYMMETRIES: LazyLock<Vec<HexSymmetry<BITS>>> =
    LazyLock::new(|| HexSymmetry::all(&BOARD, CELLS));

impl Symmetric for Position {
    type Symmetry = &'static HexSymmetry<BITS>;

    fn symmetries(&self) -> Vec<Self::Symmetry> {
        SYMMETRIES.iter().collect()
    }

    fn image(&self, symmetry: Self::Symmetry) -> Position {
        self.moved(|cell| symmetry.cell(cell))
    }

    fn image_of_move(m: Move, symmetry: Self::Symmetry) -> Move {
        match m {
            Move::Place(cell) => Move::Place(symmetry.cell(cell)),
            Move::Stack { from, to } => Move::Stack {
                from: symmetry.cell(from),
                to: symmetry.cell(to),
            },
            Move::Pass => Move::Pass,
        }
    }
}

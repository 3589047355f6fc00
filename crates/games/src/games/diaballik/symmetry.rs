//! The images of positions and moves. Only the mirror image counts as the same position: half a turn would
//! exchange the goals of the players.

use super::board::{CELL_COUNT, Squares};
use super::moves::{Change, Kind, Move, NO_SQUARE};
use super::position::Position;
use crate::board::{Bits, Cell};
use crate::picture::HasSetup;
use crate::rules::Symmetric;

/// The image of each square, for both symmetries.
pub(super) static SYMMETRIES: [[Cell; CELL_COUNT]; 2] = {
    let mut symmetries = [[Cell(0); CELL_COUNT]; 2];
    let mut cell = 0;
    while cell < CELL_COUNT {
        let (file, rank) = Squares::coords(Cell(cell as u8));
        symmetries[0][cell] = Cell(cell as u8);
        symmetries[1][cell] = Cell((7 * (6 - file) + rank) as u8);
        cell += 1;
    }
    symmetries
};

fn set(cells: Bits, symmetry: &[Cell; CELL_COUNT]) -> Bits {
    cells
        .into_iter()
        .map(|cell| symmetry[cell.index()])
        .collect()
}

impl Symmetric for Position {
    type Symmetry = &'static [Cell; CELL_COUNT];

    fn symmetries(&self) -> Vec<Self::Symmetry> {
        SYMMETRIES.iter().collect()
    }

    fn image(&self, symmetry: Self::Symmetry) -> Position {
        self.moved(|cell| symmetry[cell.index()])
    }

    fn image_of_move(m: Move, symmetry: Self::Symmetry) -> Move {
        if m.kind() == Kind::Stuck {
            return m;
        }
        let change = m.change();
        let [left, entered] = [change.left(), change.entered()].map(|cells| set(cells, symmetry));
        let change = Change::between(left, entered).unwrap_or(change);
        let holder = m
            .holder()
            .map_or(NO_SQUARE, |cell| symmetry[cell.index()].0);
        let image = Move::new(change, holder);
        match m.kind() {
            Kind::Claim => image.claiming(),
            Kind::Actions | Kind::Stuck => image,
        }
    }
}

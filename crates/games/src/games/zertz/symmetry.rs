//! The images of positions and moves. The boards of 37 and 61 rings have twelve symmetries, the others fewer.

use std::sync::LazyLock;

use super::board::{BOARD, CELL_COUNT};
use super::moves::{Move, Path};
use super::position::Position;
use super::variant::Variant;
use crate::board::symmetry::HexSymmetry;
use crate::picture::HasSetup;
use crate::rules::{RuleSet, Symmetric};

/// The symmetries of the board of a rule set.
pub(super) fn symmetries_of(variant: Variant) -> &'static [HexSymmetry<CELL_COUNT>] {
    /// In the order of the rule sets.
    static SYMMETRIES: LazyLock<Vec<Vec<HexSymmetry<CELL_COUNT>>>> = LazyLock::new(|| {
        let boards = Variant::ALL.iter().map(|variant| variant.cells());
        boards
            .map(|cells| HexSymmetry::all(&BOARD, cells))
            .collect()
    });
    &SYMMETRIES[variant as usize]
}

impl Symmetric for Position {
    type Symmetry = &'static HexSymmetry<CELL_COUNT>;

    fn symmetries(&self) -> Vec<Self::Symmetry> {
        symmetries_of(self.variant).iter().collect()
    }

    fn image(&self, symmetry: Self::Symmetry) -> Position {
        self.moved(|cell| symmetry.cell(cell))
    }

    fn image_of_move(m: Move, symmetry: Self::Symmetry) -> Move {
        match m {
            Move::Place {
                marble,
                cell,
                ring,
                claims,
            } => Move::Place {
                marble,
                cell: symmetry.cell(cell),
                ring: ring.map(|ring| symmetry.cell(ring)),
                claims: symmetry.set(claims),
            },
            Move::Jump { from, path } => Move::Jump {
                from: symmetry.cell(from),
                path: path
                    .directions()
                    .map(|direction| symmetry.direction(direction))
                    .fold(Path::default(), Path::then),
            },
            Move::Pass => Move::Pass,
        }
    }
}

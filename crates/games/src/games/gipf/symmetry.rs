//! The images of positions and moves: the board has six rotations and six reflections.

use std::sync::LazyLock;

use super::board::{BITS, BOARD, ENTRIES, POINTS, entry};
use super::moves::{Action, Move};
use super::position::Position;
use crate::board::symmetry::HexSymmetry;
use crate::picture::HasSetup;
use crate::rules::Symmetric;

/// The symmetries of the board.
pub(super) static SYMMETRIES: LazyLock<Vec<HexSymmetry<BITS>>> =
    LazyLock::new(|| HexSymmetry::all(&BOARD, POINTS));

impl Symmetric for Position {
    type Symmetry = &'static HexSymmetry<BITS>;

    fn symmetries(&self) -> Vec<Self::Symmetry> {
        SYMMETRIES.iter().collect()
    }

    fn image(&self, symmetry: Self::Symmetry) -> Position {
        self.moved(|point| symmetry.cell(point))
    }

    fn image_of_move(m: Move, symmetry: Self::Symmetry) -> Move {
        let [before, after] = [m.before(), m.after()].map(|points| symmetry.set(points));
        match m.action() {
            None => Move::ending(before),
            Some(Action::Enter(kind, number)) => {
                let number = image_of_entry(number, symmetry);
                Move::new(before, Action::Enter(kind, number), after)
            }
            Some(Action::Jump(from, direction)) => {
                let jump = Action::Jump(symmetry.cell(from), symmetry.direction(direction));
                Move::new(before, jump, after)
            }
        }
    }
}

/// The number of the image of an entry.
fn image_of_entry(number: u8, symmetry: &HexSymmetry<BITS>) -> u8 {
    let entry = entry(number);
    let first = symmetry.cell(entry.first);
    let direction = symmetry.direction(entry.direction);
    let image = ENTRIES
        .iter()
        .position(|other| other.first == first && other.direction == direction);
    image.map_or(number, |image| image as u8)
}

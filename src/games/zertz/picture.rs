//! ZÈRTZ boards as drawings: rings, marbles, the reserve and the captured marbles.

use super::board::BOARD;
use super::notation::{landings, name};
use super::position::Position;
use super::turn::Move;
use super::variant::{Counts, Marble};
use crate::board::Cell;
use crate::picture::{Colour, Ground, Mark, Picture, Piece, Scene, Spot, Supply};
use crate::rules::Side;

fn piece(marble: Marble) -> Piece {
    Piece {
        colour: [Colour::White, Colour::Grey, Colour::Black][marble.index()],
        height: 1,
        mark: Mark::Plain,
    }
}

/// Columns stand upright, each half a step below or above the next.
fn centre(cell: Cell) -> (f32, f32) {
    let (q, r) = BOARD.coords[cell.index()];
    let (q, r) = (f32::from(q), f32::from(r));
    (q * 3_f32.sqrt() / 2.0, r + q / 2.0)
}

impl Picture for Position {
    fn scene(&self) -> Scene {
        let spot = |cell| {
            let (x, y) = centre(cell);
            Spot {
                name: name(self.variant(), cell),
                x,
                y,
                ground: if self.rings().has(cell) {
                    Ground::Ring
                } else {
                    Ground::Gone
                },
                piece: self.marble_at(cell).map(piece),
            }
        };
        let supply = |label: &str, owner, counts: Counts| Supply {
            label: label.to_owned(),
            owner,
            pieces: Marble::ALL
                .into_iter()
                .zip(counts)
                .map(|(marble, count)| (piece(marble), u32::from(count)))
                .collect(),
        };
        let captured = |side| supply("captured", Some(side), self.captured(side));
        Scene {
            lines: Vec::new(),
            spots: self.variant_cells().map(spot).collect(),
            supplies: vec![
                supply("reserve", None, self.reserve()),
                captured(Side::One),
                captured(Side::Two),
            ],
        }
    }

    fn trace(&self, m: Move) -> Vec<String> {
        let named = |cell| name(self.variant(), cell);
        match m {
            Move::Place { cell, .. } => vec![named(cell)],
            Move::Jump { from, path } => std::iter::once(from)
                .chain(landings(from, path))
                .map(named)
                .collect(),
            Move::Pass => Vec::new(),
        }
    }
}

//! The inputs of the network of Diaballik. The player to move plays up the board.
//! `docs/contributors/training.md` says which games it learned from.

use super::board::{CELL_COUNT, Squares};
use super::features::Model;
use super::position::Position;
use super::symmetry::SYMMETRIES;
use crate::board::Cell;
use crate::eval::net::symmetries;
use crate::eval::{Inputs, Net, TrainingConfig};
use crate::rules::{Rules, Side};

/// A support or the ball, of either player.
const KINDS: usize = 4;
const INPUTS: usize = KINDS * CELL_COUNT;
const HIDDEN: usize = 64;

static NET: Net<INPUTS, HIDDEN, 1> = Net::read(include_bytes!("diaballik.net"));

impl Inputs for Model {
    const INPUTS: usize = INPUTS;
    const HIDDEN: usize = HIDDEN;
    const TRAINING: TrainingConfig = TrainingConfig {
        scale: 125.0,
        result_share: 0.3,
        rate: 0.001,
        epochs: 8,
    };

    #[inline(always)]
    fn each_input(position: &Position, mut visit: impl FnMut(usize)) {
        let side = position.turn();
        let turned = usize::from(side == Side::Two);
        for (role, side) in [side, !side].into_iter().enumerate() {
            for cell in position.supports(side) {
                visit(2 * role * CELL_COUNT + usize::from(RELATIVE_SQUARE[turned][cell.index()]));
            }
            let ball = position.ball(side);
            visit((2 * role + 1) * CELL_COUNT + usize::from(RELATIVE_SQUARE[turned][ball.index()]));
        }
    }

    fn symmetries() -> Vec<Vec<usize>> {
        symmetries(SYMMETRIES, KINDS, INPUTS)
    }

    #[inline(always)]
    fn correction(position: &Position) -> i32 {
        NET.value::<Self>(position)
    }
}

/// The squares as each side sees them.
static RELATIVE_SQUARE: [[u8; CELL_COUNT]; 2] = {
    let mut seen = [[0; CELL_COUNT]; 2];
    let mut cell = 0;
    while cell < CELL_COUNT {
        let (_, rank) = Squares::coords(Cell(cell as u8));
        seen[0][cell] = cell as u8;
        seen[1][cell] = (cell - rank + 6 - rank) as u8;
        cell += 1;
    }
    seen
};

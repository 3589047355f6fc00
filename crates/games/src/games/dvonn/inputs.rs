//! The inputs of the networks of DVONN, one network for each phase. `docs/contributors/training.md` says which
//! games they learned from.

use super::board::BITS;
use super::features::{Moving, Placing};
use super::position::Position;
use super::symmetry::SYMMETRIES;
use crate::eval::net::symmetries;
use crate::eval::{Inputs, Net, TrainingConfig};
use crate::rules::Rules;

/// Classes of stacks by height, without and with a DVONN piece inside.
const HEIGHTS: usize = 6;
const CLASSES: usize = 2 * HEIGHTS;
/// A stack of either player by class, or a lone DVONN piece.
const MOVING_KINDS: usize = 2 * CLASSES + 1;
/// A piece of either player, or a DVONN piece.
const PLACING_KINDS: usize = 3;
const HIDDEN: usize = 32;

/// The number of output rows: one for each quarter of the occupied cells in the second phase, and of the
/// placed pieces in the first.
const QUARTERS: usize = 4;

static MOVING: Net<{ MOVING_KINDS * BITS }, HIDDEN, QUARTERS> =
    Net::read(include_bytes!("dvonn-moving.net"));
static PLACING: Net<{ PLACING_KINDS * BITS }, HIDDEN, QUARTERS> =
    Net::read(include_bytes!("dvonn-placing.net"));

impl Inputs for Moving {
    const INPUTS: usize = MOVING_KINDS * BITS;
    const HIDDEN: usize = HIDDEN;
    const OUTPUTS: usize = QUARTERS;
    const TRAINING: TrainingConfig = TrainingConfig {
        scale: 500.0,
        result_share: 0.2,
        rate: 0.003,
        epochs: 12,
    };

    #[inline(always)]
    fn output(position: &Position) -> usize {
        position.occupied().count() as usize / 13
    }

    #[inline(always)]
    fn each_input(position: &Position, mut visit: impl FnMut(usize)) {
        let side = position.turn();
        for (role, side) in [side, !side].into_iter().enumerate() {
            for cell in position.controlled(side) {
                let class = match position.height(cell) {
                    height @ 0..=4 => usize::from(height.max(1)) - 1,
                    5 | 6 => 4,
                    _ => 5,
                };
                let class = class + HEIGHTS * usize::from(position.dvonn().has(cell));
                visit((role * CLASSES + class) * BITS + cell.index());
            }
        }
        for cell in position.lone() {
            visit(2 * CLASSES * BITS + cell.index());
        }
    }

    fn symmetries() -> Vec<Vec<usize>> {
        symmetries(
            SYMMETRIES.iter().map(|it| it.cells),
            MOVING_KINDS,
            Self::INPUTS,
        )
    }

    #[inline(always)]
    fn correction(position: &Position) -> i32 {
        MOVING.value::<Self>(position)
    }
}

impl Inputs for Placing {
    const INPUTS: usize = PLACING_KINDS * BITS;
    const HIDDEN: usize = HIDDEN;
    const OUTPUTS: usize = QUARTERS;
    const TRAINING: TrainingConfig = TrainingConfig {
        scale: 500.0,
        result_share: 0.3,
        rate: 0.003,
        epochs: 8,
    };

    #[inline(always)]
    fn output(position: &Position) -> usize {
        usize::from(position.placed()) / 13
    }

    #[inline(always)]
    fn each_input(position: &Position, mut visit: impl FnMut(usize)) {
        let side = position.turn();
        let sets = [
            position.controlled(side),
            position.controlled(!side),
            position.dvonn(),
        ];
        for (kind, cells) in sets.into_iter().enumerate() {
            for cell in cells {
                visit(kind * BITS + cell.index());
            }
        }
    }

    fn symmetries() -> Vec<Vec<usize>> {
        symmetries(
            SYMMETRIES.iter().map(|it| it.cells),
            PLACING_KINDS,
            Self::INPUTS,
        )
    }

    #[inline(always)]
    fn correction(position: &Position) -> i32 {
        PLACING.value::<Self>(position)
    }
}

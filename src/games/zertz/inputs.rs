//! What the network of ZÈRTZ is told of a position.
//!
//! It learned from `tune play` with `--random-plies 8`: `zertz 40000 1000 102` and `40000 1500 103`,
//! `zertz-48 8000 800 548` and `6000 1000 648`, `zertz-blitz 8000 800 577` and `8000 1000 677`,
//! `zertz-61 6000 1000 661`, and 4000 games of each other rule set.

use super::board::{BOARD, CELLS};
use super::features::Model;
use super::position::Position;
use super::variant::{COLOURS, Marble, Variant};
use crate::eval::net::images;
use crate::eval::{Inputs, Net, Recipe};

/// Facts about a cell: a vacant ring, a marble of each colour.
const KINDS: usize = 1 + COLOURS;
/// Captured marbles of one colour, by number: own ones, then the other player's.
const CAPTURED: usize = KINDS * CELLS;
const CAPTURED_NUMBERS: usize = 8;
/// Marbles of one colour that nobody has played, by number.
const RESERVE: usize = CAPTURED + 2 * COLOURS * CAPTURED_NUMBERS;
const RESERVE_NUMBERS: usize = 11;
/// The blitz game.
const BLITZ: usize = RESERVE + COLOURS * RESERVE_NUMBERS;
const INPUTS: usize = BLITZ + 1;
const HIDDEN: usize = 64;

static NET: Net<INPUTS, HIDDEN, 1> = Net::read(include_bytes!("zertz.net"));

impl Inputs for Model {
    const INPUTS: usize = INPUTS;
    const HIDDEN: usize = HIDDEN;
    const TRAINING: Recipe = Recipe {
        scale: 200.0,
        result_share: 0.3,
        rate: 0.002,
        epochs: 18,
    };

    #[inline(always)]
    fn each_input(position: &Position, mut visit: impl FnMut(usize)) {
        for cell in position.vacant() {
            visit(cell.index());
        }
        for marble in Marble::ALL {
            for cell in position.marbles(marble) {
                visit((1 + marble.index()) * CELLS + cell.index());
            }
        }
        let side = position.turn();
        for (role, side) in [side, !side].into_iter().enumerate() {
            for (colour, count) in position.captured(side).into_iter().enumerate() {
                let number = usize::from(count).min(CAPTURED_NUMBERS - 1);
                visit(CAPTURED + (role * COLOURS + colour) * CAPTURED_NUMBERS + number);
            }
        }
        for (colour, count) in position.reserve().into_iter().enumerate() {
            let number = usize::from(count).min(RESERVE_NUMBERS - 1);
            visit(RESERVE + colour * RESERVE_NUMBERS + number);
        }
        if position.variant() == Variant::Blitz {
            visit(BLITZ);
        }
    }

    fn images() -> Vec<Vec<usize>> {
        images(BOARD.symmetries(), KINDS, INPUTS)
    }

    #[inline(always)]
    fn correction(position: &Position) -> i32 {
        NET.value::<Self>(position)
    }
}

//! What the network sees of a ZÈRTZ position, and its value.

use super::board::{BOARD, CELLS};
use super::position::Position;
use super::variant::{COLOURS, Marble, Variant};
use crate::eval::net::{Net, Sight, images};
use crate::rules::Judge as _;

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

static NET: Net<INPUTS, HIDDEN, 1> = Net::read(include_bytes!("net.bin"));

/// Positions in which the player to move is free to place.
pub struct Board;

impl Sight for Board {
    type Position = Position;

    const INPUTS: usize = INPUTS;
    const HIDDEN: usize = HIDDEN;
    const OUTPUTS: usize = 1;

    fn covers(position: &Position) -> bool {
        !position.forced()
    }

    #[inline(always)]
    fn output(_: &Position) -> usize {
        0
    }

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

    fn plain(position: &Position) -> i32 {
        position.plain_value()
    }

    fn images() -> Vec<Vec<usize>> {
        images(BOARD.symmetries(), KINDS, INPUTS)
    }
}

impl Position {
    /// What the network adds to the value.
    #[inline]
    pub(super) fn network_value(&self) -> i32 {
        NET.value::<Board>(self)
    }
}

//! What the network sees of a Diaballik position, and its value.

use super::board::Board as Squares;
use super::position::Position;
use crate::board::Cell;
use crate::eval::net::{Net, Sight, images};
use crate::rules::{Judge as _, Side};

const SQUARES: usize = 49;
/// A support and the ball of the player to move, and the other player's.
const KINDS: usize = 4;
const INPUTS: usize = KINDS * SQUARES;
const HIDDEN: usize = 64;

static NET: Net<INPUTS, HIDDEN, 1> = Net::read(include_bytes!("net.bin"));

/// Positions that are not lost with the next turn. The player to move plays up the board.
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
        let side = position.turn();
        let turned = usize::from(side == Side::Two);
        for (role, side) in [side, !side].into_iter().enumerate() {
            for cell in position.supports(side) {
                visit(2 * role * SQUARES + usize::from(SEEN[turned][cell.index()]));
            }
            let ball = position.ball(side);
            visit((2 * role + 1) * SQUARES + usize::from(SEEN[turned][ball.index()]));
        }
    }

    fn plain(position: &Position) -> i32 {
        super::eval::plain(position)
    }

    fn images() -> Vec<Vec<usize>> {
        let itself: [Cell; SQUARES] = std::array::from_fn(|cell| Cell(cell as u8));
        let mirrored = itself.map(|cell| Cell(42 - cell.0 / 7 * 7 + cell.0 % 7));
        images(vec![itself, mirrored], KINDS, INPUTS)
    }
}

/// The squares as each side sees them.
static SEEN: [[u8; SQUARES]; 2] = {
    let mut seen = [[0; SQUARES]; 2];
    let mut cell = 0;
    while cell < SQUARES {
        let (_, rank) = Squares::coords(Cell(cell as u8));
        seen[0][cell] = cell as u8;
        seen[1][cell] = (cell - rank + 6 - rank) as u8;
        cell += 1;
    }
    seen
};

/// What the network adds to the value.
#[inline]
pub(super) fn network_value(position: &Position) -> i32 {
    NET.value::<Board>(position)
}

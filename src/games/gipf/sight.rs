//! What the network sees of a GIPF position, and its value.

use super::board::{FRAME, coords, point_at};
use super::position::Position;
use crate::board::Cell;
use crate::board::hex::{HexMap, Region};
use crate::eval::net::{Net, Sight, images};

/// What stands on a point: basic, GIPF, charged and used pieces, own ones and the other player's.
const KINDS: usize = 8;
/// Pieces in hand, by number: own ones, then the other player's.
const HAND: usize = KINDS * FRAME;
const HAND_NUMBERS: usize = 19;
/// Potentials in hand, by number, in the same way.
const POTENTIALS: usize = HAND + 2 * HAND_NUMBERS;
const POTENTIAL_NUMBERS: usize = 4;
/// The right to enter GIPF pieces, in the same way.
const GIPF_RIGHT: usize = POTENTIALS + 2 * POTENTIAL_NUMBERS;
const INPUTS: usize = GIPF_RIGHT + 2;
const HIDDEN: usize = 64;
/// An output row for each rule set.
const OUTPUTS: usize = 4;

/// Without GIPF pieces, with them.
static NETS: [Net<INPUTS, HIDDEN, OUTPUTS>; 2] = [
    Net::read(include_bytes!("basic.bin")),
    Net::read(include_bytes!("pieces.bin")),
];

/// Positions in which the player to move has no row to remove.
pub struct Board;

impl Sight for Board {
    type Position = Position;

    const INPUTS: usize = INPUTS;
    const HIDDEN: usize = HIDDEN;
    const OUTPUTS: usize = OUTPUTS;

    fn covers(position: &Position) -> bool {
        position.is_settled()
    }

    #[inline(always)]
    fn output(position: &Position) -> usize {
        position.variant() as usize
    }

    #[inline(always)]
    fn each_input(position: &Position, mut visit: impl FnMut(usize)) {
        let side = position.turn();
        for (role, side) in [side, !side].into_iter().enumerate() {
            let own = position.pieces(side);
            let (gipf, charged, used) = (position.gipf(), position.charged(), position.used());
            let basic = own.minus(gipf | charged | used);
            for (kind, points) in [basic, own & gipf, own & charged, own & used]
                .into_iter()
                .enumerate()
            {
                for point in points {
                    visit((4 * role + kind) * FRAME + point.index());
                }
            }
            let reserve = position.reserve(side);
            let hand = usize::from(reserve.hand).min(HAND_NUMBERS - 1);
            visit(HAND + role * HAND_NUMBERS + hand);
            let potentials = usize::from(reserve.potentials).min(POTENTIAL_NUMBERS - 1);
            visit(POTENTIALS + role * POTENTIAL_NUMBERS + potentials);
            if reserve.gipf_right {
                visit(GIPF_RIGHT + role);
            }
        }
    }

    fn plain(position: &Position) -> i32 {
        position.plain_value()
    }

    fn images() -> Vec<Vec<usize>> {
        images(symmetries(), KINDS, INPUTS)
    }
}

impl Position {
    /// What the network adds to the value.
    #[inline]
    pub(super) fn network_value(&self) -> i32 {
        NETS[self.weight_set()].value::<Board>(self)
    }
}

/// The symmetries of the board as images of all bits of the frame.
fn symmetries() -> Vec<[Cell; FRAME]> {
    let disc: HexMap<37> = HexMap::new(Region::disc(3));
    let of_disc = |map: [Cell; 37]| {
        std::array::from_fn(|index| {
            let here = Cell(index as u8);
            let (q, r) = coords(here);
            disc.cell_at(q, r).map_or(here, |cell| {
                let (q, r) = disc.coords[map[cell.index()].index()];
                point_at(q, r)
            })
        })
    };
    disc.symmetries().into_iter().map(of_disc).collect()
}

//! The inputs of the networks. `docs/contributors/training.md` says which games they learned from.

use super::board::BITS;
use super::features::Model;
use super::position::Position;
use super::symmetry::SYMMETRIES;
use crate::board::{Bits, Cell};
use crate::eval::net::symmetries;
use crate::eval::{Inputs, Net, TrainingConfig};
use crate::rules::Rules;

/// The pieces on a point: basic, GIPF, charged and used pieces of the side to move, then of the opponent.
const KINDS: usize = 8;
/// Pieces in hand, by number: those of the side to move, then the opponent's.
const HAND: usize = KINDS * BITS;
const HAND_NUMBERS: usize = 19;
/// Potentials in hand, by number, in the same way.
const POTENTIALS: usize = HAND + 2 * HAND_NUMBERS;
const POTENTIAL_NUMBERS: usize = 4;
/// The right to enter GIPF pieces, in the same way.
const GIPF_RIGHT: usize = POTENTIALS + 2 * POTENTIAL_NUMBERS;
const INPUTS: usize = GIPF_RIGHT + 2;
pub(super) const HIDDEN: usize = 64;
/// One output for each rule set.
const OUTPUTS: usize = 4;

static BASIC: Net<INPUTS, HIDDEN, OUTPUTS> = Net::read(include_bytes!("gipf-basic.net"));
static GIPF: Net<INPUTS, HIDDEN, OUTPUTS> = Net::read(include_bytes!("gipf.net"));

impl<const WITH_GIPF: bool> Inputs for Model<WITH_GIPF> {
    const INPUTS: usize = INPUTS;
    const HIDDEN: usize = HIDDEN;
    const OUTPUTS: usize = OUTPUTS;
    const TRAINING: TrainingConfig = TrainingConfig {
        scale: 100.0,
        result_share: 0.3,
        rate: 0.001,
        epochs: 8,
    };

    #[inline(always)]
    fn output(position: &Position) -> usize {
        position.variant() as usize
    }

    #[inline(always)]
    fn each_input(position: &Position, mut visit: impl FnMut(usize)) {
        for (kind, points) in kinds(position).into_iter().enumerate() {
            for point in points {
                visit(piece_input(kind, point));
            }
        }
        each_reserve_input(position, visit);
    }

    fn symmetries() -> Vec<Vec<usize>> {
        symmetries(SYMMETRIES.iter().map(|it| it.cells), KINDS, INPUTS)
    }

    #[inline(always)]
    fn correction(position: &Position) -> i32 {
        net::<WITH_GIPF>().value::<Self>(position)
    }
}

/// The network of a model.
#[inline(always)]
pub(super) fn net<const WITH_GIPF: bool>() -> &'static Net<INPUTS, HIDDEN, OUTPUTS> {
    if WITH_GIPF { &GIPF } else { &BASIC }
}

/// The points of the pieces of each kind.
#[inline(always)]
pub(super) fn kinds(position: &Position) -> [Bits; KINDS] {
    let (gipf, charged, used) = (position.gipf(), position.charged(), position.used());
    let of = |own: Bits| {
        let basic = own.minus(gipf | charged | used);
        [basic, own & gipf, own & charged, own & used]
    };
    let side = position.turn();
    let [a, b, c, d] = of(position.pieces(side));
    let [e, f, g, h] = of(position.pieces(!side));
    [a, b, c, d, e, f, g, h]
}

/// The input for a piece of a kind on a point.
#[inline(always)]
pub(super) fn piece_input(kind: usize, point: Cell) -> usize {
    kind * BITS + point.index()
}

/// Calls `visit` with the inputs that hold beside the board.
#[inline(always)]
pub(super) fn each_reserve_input(position: &Position, mut visit: impl FnMut(usize)) {
    let side = position.turn();
    for (role, side) in [side, !side].into_iter().enumerate() {
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

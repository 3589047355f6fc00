//! The inputs of the networks. `docs/contributors/training.md` says which games they learned from.

use super::board::{CELL_COUNT, LINES, REACHES, neighbours};
use super::features::{Model, NETWORKS};
use super::position::Position;
use super::symmetry::symmetries_of;
use super::variant::{COLOURS, Marble, Variant};
use crate::board::Bits;
use crate::eval::net::symmetries;
use crate::eval::{Inputs, Net, TrainingConfig};
use crate::rules::Rules;

/// Facts about a cell: a vacant ring, a marble of each colour.
const KINDS: usize = 1 + COLOURS;
/// Captured marbles by colour and number: those of the side to move, then the opponent's.
const CAPTURED: usize = KINDS * CELL_COUNT;
const CAPTURED_NUMBERS: usize = 8;
/// Marbles in the reserve, by colour and number.
const RESERVE: usize = CAPTURED + 2 * COLOURS * CAPTURED_NUMBERS;
const RESERVE_NUMBERS: usize = 11;
/// The blitz game.
const BLITZ: usize = RESERVE + COLOURS * RESERVE_NUMBERS;
const HIDDEN: usize = 64;
/// Marbles by colour and number of vacant neighbours.
const BESIDE: usize = BLITZ + 1;
const BESIDE_NUMBERS: usize = 7;
/// Marbles by colour and number of lines on which a marble placed beside them could jump over them.
const OVER: usize = BESIDE + COLOURS * BESIDE_NUMBERS;
const OVER_NUMBERS: usize = 4;
/// Marbles by colour and number of directions in which they could jump over a marble placed there.
const REACH: usize = OVER + COLOURS * OVER_NUMBERS;
const REACH_NUMBERS: usize = 7;
/// The number of vacant rings that can be slid out.
const LOOSE: usize = REACH + COLOURS * REACH_NUMBERS;
const LOOSE_NUMBERS: usize = 24;
const INPUTS: usize = LOOSE + LOOSE_NUMBERS;
/// One fact per ring, those beside the board, and three more for each of the 24 marbles.
const MAX_INPUTS: usize = CELL_COUNT + 3 * COLOURS + 1 + 3 * 24;

/// In the order of [`NETWORKS`].
static NETS: [Net<INPUTS, HIDDEN, 1>; NETWORKS.len()] = [
    Net::read_for(include_bytes!("zertz.net"), MAX_INPUTS),
    Net::read_for(include_bytes!("zertz-48.net"), MAX_INPUTS),
    Net::read_for(include_bytes!("zertz-61.net"), MAX_INPUTS),
];

impl<const NET: usize> Inputs for Model<NET> {
    const INPUTS: usize = INPUTS;
    const HIDDEN: usize = HIDDEN;
    const MAX_INPUTS: usize = MAX_INPUTS;
    // The rate is low because each network starts from an earlier one.
    const TRAINING: TrainingConfig = TrainingConfig {
        scale: 200.0,
        result_share: 0.3,
        rate: 0.001,
        epochs: 8,
    };

    #[inline(always)]
    fn each_input(position: &Position, mut visit: impl FnMut(usize)) {
        facts(position, &mut visit);
        surroundings(position, visit);
    }

    fn symmetries() -> Vec<Vec<usize>> {
        let all_cells = symmetries_of(Variant::Rings61);
        symmetries(all_cells.iter().map(|it| it.cells), KINDS, INPUTS)
    }

    #[inline(always)]
    fn correction(position: &Position) -> i32 {
        NETS[NET].value::<Self>(position)
    }
}

/// Rings, marbles, captured marbles and the reserve.
#[inline(always)]
fn facts(position: &Position, mut visit: impl FnMut(usize)) {
    for cell in position.vacant() {
        visit(cell.index());
    }
    for marble in Marble::ALL {
        for cell in position.marbles(marble) {
            visit((1 + marble.index()) * CELL_COUNT + cell.index());
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

/// The surroundings of the marbles: how easily they are isolated or jumped over.
#[inline(always)]
fn surroundings(position: &Position, mut visit: impl FnMut(usize)) {
    let vacant = position.vacant();
    for marble in Marble::ALL {
        let colour = marble.index();
        for cell in position.marbles(marble) {
            let beside = neighbours(cell) & vacant;
            visit(BESIDE + colour * BESIDE_NUMBERS + beside.count() as usize);
            let all_vacant = |lines: &[Bits]| lines.iter().filter(|l| l.within(vacant)).count();
            visit(OVER + colour * OVER_NUMBERS + all_vacant(&LINES[cell.index()]));
            visit(REACH + colour * REACH_NUMBERS + all_vacant(&REACHES[cell.index()]));
        }
    }
    let loose = position.loose().count() as usize;
    visit(LOOSE + loose.min(LOOSE_NUMBERS - 1));
}

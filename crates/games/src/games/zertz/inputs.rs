//! The inputs of the networks. `docs/contributors/training.md` says which games they learned from.

use super::board::{CELL_COUNT, REACHES};
use super::features::{Model, NETWORKS};
use super::neighbourhood::{CLASSES, Neighbourhoods};
use super::position::Position;
use super::symmetry::symmetries_of;
use super::variant::{COLOURS, Marble, Variant};
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
/// Cells by kind and by the class of their neighbourhood.
const AROUND: usize = BLITZ + 1;
/// Marbles by colour and number of directions in which they could jump over a marble placed there.
const REACH: usize = AROUND + KINDS * CLASSES;
const REACH_NUMBERS: usize = 7;
/// The number of vacant rings that can be slid out.
const LOOSE: usize = REACH + COLOURS * REACH_NUMBERS;
const LOOSE_NUMBERS: usize = 24;
const INPUTS: usize = LOOSE + LOOSE_NUMBERS;
/// Two facts per ring, those beside the board, the number of loose rings, and one more for each of the 24 marbles.
const MAX_INPUTS: usize = 2 * CELL_COUNT + 3 * COLOURS + 2 + 24;

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
        epochs: 16,
    };

    #[inline(always)]
    fn each_input(position: &Position, mut visit: impl FnMut(usize)) {
        supplies(position, &mut visit);
        cells(position, visit);
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

/// Captured marbles, the reserve and the blitz game.
#[inline(always)]
fn supplies(position: &Position, mut visit: impl FnMut(usize)) {
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

/// Rings and marbles with their neighbours: how easily they are isolated, jumped over and sacrificed.
#[inline(always)]
fn cells(position: &Position, mut visit: impl FnMut(usize)) {
    let vacant = position.vacant();
    let around = Neighbourhoods::new(position.rings(), position.occupied());
    for cell in vacant {
        visit(cell.index());
        visit(AROUND + around.class(cell));
    }
    for marble in Marble::ALL {
        let colour = marble.index();
        for cell in position.marbles(marble) {
            visit((1 + colour) * CELL_COUNT + cell.index());
            visit(AROUND + (1 + colour) * CLASSES + around.class(cell));
            let reach = REACHES[cell.index() & 63]
                .iter()
                .filter(|l| l.within(vacant));
            visit(REACH + colour * REACH_NUMBERS + reach.count());
        }
    }
    let loose = position.loose().count() as usize;
    visit(LOOSE + loose.min(LOOSE_NUMBERS - 1));
}

//! The inputs of the networks.
//!
//! Training history, with data from `tune play`. Each network after the first started from an earlier one
//! (`tune train --start`).
//!
//! 1. The first network: `zertz 40000 1000 102` and `40000 1500 103`, `zertz-48 8000 800 548` and
//!    `6000 1000 648`, `zertz-blitz 8000 800 577` and `8000 1000 677`, `zertz-61 6000 1000 661`, and 4000 games
//!    of each other rule set (`--random-plies 8`). Its rate was 0.002; it had no inputs for surroundings.
//! 2. A former network for 48 rings, started from 1: `zertz-48 9000 1000 481`, `zertz-61 9000 1000 611`, the
//!    first 125,000 lines of `zertz-48 12000 1000 482` and the first 37,000 of `zertz-61 12000 1000 612`.
//! 3. A network for 61 rings, started from 2: the same lines; then these with 205,000 lines of
//!    `zertz-48 40 2000` and 217,000 of `zertz-61 40 2000` (seeds from 7001, `--aside 6`), and 34,000 and
//!    37,000 lines of `60 8000` (seeds from 9001).
//! 4. The three current networks, started from 3 after the search stopped pruning late moves, all with
//!    `--random-plies 6 --aside 6`:
//!    - 61 rings: 647,000 lines of `zertz-61 600 2000` (seeds 7401 to 7407);
//!    - 48 rings: 686,000 lines of `zertz-48 20 2000` (seeds from 20001) with 643,000 of `zertz-61 20 2000`
//!      (seeds from 30001), then the former alone;
//!    - other boards: 713,000 lines of `zertz 40 2000` (seeds from 1001 and 5001), then 602,000 of
//!      `zertz 600 2000` (seeds 7501 to 7507).

#![allow(
    clippy::indexing_slicing,
    reason = "cells, sides and kinds are within bounds by their types"
)]

use super::board::{BOARD, CELL_COUNT, LINES, REACHES, neighbours};
use super::features::{Model, NETWORKS};
use super::position::Position;
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

impl<const PLACE: usize> Inputs for Model<PLACE> {
    const INPUTS: usize = INPUTS;
    const HIDDEN: usize = HIDDEN;
    const MAX_INPUTS: usize = MAX_INPUTS;
    // The rate is low because each network starts from an earlier one.
    const TRAINING: TrainingConfig = TrainingConfig {
        scale: 200.0,
        result_share: 0.3,
        rate: 0.0006,
        epochs: 18,
    };

    #[inline(always)]
    fn each_input(position: &Position, mut visit: impl FnMut(usize)) {
        facts(position, &mut visit);
        surroundings(position, visit);
    }

    fn symmetries() -> Vec<Vec<usize>> {
        symmetries(BOARD.symmetries(), KINDS, INPUTS)
    }

    #[inline(always)]
    fn correction(position: &Position) -> i32 {
        NETS[PLACE].value::<Self>(position)
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

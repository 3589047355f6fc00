//! What the networks of ZÈRTZ are told of a position.
//!
//! The first one learned from `tune play` with `--random-plies 8`: `zertz 40000 1000 102` and
//! `40000 1500 103`, `zertz-48 8000 800 548` and `6000 1000 648`, `zertz-blitz 8000 800 577` and
//! `8000 1000 677`, `zertz-61 6000 1000 661`, and 4000 games of each other rule set; its rate was 0.002, and it was
//! told nothing of surroundings. Each of today's began with another one (`tune train --start`).
//! A former one of 48 rings began with the first one and learned from `zertz-48 9000 1000 481`,
//! `zertz-61 9000 1000 611` and the first 125,000 and 37,000 lines of `zertz-48 12000 1000 482` and
//! `zertz-61 12000 1000 612`. That of 61 rings began with that one and learned from the same lines, then
//! from these together with 205,000 of `zertz-48 40 2000` and 217,000 of `zertz-61 40 2000` (seeds 7001 on,
//! `--aside 6`) and 34,000 and 37,000 of `60 8000` (seeds 9001 on). The others began with it as it was then.
//! Since the search leaves out no late moves it went on itself, with 647,000 lines of `zertz-61 600 2000 7401`
//! to seed 7407 (`--random-plies 6 --aside 6`). That of 48 rings learned from 686,000 lines of `zertz-48 20
//! 2000` (seeds 20001 on, with the same options) together with 643,000 of `zertz-61 20 2000` (seeds 30001
//! on), then from the former alone; that of the other boards from 713,000 lines of `zertz 40 2000` (seeds 1001
//! and 5001 on, with the same options), and then it went on with 602,000 of `zertz 600 2000` (seeds 7501 to 7507).

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

/// Facts about a cell: a vacant ring, a marble of each colour.
const KINDS: usize = 1 + COLOURS;
/// Captured marbles of one colour, by number: own ones, then the other player's.
const CAPTURED: usize = KINDS * CELL_COUNT;
const CAPTURED_NUMBERS: usize = 8;
/// Marbles of one colour that nobody has played, by number.
const RESERVE: usize = CAPTURED + 2 * COLOURS * CAPTURED_NUMBERS;
const RESERVE_NUMBERS: usize = 11;
/// The blitz game.
const BLITZ: usize = RESERVE + COLOURS * RESERVE_NUMBERS;
const HIDDEN: usize = 64;
/// Of each colour: how many marbles have so many vacant rings beside them, ...
const BESIDE: usize = BLITZ + 1;
const BESIDE_NUMBERS: usize = 7;
/// ... how many can be jumped over on so many lines once a marble stands beside them, ...
const OVER: usize = BESIDE + COLOURS * BESIDE_NUMBERS;
const OVER_NUMBERS: usize = 4;
/// ... and how many can jump in so many directions once a marble stands there.
const REACH: usize = OVER + COLOURS * OVER_NUMBERS;
const REACH_NUMBERS: usize = 7;
/// The vacant rings that can be slid out, by number.
const LOOSE: usize = REACH + COLOURS * REACH_NUMBERS;
const LOOSE_NUMBERS: usize = 24;
const INPUTS: usize = LOOSE + LOOSE_NUMBERS;
/// A fact for each ring, those beside the board, and three more for each of the 24 marbles.
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
    // Each network begins with another one: a slow rate.
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

/// What surrounds the marbles: whether they are easily cut off or jumped over.
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

//! The features of Diaballik: how near each side is to a goal line, and the obstacles on the way. The search
//! finds wins with the next move and losses that cannot be stopped (`threats`).
//!
//! The weights are fitted to `tune play diaballik 4000 1500 1` and `diaballik-variant` with seed 2. The scale
//! is measured in `diaballik 300 500 7`, `500 2000 8` and 200 games of the variant.

use super::board::{BOARD, CELL_COUNT, Squares, contact_squares};
use super::position::Position;
use super::threats::GOAL_LINES;
use crate::board::{Bits, Cell};
use crate::eval::{Features, Group, TrainingConfig, Weights};
use crate::rules::{Rules, Side};

/// The number of squares up to reflection.
const SQUARES: usize = 28;
/// Classes of the steps that a support needs: 0 to 4, and more.
const STEPS: usize = 6;

/// A feature's first place in the table of weights. Groups marked "by role" have a part for the
/// side to move and a part for the other side.
pub(super) const BALL: usize = 0;
/// A support, by its square.
pub(super) const SUPPORT: usize = BALL + SQUARES;
/// The number of opposing supports before the ball: 0 to 7.
const AHEAD: usize = SUPPORT + SQUARES;
/// The number of supports that touch an uncrossable line of the other side: 0 to 3 and more.
const CONTACT: usize = AHEAD + 8;
/// A goal line of the holder that one opposing support stops.
const STOPPED: usize = CONTACT + 4;
/// A support that could take the ball at once.
const RECEIVER: usize = STOPPED + 1;
/// A step that a support could make.
const STEP: usize = RECEIVER + 1;
/// By role: the foremost rank to which the ball can be passed, from the owner's start line.
const BEST_PASS: usize = STEP + 1;
/// By role: the same when the receiver makes one step before.
const STEP_PASS: usize = BEST_PASS + 2 * 7;
/// By role: a free line from the holder to a goal square, by the steps to that square.
const LINE: usize = STEP_PASS + 2 * 7;
/// By role: the same from a support that could take the ball at once.
const NEXT_LINE: usize = LINE + 2 * STEPS;
/// By role: the same from a square where a support could take the ball after one step.
const STEP_LINE: usize = NEXT_LINE + 2 * STEPS;
/// The right to move.
const TEMPO: usize = STEP_LINE + 2 * STEPS;
/// All positions.
pub struct Model;

/// The weights of all features in centipawns.
pub(super) static WEIGHTS: Weights<{ TEMPO + 1 }, 1> =
    Weights::read(include_str!("diaballik.weights"));

impl Features for Model {
    type Position = Position;

    const NAME: &'static str = "diaballik";
    const GROUPS: &'static [Group] = &[
        Group::new("ball", SUPPORT - BALL, 4),
        Group::new("supports", AHEAD - SUPPORT, 4),
        Group::new("blockers", CONTACT - AHEAD, 8),
        Group::new("antijeu", STOPPED - CONTACT, 4),
        Group::new("mobility", BEST_PASS - STOPPED, 3),
        Group::new("passes", LINE - BEST_PASS, 7),
        Group::new("lines", TEMPO - LINE, STEPS),
        Group::one("tempo"),
    ];
    const FIT: TrainingConfig = TrainingConfig {
        scale: 125.0,
        result_share: 0.5,
        rate: 0.01,
        epochs: 24,
    };
    const SCALE: f64 = 123.0;

    #[inline(always)]
    fn weights(stage: usize) -> &'static [i16] {
        WEIGHTS.at::<Self>(stage)
    }

    #[inline(always)]
    fn each_feature(position: &Position, mut visit: impl FnMut(usize, i32)) {
        for (side, sign) in [(position.turn(), 1), (!position.turn(), -1)] {
            each_feature_of(position, side, |feature, count| {
                visit(feature, sign * count)
            });
        }
        visit(TEMPO, 1);
    }
}

/// The place of a square in a group of [`SQUARES`], by owner: rank by rank from the owner's start
/// line, files mirrored onto the first four.
pub(super) static PLACE: [[u8; CELL_COUNT]; 2] = {
    let mut table = [[0; CELL_COUNT]; 2];
    let mut cell = 0;
    while cell < CELL_COUNT {
        let (file, rank) = Squares::coords(Cell(cell as u8));
        let folded = if file > 3 { 6 - file } else { file };
        table[0][cell] = (rank * 4 + folded) as u8;
        table[1][cell] = ((6 - rank) * 4 + folded) as u8;
        cell += 1;
    }
    table
};

/// The squares on ranks beyond a rank, by owner and rank from the owner's start line.
static BEYOND: [[Bits; 7]; 2] = {
    let mut table = [[Bits::EMPTY; 7]; 2];
    let mut rank = 0;
    while rank < 7 {
        let mut other = rank + 1;
        while other < 7 {
            table[0][rank].0 |= Squares::rank(other).0;
            table[1][rank].0 |= Squares::rank(6 - other).0;
            other += 1;
        }
        rank += 1;
    }
    table
};

/// The rank of a square from the start line of `side`.
#[inline]
pub(super) const fn rank_for(side: Side, cell: Cell) -> usize {
    let rank = Squares::coords(cell).1;
    match side {
        Side::One => rank,
        Side::Two => 6 - rank,
    }
}

/// Calls `add` with the features of one side and their counts.
#[inline]
fn each_feature_of(position: &Position, side: Side, mut add: impl FnMut(usize, i32)) {
    let role = usize::from(position.turn() != side);
    let (supports, others) = (position.supports(side), position.supports(!side));
    let (holder, empty) = (position.ball(side), position.empty());
    let places = &PLACE[side.index()];
    let seen = BOARD.visible(holder, others);
    let receivers = seen & supports;
    let stepped = Squares::beside(supports.without(holder)) & empty;

    // The squares that a support can reach, by steps.
    let mut reach = [supports; STEPS - 1];
    for steps in 1..STEPS - 1 {
        reach[steps] = reach[steps - 1] | (Squares::beside(reach[steps - 1]) & empty);
    }
    let steps_to = |goal: Bits| {
        reach
            .iter()
            .map(|r| usize::from(!r.meets(goal)))
            .sum::<usize>()
    };

    let lines = &GOAL_LINES[side.index()];
    add(BALL + usize::from(places[holder.index()]), 1);
    for line in &lines[holder.index()] {
        match (line.path & others).count() {
            0 => add(LINE + role * STEPS + steps_to(line.goal), 1),
            1 if line.goal.any() => add(STOPPED, 1),
            _ => {}
        }
    }
    for cell in supports {
        add(SUPPORT + usize::from(places[cell.index()]), 1);
    }
    let mut best = 0;
    for cell in receivers {
        best = best.max(rank_for(side, cell));
        for line in &lines[cell.index()] {
            if !line.path.meets(others) {
                add(NEXT_LINE + role * STEPS + steps_to(line.goal), 1);
            }
        }
    }
    add(BEST_PASS + role * 7 + best, 1);
    let mut best = 0;
    for cell in seen & stepped {
        best = best.max(rank_for(side, cell));
        for line in &lines[cell.index()] {
            if !line.path.meets(others) {
                add(STEP_LINE + role * STEPS + steps_to(line.goal), 1);
            }
        }
    }
    add(STEP_PASS + role * 7 + best, 1);

    let ahead = BEYOND[side.index()][rank_for(side, holder)] & others;
    add(AHEAD + ahead.count() as usize, 1);
    add(RECEIVER, receivers.count() as i32);
    add(STEP, stepped.count() as i32);
    let contacts = contact_squares(others);
    if contacts.any() {
        add(CONTACT + (contacts & supports).count().min(3) as usize, 1);
    }
}

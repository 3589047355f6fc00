//! The value of a position: how near each side is to a goal line, and what stands in its way.
//!
//! Wins with the next turn and threats without a defence are the search's business (`threats.rs`);
//! this is about positions that are still open.

use super::position::{BOARD, Board, Position, contact_squares};
use super::threats::GOAL_LINES;
use crate::board::{Bits, Cell};
use crate::position::{Position as _, Side};

/// The value of the ball by the rank of its holder, from its owner's start line on.
const BALL_BY_RANK: [i32; 7] = [0, 12, 28, 48, 72, 90, 0];
/// The value of a support by rank.
const SUPPORT_BY_RANK: [i32; 7] = [0, 6, 14, 22, 28, 34, 40];
/// The value of a ball or support by file: the middle sees more.
const BY_FILE: [i32; 7] = [0, 2, 5, 7, 5, 2, 0];
/// The value of a support that could take the ball at once.
const RECEIVER: i32 = 4;
/// A fraction, in eighths, of what the ball would gain with its best pass.
const BEST_PASS: i32 = 4;
/// A free line from the holder to a goal square, by the steps in which a support gets there.
const LINE: [i32; 6] = [140, 130, 110, 45, 30, 15];
/// The same for a support that could take the ball at once.
const NEXT_LINE: [i32; 6] = [40, 36, 30, 24, 18, 8];
/// A support that touches an uncrossable line of the other side.
const CONTACT: i32 = 30;
/// The right to move.
const TEMPO: i32 = 20;

/// The names of the terms of [`terms`], in order.
pub(super) const NAMES: [&str; 5] = ["ball", "supports", "passes", "lines", "antijeu"];

/// The value of the ball on each square, by its owner.
pub(super) static BALL: [[i32; 49]; 2] = by_square(BALL_BY_RANK);
/// The value of a support on each square, by its owner.
pub(super) static SUPPORT: [[i32; 49]; 2] = by_square(SUPPORT_BY_RANK);

const fn by_square(by_rank: [i32; 7]) -> [[i32; 49]; 2] {
    let mut table = [[0; 49]; 2];
    let mut cell = 0;
    while cell < 49 {
        let (file, rank) = Board::coords(Cell(cell as u8));
        table[0][cell] = by_rank[rank] + BY_FILE[file];
        table[1][cell] = by_rank[6 - rank] + BY_FILE[file];
        cell += 1;
    }
    table
}

/// The terms of the evaluation for one side.
pub(super) fn terms(position: &Position, side: Side) -> [i32; 5] {
    let (supports, others) = (position.supports(side), position.supports(!side));
    let (holder, empty) = (position.ball(side), position.empty());
    let receivers = BOARD.visible(holder, others) & supports;

    // Squares where a support can be after so many steps; 5 stands for more than 4.
    let mut reach = [supports; 5];
    for steps in 1..5 {
        reach[steps] = reach[steps - 1] | (Board::beside(reach[steps - 1]) & empty);
    }
    let lines = |from: Cell, values: &[i32; 6]| {
        let mut sum = 0;
        for line in &GOAL_LINES[side.index()][from.index()] {
            if !line.path.meets(others) {
                let steps = reach.iter().filter(|r| !r.meets(line.goal)).count();
                sum += values[steps];
            }
        }
        sum
    };

    let ball_values = &BALL[side.index()];
    let ball = ball_values[holder.index()];
    let mut best_pass = ball;
    let mut next_lines = 0;
    for cell in receivers {
        best_pass = best_pass.max(ball_values[cell.index()]);
        next_lines += lines(cell, &NEXT_LINE);
    }
    let supports_value = supports
        .into_iter()
        .map(|cell| SUPPORT[side.index()][cell.index()])
        .sum();
    let contacts: Bits = contact_squares(others) & supports;
    [
        ball,
        supports_value,
        RECEIVER * receivers.count() as i32 + (best_pass - ball) * BEST_PASS / 8,
        lines(holder, &LINE) + next_lines,
        CONTACT * contacts.count() as i32,
    ]
}

/// The value for the side to move.
pub(super) fn evaluate(position: &Position) -> i32 {
    let value = |side| terms(position, side).into_iter().sum::<i32>();
    TEMPO + value(position.turn()) - value(!position.turn())
}

/// The terms for the side to move by name; they add up to [`evaluate`].
pub(super) fn explain(position: &Position) -> Vec<(&'static str, i32)> {
    let (own, other) = (
        terms(position, position.turn()),
        terms(position, !position.turn()),
    );
    let differences = own.into_iter().zip(other).map(|(own, other)| own - other);
    let mut named: Vec<_> = NAMES.into_iter().zip(differences).collect();
    named.push(("tempo", TEMPO));
    named
}

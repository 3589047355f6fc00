//! The value of a position: how near each ball is to its goal.

use super::position::{Board, Position};
use crate::position::{Position as _, Side};

/// The value of a rank that the ball has come nearer to its goal.
const BALL_RANK: i32 = 30;
/// The value of a rank that a support has come nearer to the goal.
const SUPPORT_RANK: i32 = 5;

/// The terms of the evaluation, for one side.
pub(super) fn terms(position: &Position, side: Side) -> [(&'static str, i32); 2] {
    let rank_of = |cell| {
        let rank = Board::coords(cell).1 as i32;
        match side {
            Side::One => rank,
            Side::Two => 6 - rank,
        }
    };
    let supports: i32 = position.supports(side).into_iter().map(rank_of).sum();
    [
        ("ball", BALL_RANK * rank_of(position.ball(side))),
        ("supports", SUPPORT_RANK * supports),
    ]
}

/// The value for the side to move.
pub(super) fn evaluate(position: &Position) -> i32 {
    let value = |side| {
        terms(position, side)
            .into_iter()
            .map(|(_, v)| v)
            .sum::<i32>()
    };
    value(position.turn()) - value(!position.turn())
}

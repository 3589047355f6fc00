//! Wins with the next move, found with a few masks and without listing moves.
//!
//! The holder does not move before the winning pass, which is the last action, and only opposing supports
//! block it. So the ball can win on the goal squares that the holder sees (at most three), if a support
//! without the ball stands there or gets there in two steps.

use std::ops::ControlFlow;

use super::board::{BOARD, CELL_COUNT, CONTACTS, GOALS, Squares, contact_squares};
use super::movegen::MoveContext;
use super::moves::{Change, Move, NO_SQUARE};
use super::position::Position;
use crate::board::{Bits, Cell};
use crate::rules::Side;

/// A straight way of the ball to a goal square.
#[derive(Clone, Copy)]
pub(super) struct GoalLine {
    /// The squares on the way, the goal square included, which opposing supports must leave free.
    pub(super) path: Bits,
    /// The goal square.
    pub(super) goal: Bits,
}

/// The goal lines of each side from each square; lines that do not exist are never free.
pub(super) static GOAL_LINES: [[[GoalLine; 3]; CELL_COUNT]; 2] = {
    const NO_LINE: GoalLine = GoalLine {
        path: Squares::ALL,
        goal: Bits::EMPTY,
    };
    let mut table = [[[NO_LINE; 3]; CELL_COUNT]; 2];
    let mut side = 0;
    while side < 2 {
        let mut from = 0;
        while from < CELL_COUNT {
            let mut count = 0;
            // The directions up for the first player, down for the second.
            let mut turn = 0;
            while turn < 3 {
                let direction = (7 + turn + 4 * side) % 8;
                let ray = BOARD.rays[from][direction];
                let goal = Bits(ray.0 & GOALS[side].0);
                if goal.any() {
                    table[side][from][count] = GoalLine { path: ray, goal };
                    count += 1;
                }
                turn += 1;
            }
            from += 1;
        }
        side += 1;
    }
    table
};

/// The goal squares that a holder sees between the other side's supports.
#[inline]
pub(super) const fn goals_seen(side: Side, holder: Cell, others: Bits) -> Bits {
    let lines = &GOAL_LINES[side.index()][holder.index()];
    let mut seen = 0;
    let mut i = 0;
    while i < 3 {
        // A line that another support ends before its goal is not free.
        if !lines[i].path.meets(others) {
            seen |= lines[i].goal.0;
        }
        i += 1;
    }
    Bits(seen)
}

/// Whether one of the supports in `free` stands on a target or gets there in two steps over
/// squares in `empty`.
#[inline]
pub(super) const fn arrives(targets: Bits, free: Bits, empty: Bits) -> bool {
    if targets.meets(free) {
        return true;
    }
    let near = Squares::beside(Bits(targets.0 & empty.0));
    if near.meets(free) {
        return true;
    }
    Squares::beside(Bits(near.0 & empty.0)).meets(free)
}

/// Whether a side to move wins with the ball in this move.
#[inline]
pub(super) const fn scores(side: Side, supports: Bits, holder: Cell, others: Bits) -> bool {
    let targets = goals_seen(side, holder, others);
    if targets.is_empty() {
        return false;
    }
    let empty = Bits(Squares::ALL.0 & !supports.0 & !others.0);
    arrives(targets, supports.without(holder), empty)
}

/// The move that brings the ball to the goal, if there is one.
pub(super) fn scoring_move(position: &Position, side: Side) -> Option<Move> {
    let holder = position.ball(side);
    let targets = goals_seen(side, holder, position.supports(!side));
    if targets.is_empty() {
        return None;
    }
    let free = position.supports(side).without(holder);
    if let Some(cell) = (targets & free).lowest() {
        return Some(Move::new(Change::NONE, cell.0));
    }
    let empty = position.empty();
    let targets = targets & empty;
    let near = Squares::beside(targets);
    if let Some(from) = (near & free).lowest() {
        let to = (BOARD.neighbours[from.index()] & targets).lowest()?;
        return Some(Move::new(Change::one(from, to), to.0));
    }
    // No support is beside a target, so the square on the way must be empty.
    let from = (Squares::beside(near & empty) & free).lowest()?;
    let middle = BOARD.neighbours[from.index()] & near & empty;
    let to = (Squares::beside(middle) & targets).lowest()?;
    Some(Move::new(Change::one(from, to), to.0))
}

/// A change after which `side` may claim antijeu in this move, with the holder of the ball ([`NO_SQUARE`] for
/// no pass).
pub(super) fn claiming_move(position: &Position, side: Side) -> Option<Move> {
    let contacts = contact_squares(position.supports(!side));
    let touching = (contacts & position.supports(side)).count();
    // A move changes two supports, so it adds at most two contacts.
    if touching + 2 < CONTACTS {
        return None;
    }
    if touching >= CONTACTS {
        return Some(Move::NULL.claiming());
    }
    let mover = MoveContext::new(position, side);
    let mut found = None;
    let _ = mover.each_result(|change, holders| {
        let supports = mover.after(change);
        if (supports & contacts).count() < CONTACTS {
            return ControlFlow::Continue(());
        }
        if holders.has(mover.holder) {
            found = Some(Move::new(change, NO_SQUARE).claiming());
        } else if let Some(cell) = holders.minus(mover.goal).lowest() {
            found = Some(Move::new(change, cell.0).claiming());
        }
        match found {
            Some(_) => ControlFlow::Break(()),
            None => ControlFlow::Continue(()),
        }
    });
    found
}

/// Whether `side` wins if it is to move on this board.
#[inline]
pub(super) fn wins(position: &Position, side: Side) -> bool {
    let others = position.supports(!side);
    scores(side, position.supports(side), position.ball(side), others)
        || claiming_move(position, side).is_some()
}

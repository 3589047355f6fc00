//! Squares that a player must guard against an immediate win, and positions in which nothing helps.

use std::ops::ControlFlow;

use super::board::{Squares, contact_squares};
use super::movegen::MoveContext;
use super::moves::Change;
use super::position::Position;
use super::threats::{GOAL_LINES, arrives, claiming_move, scores, wins};
use crate::board::Bits;
use crate::rules::Rules;

/// The squares that the player to move must guard against an immediate win.
pub(super) struct Guard<'a> {
    position: &'a Position,
    /// The ways to goal squares that a support of the other side could reach without the supports of the
    /// player to move. A support on each of them prevents a win.
    paths: [Bits; 3],
}

impl Guard<'_> {
    pub(super) fn new(position: &Position) -> Guard<'_> {
        let other = !position.turn();
        let (ball, others) = (position.ball(other), position.supports(other));
        let paths = GOAL_LINES[other.index()][ball.index()].map(|line| {
            if arrives(line.goal, others.without(ball), Squares::ALL.minus(others)) {
                line.path
            } else {
                Squares::ALL
            }
        });
        Guard { position, paths }
    }

    /// Whether the other side cannot win at once after a change of the mover's supports.
    #[inline]
    pub(super) fn is_safe(&self, mover: &MoveContext, change: Change, holders: Bits) -> bool {
        let supports = mover.after(change);
        let other = !mover.side;
        let stopped = self.paths.iter().all(|path| path.meets(supports));
        if !stopped && scores(other, mover.others, self.position.ball(other), supports) {
            return false;
        }
        // A claim needs the line of the player to move; this is rare, so it is simply tried.
        let touching = contact_squares(supports) & mover.others;
        touching.is_empty() || !self.allows_claim(mover, change, holders)
    }

    #[cold]
    fn allows_claim(&self, mover: &MoveContext, change: Change, holders: Bits) -> bool {
        let holder = holders.lowest().unwrap_or(mover.holder);
        let after = self.position.after(mover.move_of(change, holder));
        claiming_move(&after, !mover.side).is_some()
    }
}

/// Whether every move lets the other side win with its next move.
pub(super) fn is_lost(position: &Position) -> bool {
    let side = position.turn();
    if !wins(position, !side) {
        return false;
    }
    let guard = Guard::new(position);
    let mover = MoveContext::new(position, side);
    let search = mover.each_result(|change, holders| {
        if holders.any() && guard.is_safe(&mover, change, holders) {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    });
    search.is_continue()
}

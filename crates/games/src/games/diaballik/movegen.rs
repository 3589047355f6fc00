//! The distinct moves, found by their results instead of their sequences of actions.
//!
//! The supports of the mover can change in four ways: not at all, one support makes one step, one
//! support gets two steps away, or two supports make a step each. Which supports may hold the ball
//! after such a change follows from a few masks, because only opposing supports stop a pass of the
//! ball and these stand still: what the holder sees never changes within the turn.
//!
//! "One support gets two steps away" (a *hop*) includes that one support steps away and another one
//! steps after it onto its square.

use std::ops::ControlFlow;

use super::board::{BOARD, CELL_COUNT, CONTACTS, GOALS, Squares, contact_squares};
use super::moves::{Change, Move, NO_SQUARE};
use super::position::Position;
use crate::board::{Bits, Cell};
use crate::rules::{Rules, Side};

/// Facts that do not change during a move.
pub(super) struct MoveContext {
    /// The side to move.
    pub(super) side: Side,
    /// Its supports before the move.
    pub(super) supports: Bits,
    /// The holder of its ball.
    pub(super) holder: Cell,
    /// The other side's supports.
    pub(super) others: Bits,
    /// The squares without a support.
    pub(super) empty: Bits,
    /// The squares to which the ball could be passed.
    pub(super) seen: Bits,
    /// The squares where the ball wins.
    pub(super) goal: Bits,
}

impl MoveContext {
    /// The view of the side to move.
    #[inline]
    pub(super) fn new(position: &Position, side: Side) -> MoveContext {
        let (supports, others) = (position.supports(side), position.supports(!side));
        let holder = position.ball(side);
        MoveContext {
            side,
            supports,
            holder,
            others,
            empty: position.empty(),
            seen: BOARD.visible(holder, others),
            goal: GOALS[side.index()],
        }
    }

    /// The supports after a change.
    #[inline]
    pub(super) fn after(&self, change: Change) -> Bits {
        self.supports.minus(change.left()) | change.entered()
    }

    /// The move that changes the supports and leaves the ball with `holder`.
    #[inline]
    pub(super) fn move_of(&self, change: Change, holder: Cell) -> Move {
        let passed = if holder == self.holder {
            NO_SQUARE
        } else {
            holder.0
        };
        Move::new(change, passed)
    }

    /// Calls `visit` with every reachable change of the supports, each once, and with the squares of
    /// the supports that may hold the ball after it; the present holder means no pass.
    ///
    /// The unchanged board comes first; the present holder then means a step forth and back. A break of
    /// `visit` ends the loop and is returned.
    #[inline]
    pub(super) fn each_result(
        &self,
        mut visit: impl FnMut(Change, Bits) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let mut steps = [(Cell(0), Cell(0)); 28];
        let mut count = 0;
        for from in self.supports {
            for to in BOARD.neighbours[from.index()] & self.empty {
                steps[count] = (from, to);
                count += 1;
            }
        }
        let steps = &steps[..count];
        let holder = self.holder.bit();
        let receivers = self.seen & self.supports;

        // A null move needs a step of a support without the ball.
        let can_null_move = steps.iter().any(|&(from, _)| from != self.holder);
        visit(
            Change::NONE,
            receivers | if can_null_move { holder } else { Bits::EMPTY },
        )?;
        for &(from, to) in steps {
            visit(Change::one(from, to), self.after_step(from, to))?;
        }
        for from in self.supports {
            for to in HOPS[from.index()] & self.empty {
                let holders = self.after_hop(from, to);
                if holders.any() {
                    visit(Change::one(from, to), holders)?;
                }
            }
        }
        for (i, &(from, to)) in steps.iter().enumerate() {
            for &(second_from, second_to) in &steps[i + 1..] {
                if second_from == from || second_to == to {
                    continue;
                }
                // Around a square of four cells both supports can go to both cells: one result.
                let crossed = BOARD.neighbours[from.index()].has(second_to)
                    && BOARD.neighbours[second_from.index()].has(to);
                if crossed && to > second_to {
                    continue;
                }
                let holders = self.after_steps((from, to), (second_from, second_to), crossed);
                visit(Change::two((from, second_from), (to, second_to)), holders)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// The possible holders after one support has stepped.
    #[inline]
    fn after_step(&self, from: Cell, to: Cell) -> Bits {
        if from == self.holder {
            // The pass came first, and a pass to the goal would have ended the move.
            return self.seen.minus(self.goal) & self.supports;
        }
        let supports = self.supports.without(from).with(to);
        (self.seen & supports) | self.holder.bit()
    }

    /// The possible holders after one support has got two steps away.
    #[inline]
    fn after_hop(&self, from: Cell, to: Cell) -> Bits {
        // A square of the way is empty, or a support steps on from it and leaves it free.
        let ways = ways(from, to).minus(self.others);
        if ways.is_empty() {
            return Bits::EMPTY;
        }
        let receivers = (self.seen & self.supports).without(from);
        if from == self.holder {
            // Pass first, then two steps; the receiver does not move and cannot make way.
            let mut holders = receivers.minus(self.goal);
            if ways.count() == 1 {
                holders = holders.minus(ways);
            }
            // Or a support beside it steps there, gets the ball, and the old holder follows.
            if self.seen.minus(self.goal).has(to) && ways.meets(self.supports) {
                holders = holders.with(to);
            }
            return holders;
        }
        if ways == self.holder.bit() {
            // The holder makes way, so the pass came before: not to the goal, and not to the square that is
            // reached last.
            return receivers.minus(self.goal);
        }
        (self.seen & (receivers.with(to))) | self.holder.bit()
    }

    /// The possible holders after two supports have stepped; `crossed` when each of them could have
    /// gone to either square.
    #[inline]
    fn after_steps(&self, first: (Cell, Cell), second: (Cell, Cell), crossed: bool) -> Bits {
        let entered = first.1.bit() | second.1.bit();
        let receivers = (self.seen & self.supports)
            .without(first.0)
            .without(second.0);
        if first.0 != self.holder && second.0 != self.holder {
            return (self.seen & (receivers | entered)) | self.holder.bit();
        }
        // The other support steps before the pass and the old holder after it.
        let by_other = if first.0 == self.holder {
            second.1.bit()
        } else {
            first.1.bit()
        };
        let fresh = if crossed { entered } else { by_other };
        (self.seen & (receivers | fresh)).minus(self.goal)
    }
}

impl Position {
    /// Calls `visit` with every legal move, each once. The game must not be over.
    #[inline]
    pub(super) fn each_move(&self, mut visit: impl FnMut(Move)) {
        let mover = MoveContext::new(self, self.turn());
        let contacts = contact_squares(mover.others);
        let mut stuck = true;
        let _ = mover.each_result(|change, holders| {
            let supports = mover.supports.minus(change.left()) | change.entered();
            let claim = (supports & contacts).count() >= CONTACTS;
            // A claim needs no action before it, not even a step forth and back.
            if claim && change == Change::NONE && !holders.has(mover.holder) {
                visit(Move::NULL.claiming());
                stuck = false;
            }
            for cell in holders {
                let m = mover.move_of(change, cell);
                visit(m);
                if claim && !mover.goal.has(cell) {
                    visit(m.claiming());
                }
            }
            stuck &= holders.is_empty();
            ControlFlow::Continue(())
        });
        if stuck {
            visit(Move::STUCK);
        }
    }
}

/// The squares two steps away from each square.
pub(super) static HOPS: [Bits; CELL_COUNT] = {
    let mut table = [Bits::EMPTY; CELL_COUNT];
    let mut from = 0;
    while from < CELL_COUNT {
        let twice = Squares::beside(BOARD.neighbours[from]);
        table[from] = Bits(twice.0 & !(1 << from));
        from += 1;
    }
    table
};

/// The squares on the shortest ways between two squares that are two steps apart.
#[inline]
const fn ways(from: Cell, to: Cell) -> Bits {
    Bits(BOARD.neighbours[from.index()].0 & BOARD.neighbours[to.index()].0)
}

//! Which turns the search looks at, and in what order.
//!
//! A turn has some 600 results. Those after which the other side wins at once are left out, and
//! the others are ranked by sums of values of squares that are made once a node.

#![allow(
    clippy::indexing_slicing,
    reason = "cells, sides and kinds are within bounds by their types"
)]

use std::cmp::Reverse;
use std::ops::ControlFlow;

use super::board::{BOARD, CELL_COUNT, Squares, contact_squares};
use super::features::{BALL, PLACE, SUPPORT, WEIGHTS};
use super::movegen::Mover;
use super::position::Position;
use super::threats::{GOAL_LINES, arrives, claiming_turn, goals_seen, scores, wins};
use super::turn::{Change, Kind, Move};
use crate::board::{Bits, Cell};
use crate::rules::{Candidate, Judge, Listing, RANK_LIMIT, Rules, Scope};

/// Ranks are evaluation units times this, so that they weigh against history.
const SCALE: i32 = 60;
/// A turn that threatens to win with the next one.
const THREAT: i32 = 100;
/// The value of a square on a free line from the other side's holder to its goal, or of the only
/// blocker there.
const HOLDER_LINE: i32 = 40;
/// The same for a support that could take the other side's ball at once.
const RECEIVER_LINE: i32 = 12;
/// The value of a goal square that could be seen after the next pass.
const GOAL_SQUARE: i32 = 10;
/// The most turns listed with one ply and with two plies to go.
const NARROW: [usize; 2] = [40, 120];

/// Lists candidates; see [`crate::rules::Judge::candidates`].
pub(super) fn candidates(
    position: &Position,
    scope: Scope,
    out: &mut Vec<Candidate<Move>>,
) -> Listing {
    if position.outcome().is_some() {
        return Listing::Complete;
    }
    match scope {
        Scope::Legal => {
            let ranking = Ranking::new(position);
            position.each_move(|m| out.push(ranking.candidate(m)));
            Listing::Complete
        }
        Scope::Main { .. } | Scope::Frontier => {
            // A win at once is all there is to look at; its turn need not be safe.
            if let Some(m) = position.winning_move() {
                out.push(Ranking::new(position).candidate(m));
                return Listing::Complete;
            }
            let most = match scope {
                Scope::Main { depth: 3.. } => usize::MAX,
                Scope::Main { depth: 2 } => NARROW[1],
                _ => NARROW[0],
            };
            let listing = list_safe(position, most, out);
            if out.is_empty() {
                // All turns lose at once, so one stands for all.
                let ranking = Ranking::new(position);
                position.each_move(|m| {
                    if out.is_empty() {
                        out.push(ranking.candidate(m));
                    }
                });
            }
            listing
        }
        Scope::Loud => {
            list_threats(position, out);
            Listing::Partial
        }
    }
}

/// Lists the turns after which the other side does not win at once, or the `most` best of them.
fn list_safe(position: &Position, most: usize, out: &mut Vec<Candidate<Move>>) -> Listing {
    let guard = Guard::new(position);
    let ranking = Ranking::new(position);
    let mover = &ranking.mover;
    // Now and then the list is cut down to the best; what ranks below them need not be looked at.
    let full = most.saturating_mul(4);
    let mut floor = i32::MIN;
    let mut listing = Listing::Complete;
    let _ = mover.each_result(|change, holders| {
        let mut safe = None;
        let value = ranking.of_change(change);
        for cell in holders {
            let candidate = ranking.valued(change, value, cell);
            if candidate.rank < floor {
                continue;
            }
            if !*safe.get_or_insert_with(|| guard.is_safe(mover, change, holders)) {
                break;
            }
            out.push(candidate);
        }
        if out.len() >= full {
            floor = cut(out, most);
            listing = Listing::Partial;
        }
        ControlFlow::Continue(())
    });
    if out.len() > most {
        cut(out, most);
        listing = Listing::Partial;
    }
    listing
}

/// Leaves the `most` best candidates of a longer list; returns the lowest rank among them.
fn cut(out: &mut Vec<Candidate<Move>>, most: usize) -> i32 {
    let order = |c: &Candidate<Move>| (Reverse(c.rank), c.m.bits());
    let (_, last, _) = out.select_nth_unstable_by_key(most - 1, order);
    let floor = last.rank;
    out.truncate(most);
    floor
}

/// Appends those of them that threaten to win with the next turn.
fn list_threats(position: &Position, out: &mut Vec<Candidate<Move>>) {
    let ranking = Ranking::new(position);
    let mover = &ranking.mover;
    // Two steps bring a support to a square near by, and four in all bring one to the goal.
    let near =
        |cells: Bits| cells | Squares::beside(cells) | Squares::beside(Squares::beside(cells));
    let passes = ranking.sees_goal & near(mover.supports);
    if passes.is_empty() {
        return;
    }
    let guard = Guard::new(position);
    let _ = mover.each_result(|change, holders| {
        let holders = holders & passes;
        if holders.is_empty() {
            return ControlFlow::Continue(());
        }
        for cell in holders {
            if ranking.threatens(change, cell) && guard.is_safe(mover, change, holders) {
                let value = ranking.of_change(change);
                out.push(ranking.valued(change, value, cell));
            }
        }
        ControlFlow::Continue(())
    });
}

/// What the mover has to watch so that the other side does not win at once.
struct Guard<'a> {
    position: &'a Position,
    /// The ways to goal squares that a support of the other side could reach, if the mover's supports
    /// were not there: with a support on each nothing can happen.
    paths: [Bits; 3],
}

impl Guard<'_> {
    fn new(position: &Position) -> Guard<'_> {
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
    fn is_safe(&self, mover: &Mover, change: Change, holders: Bits) -> bool {
        let supports = mover.supports.minus(change.left()) | change.entered();
        let other = !mover.side;
        let stopped = self.paths.iter().all(|path| path.meets(supports));
        if !stopped && scores(other, mover.others, self.position.ball(other), supports) {
            return false;
        }
        // A claim needs the mover's line; this is rare enough to try it out.
        let touching = contact_squares(supports) & mover.others;
        touching.is_empty() || !self.allows_claim(mover, change, holders)
    }

    #[cold]
    fn allows_claim(&self, mover: &Mover, change: Change, holders: Bits) -> bool {
        let holder = holders.lowest().unwrap_or(mover.holder);
        let after = self.position.after(mover.move_of(change, holder));
        claiming_turn(&after, !mover.side).is_some()
    }
}

/// Whether the side to move loses with the other side's next turn whatever it does.
pub(super) fn is_lost(position: &Position) -> bool {
    let side = position.turn();
    if !wins(position, !side) {
        return false;
    }
    let guard = Guard::new(position);
    let mover = Mover::new(position, side);
    let search = mover.each_result(|change, holders| {
        if holders.any() && guard.is_safe(&mover, change, holders) {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    });
    search.is_continue()
}

/// What the ball is worth on each square, by owner.
static BALLS: [[i32; CELL_COUNT]; 2] = by_square(BALL);
/// What a support is worth on each square, by owner.
static SUPPORTS: [[i32; CELL_COUNT]; 2] = by_square(SUPPORT);

/// The weights of a group of features that are squares, by owner and square.
const fn by_square(group: usize) -> [[i32; CELL_COUNT]; 2] {
    let mut table = [[0; CELL_COUNT]; 2];
    let mut cell = 0;
    while cell < CELL_COUNT {
        table[0][cell] = WEIGHTS.weight(group + PLACE[0][cell] as usize);
        table[1][cell] = WEIGHTS.weight(group + PLACE[1][cell] as usize);
        cell += 1;
    }
    table
}

/// The values of squares for the side to move.
struct Ranking {
    mover: Mover,
    /// What a support is worth on each square; nothing on no square.
    squares: [i32; 64],
    /// What the ball is worth on each square.
    balls: &'static [i32; CELL_COUNT],
    /// The squares from which a goal square is seen.
    sees_goal: Bits,
}

impl Ranking {
    fn new(position: &Position) -> Ranking {
        let side = position.turn();
        let mover = Mover::new(position, side);
        let mut squares = [0; 64];
        squares[..CELL_COUNT].copy_from_slice(&SUPPORTS[side.index()]);

        // The other side's lines: free ones are to be stopped, stoppers are to stay.
        let other = !side;
        let ball = position.ball(other);
        let receivers = BOARD.visible(ball, mover.supports) & mover.others;
        for from in receivers.with(ball) {
            let value = if from == ball {
                HOLDER_LINE
            } else {
                RECEIVER_LINE
            };
            for line in &GOAL_LINES[other.index()][from.index()] {
                let stoppers = line.path & mover.supports;
                let vital = match stoppers.count() {
                    0 => line.path.minus(mover.others),
                    1 => stoppers,
                    _ => Bits::EMPTY,
                };
                if line.goal.any() {
                    for cell in vital {
                        squares[cell.index()] += value;
                    }
                }
            }
        }

        let mut sees_goal = Bits::EMPTY;
        let mut targets = Bits::EMPTY;
        for from in (mover.seen & !mover.others).with(mover.holder) {
            let seen = goals_seen(side, from, mover.others);
            if seen.any() {
                sees_goal = sees_goal.with(from);
                targets |= seen;
            }
        }
        for cell in targets {
            squares[cell.index()] += GOAL_SQUARE;
        }
        Ranking {
            mover,
            squares,
            balls: &BALLS[side.index()],
            sees_goal,
        }
    }

    /// What the supports gain by a change.
    #[inline]
    fn of_change(&self, change: Change) -> i32 {
        let [left, entered, second_left, second_entered] =
            change.cells().map(|cell| self.squares[usize::from(cell)]);
        entered - left + second_entered - second_left
    }

    /// A candidate for a turn of which the change of the supports is worth `value`.
    #[inline(always)]
    fn valued(&self, change: Change, value: i32, holder: Cell) -> Candidate<Move> {
        let mut rank = value + self.balls[holder.index()] - self.balls[self.mover.holder.index()];
        let threat = self.sees_goal.has(holder) && self.threatens(change, holder);
        if threat {
            rank += THREAT;
        }
        Candidate {
            m: self.mover.move_of(change, holder),
            rank: (rank * SCALE).clamp(-RANK_LIMIT, RANK_LIMIT),
            loud: threat,
        }
    }

    #[inline]
    fn threatens(&self, change: Change, holder: Cell) -> bool {
        let others = self.mover.others;
        let supports = self.mover.supports.minus(change.left()) | change.entered();
        let targets = goals_seen(self.mover.side, holder, others);
        let empty = !(supports | others);
        arrives(targets, supports.without(holder), empty)
    }

    /// A candidate for any turn.
    fn candidate(&self, m: Move) -> Candidate<Move> {
        let change = m.change();
        let value = self.of_change(change);
        let holder = m.holder().unwrap_or(self.mover.holder);
        let mut candidate = self.valued(change, value, holder);
        candidate.m = m;
        if m.kind() == Kind::Claim || self.mover.goal.has(holder) {
            candidate.rank = RANK_LIMIT;
            candidate.loud = true;
        }
        candidate
    }
}

//! Which turns the search looks at, and in what order.
//!
//! A turn has some 600 results. Those after which the other side wins at once are left out, and
//! the others are ranked by sums of values of squares that are made once a node.

use std::ops::ControlFlow;

use super::eval::{BALL, PLACE, SUPPORT};
use super::movegen::Mover;
use super::position::{BOARD, Board, Position, contact_squares};
use super::threats::{GOAL_LINES, arrives, claiming_turn, goals_seen, scores, wins};
use super::turn::{Change, Kind, Turn};
use super::weights::WEIGHTS;
use crate::board::{Bits, Cell};
use crate::position::{Candidate, Judge, Position as _, Scope};

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

/// Lists candidates; see the trait.
pub(super) fn candidates(
    position: &Position,
    scope: Scope,
    out: &mut Vec<Candidate<Turn>>,
) -> bool {
    if position.outcome().is_some() {
        return true;
    }
    match scope {
        Scope::Legal => {
            let ranking = Ranking::new(position);
            position.each_turn(|turn| out.push(ranking.candidate(turn)));
            true
        }
        Scope::Main { depth } => {
            // A win at once is all there is to look at; its turn need not be safe.
            if let Some(turn) = position.winning_move() {
                out.push(Ranking::new(position).candidate(turn));
                return true;
            }
            list_safe(position, out);
            if out.is_empty() {
                // All turns lose at once, so one stands for all.
                let ranking = Ranking::new(position);
                position.each_turn(|turn| {
                    if out.is_empty() {
                        out.push(ranking.candidate(turn));
                    }
                });
                return true;
            }
            let most = match depth {
                ..=1 => NARROW[0],
                2 => NARROW[1],
                _ => return true,
            };
            if out.len() <= most {
                return true;
            }
            out.select_nth_unstable_by_key(most - 1, |c| (std::cmp::Reverse(c.rank), c.m.bits()));
            out.truncate(most);
            false
        }
        Scope::Loud => {
            list_threats(position, out);
            true
        }
    }
}

/// Appends the turns after which the other side does not win at once.
fn list_safe(position: &Position, out: &mut Vec<Candidate<Turn>>) {
    let guard = Guard::new(position);
    let ranking = Ranking::new(position);
    let mover = &ranking.mover;
    let _ = mover.each_result(|change, holders| {
        if holders.is_empty() || !guard.is_safe(mover, change, holders) {
            return ControlFlow::Continue(());
        }
        let value = ranking.of_squares(change.entered()) - ranking.of_squares(change.left());
        for cell in holders {
            out.push(ranking.valued(mover.turn(change, cell), value, cell));
        }
        ControlFlow::Continue(())
    });
}

/// Appends those of them that threaten to win with the next turn.
fn list_threats(position: &Position, out: &mut Vec<Candidate<Turn>>) {
    let ranking = Ranking::new(position);
    let mover = &ranking.mover;
    // Two steps bring a support to a square near by, and four in all bring one to the goal.
    let near = |cells: Bits| cells | Board::beside(cells) | Board::beside(Board::beside(cells));
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
        let supports = mover.supports.minus(change.left()) | change.entered();
        for cell in holders {
            if ranking.threatens(supports, cell) && guard.is_safe(mover, change, holders) {
                let value =
                    ranking.of_squares(change.entered()) - ranking.of_squares(change.left());
                out.push(ranking.valued(mover.turn(change, cell), value, cell));
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
            if arrives(line.goal, others.without(ball), Board::ALL.minus(others)) {
                line.path
            } else {
                Board::ALL
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
        let mut after = *self.position;
        after.play(mover.turn(change, holder));
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

/// The weight of a feature of squares.
#[inline]
fn weight(group: usize, place: u8) -> i32 {
    i32::from(WEIGHTS[group + usize::from(place)])
}

/// The values of squares for the side to move.
struct Ranking {
    mover: Mover,
    /// What a support is worth on each square.
    squares: [i32; 49],
    /// The squares from which a goal square is seen.
    sees_goal: Bits,
}

impl Ranking {
    fn new(position: &Position) -> Ranking {
        let side = position.turn();
        let mover = Mover::new(position, side);
        let mut squares = PLACE[side.index()].map(|place| weight(SUPPORT, place));

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
            sees_goal,
        }
    }

    #[inline]
    fn of_squares(&self, cells: Bits) -> i32 {
        cells
            .into_iter()
            .map(|cell| self.squares[cell.index()])
            .sum()
    }

    /// A candidate for a turn of which the change of the supports is worth `value`.
    #[inline]
    fn valued(&self, turn: Turn, value: i32, holder: Cell) -> Candidate<Turn> {
        let places = &PLACE[self.mover.side.index()];
        let ball = |cell: Cell| weight(BALL, places[cell.index()]);
        let mut rank = value + ball(holder) - ball(self.mover.holder);
        let threat = self.sees_goal.has(holder) && {
            let change = turn.change();
            let supports = self.mover.supports.minus(change.left()) | change.entered();
            self.threatens(supports, holder)
        };
        if threat {
            rank += THREAT;
        }
        Candidate {
            m: turn,
            rank: (rank * SCALE).clamp(-16_000, 16_000),
            loud: threat,
        }
    }

    #[inline]
    fn threatens(&self, supports: Bits, holder: Cell) -> bool {
        let others = self.mover.others;
        let targets = goals_seen(self.mover.side, holder, others);
        let empty = !(supports | others);
        arrives(targets, supports.without(holder), empty)
    }

    /// A candidate for any turn.
    fn candidate(&self, turn: Turn) -> Candidate<Turn> {
        let change = turn.change();
        let value = self.of_squares(change.entered()) - self.of_squares(change.left());
        let holder = turn.holder().unwrap_or(self.mover.holder);
        let mut candidate = self.valued(turn, value, holder);
        if turn.kind() == Kind::Claim || self.mover.goal.has(holder) {
            candidate.rank = 16_000;
            candidate.loud = true;
        }
        candidate
    }
}

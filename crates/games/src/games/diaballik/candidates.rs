//! The moves to search, and their order.
//!
//! A position has about 600 moves. Moves that let the other side win at once are left out. The others are
//! ranked by sums of square values, which are computed once per node.

use std::cmp::Reverse;
use std::ops::ControlFlow;

use super::attack::Attack;
use super::board::{BOARD, CELL_COUNT};
use super::features::{BALL, PLACE, SUPPORT, WEIGHTS};
use super::guard::Guard;
use super::moves::{Change, Kind, Move};
use super::position::Position;
use super::threats::GOAL_LINES;
use crate::board::{Bits, Cell};
use crate::rules::{Candidate, Listing, RANK_LIMIT, Rules, Scope, SearchSupport};

/// Ranks are evaluation units times this, so that they weigh against history.
const SCALE: i32 = 60;
/// A move that threatens to win with the next move.
const THREAT: i32 = 100;
/// The value of a square on a free line from the other side's holder to its goal, or of the only
/// blocker there.
const HOLDER_LINE: i32 = 40;
/// The same for a support that could take the other side's ball at once.
const RECEIVER_LINE: i32 = 12;
/// The value of a goal square that could be seen after the next pass.
const GOAL_SQUARE: i32 = 10;
/// The most moves listed with one ply and with two plies to go.
const NARROW: [usize; 2] = [40, 120];

/// Lists candidates; see [`crate::rules::SearchSupport::candidates`].
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
            // An immediate win is the only candidate; it need not be safe.
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
                // All moves lose at once: one represents all.
                let ranking = Ranking::new(position);
                position.each_move(|m| {
                    if out.is_empty() {
                        out.push(ranking.candidate(m));
                    }
                });
            }
            listing
        }
        Scope::Noisy => {
            list_threats(position, out);
            Listing::Partial
        }
    }
}

/// Lists the moves that do not let the other side win at once, or the `most` best of them.
fn list_safe(position: &Position, most: usize, out: &mut Vec<Candidate<Move>>) -> Listing {
    let guard = Guard::new(position);
    let ranking = Ranking::new(position);
    let mover = &ranking.attack.mover;
    // From time to time the list is cut to the best; moves below their lowest rank are skipped.
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

/// Appends the moves that threaten to win with the next move, or only one that cannot be answered.
fn list_threats(position: &Position, out: &mut Vec<Candidate<Move>>) {
    let ranking = Ranking::new(position);
    let attack = &ranking.attack;
    attack.each_threat(position, |change, holder| {
        let threat = ranking.valued(change, ranking.of_change(change), holder);
        if attack.is_decisive(position, change, holder) {
            out.clear();
            out.push(threat);
            return ControlFlow::Break(());
        }
        out.push(threat);
        ControlFlow::Continue(())
    });
}

/// The value of the ball on each square, by owner.
static BALLS: [[i32; CELL_COUNT]; 2] = by_square(BALL);
/// The value of a support on each square, by owner.
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
    attack: Attack,
    /// The value of a support on each square; 0 for no square.
    squares: [i32; 64],
    /// The value of the ball on each square.
    balls: &'static [i32; CELL_COUNT],
}

impl Ranking {
    fn new(position: &Position) -> Ranking {
        let side = position.turn();
        let attack = Attack::new(position);
        let mover = &attack.mover;
        let mut squares = [0; 64];
        squares[..CELL_COUNT].copy_from_slice(&SUPPORTS[side.index()]);

        // The other side's lines: free lines should be stopped, and blockers should stay.
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
                let blockers = line.path & mover.supports;
                let vital = match blockers.count() {
                    0 => line.path.minus(mover.others),
                    1 => blockers,
                    _ => Bits::EMPTY,
                };
                if line.goal.any() {
                    for cell in vital {
                        squares[cell.index()] += value;
                    }
                }
            }
        }

        for cell in attack.targets {
            squares[cell.index()] += GOAL_SQUARE;
        }
        Ranking {
            attack,
            squares,
            balls: &BALLS[side.index()],
        }
    }

    /// The gain of the supports by a change.
    #[inline]
    fn of_change(&self, change: Change) -> i32 {
        let [left, entered, second_left, second_entered] =
            change.cells().map(|cell| self.squares[usize::from(cell)]);
        entered - left + second_entered - second_left
    }

    /// The candidate of a move whose change of the supports has this value.
    #[inline(always)]
    fn valued(&self, change: Change, value: i32, holder: Cell) -> Candidate<Move> {
        let mut rank =
            value + self.balls[holder.index()] - self.balls[self.attack.mover.holder.index()];
        let threat = self.attack.threatens(change, holder);
        if threat {
            rank += THREAT;
        }
        Candidate {
            m: self.attack.mover.move_of(change, holder),
            rank: (rank * SCALE).clamp(-RANK_LIMIT, RANK_LIMIT),
            noisy: threat,
        }
    }

    /// The candidate of any move.
    fn candidate(&self, m: Move) -> Candidate<Move> {
        let change = m.change();
        let value = self.of_change(change);
        let holder = m.holder().unwrap_or(self.attack.mover.holder);
        let mut candidate = self.valued(change, value, holder);
        candidate.m = m;
        if m.kind() == Kind::Claim || self.attack.mover.goal.has(holder) {
            candidate.rank = RANK_LIMIT;
            candidate.noisy = true;
        }
        candidate
    }
}
